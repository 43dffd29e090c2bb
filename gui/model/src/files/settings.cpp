#include "model/files/settings.hpp"

#include "base/input_limits.hpp"
#include "base/part_file.hpp"
#include "base/read_file.hpp"
#include "isa/op.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>

namespace stallscope::gui {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Folders folders_of(const std::function<const char*(const char*)>& variable) {
  const auto value = [&variable](const char* name) {
    const char* text = variable(name);
    return std::string(text == nullptr ? "" : text);
  };
  const std::string home = value("HOME");
  const auto folder = [&](const char* name, const char* below_home) {
    const std::string given = value(name);
    if (!given.empty() && given.front() == '/') // the specification ignores relative paths
      return given + "/stallscope";
    return home.empty() ? std::string() : home + below_home + "/stallscope";
  };
  return {folder("XDG_CONFIG_HOME", "/.config"), folder("XDG_STATE_HOME", "/.local/state")};
}

Folders user_folders() {
  // NOLINTNEXTLINE: single-threaded
  return folders_of([](const char* name) { return std::getenv(name); });
}

RememberedRun remember(const RunSpec& spec) {
  RememberedRun run{spec.program.name, spec.machine, {}, spec.scheduler, {},
                    spec.subject,      spec.order};
  for (const machine::Setting& setting : spec.settings)
    run.settings.push_back(setting.key + "=" + setting.value);
  return run;
}

RunSpec recall(const RememberedRun& run) {
  RunSpec spec;
  spec.subject = run.subject;
  spec.program.name = run.program;
  spec.order = run.order;
  spec.machine = run.machine;
  spec.scheduler = run.scheduler;
  for (const std::string& text : run.settings)
    if (Result<machine::Setting> setting = machine::parse_setting(text))
      spec.settings.push_back(*setting);
  return spec;
}

void add_recent(std::vector<std::string>& recent, const std::string& file) {
  recent.erase(std::remove(recent.begin(), recent.end(), file), recent.end());
  recent.insert(recent.begin(), file);
  recent.resize(std::min(recent.size(), Settings::kMaxRecent));
}

namespace {

constexpr std::array kSubjectNames{"program", "plan", "graph", "trace", "measured"};
constexpr std::array kLockNames{"cycle", "instruction", "free"};

Json run_json(const RememberedRun& run) {
  Json json{{"program", run.program},
            {"machine", run.machine},
            {"settings", run.settings},
            {"scheduler", run.scheduler}};
  if (run.subject != Subject::program)
    json["subject"] = kSubjectNames[static_cast<std::size_t>(run.subject)];
  if (!run.order.empty())
    json["order"] = run.order;
  for (const Bookmark& mark : run.bookmarks)
    json["bookmarks"].push_back(
        {{"op", mark.op.value}, {"cycle", mark.cycle}, {"label", mark.label}});
  return json;
}

/// Reads a member if it has the expected type; otherwise the default remains.
template <class T> void read(const Json& from, const char* name, T& to) {
  const auto found = from.find(name);
  if (found == from.end())
    return;
  if constexpr (std::is_same_v<T, bool>) {
    if (found->is_boolean())
      to = found->get<bool>();
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (found->is_string())
      to = found->get<std::string>();
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    if (found->is_array() && std::all_of(found->begin(), found->end(),
                                         [](const Json& item) { return item.is_string(); }))
      to = found->get<T>();
  } else if constexpr (std::is_same_v<T, std::vector<double>>) {
    if (found->is_array() && std::all_of(found->begin(), found->end(),
                                         [](const Json& item) { return item.is_number(); }))
      to = found->get<T>();
  } else {
    static_assert(std::is_arithmetic_v<T>);
    if (found->is_number())
      to = static_cast<T>(std::clamp(found->get<double>(), -1e6, 1e6));
  }
}

void read_subject(const Json& from, Subject& to) {
  std::string name;
  read(from, "subject", name);
  for (std::size_t i = 0; i < kSubjectNames.size(); ++i)
    if (name == kSubjectNames[i])
      to = static_cast<Subject>(i);
}

std::optional<RememberedRun> run_from(const Json& all, const char* name) {
  const auto found = all.find(name);
  if (found == all.end() || !found->is_object())
    return std::nullopt;
  RememberedRun run;
  read(*found, "program", run.program);
  read(*found, "machine", run.machine);
  read(*found, "settings", run.settings);
  read(*found, "scheduler", run.scheduler);
  read(*found, "order", run.order);
  read_subject(*found, run.subject);
  const auto marks = found->find("bookmarks");
  if (marks != found->end() && marks->is_array())
    for (const Json& one : *marks) {
      const auto number = [&one](const char* of) -> std::uint64_t {
        return one.is_object() && one.contains(of) && one[of].is_number_unsigned()
                   ? one[of].get<std::uint64_t>()
                   : 0;
      };
      Bookmark mark{OpId{number("op")}, number("cycle"), {}};
      if (!mark.op || mark.cycle == 0)
        continue; // the user has unset the key
      read(one, "label", mark.label);
      run.bookmarks.push_back(std::move(mark));
    }
  if (run.program.empty() || run.machine.empty())
    return std::nullopt;
  return run;
}

std::optional<std::string> whole_file(const std::string& path) {
  Result<std::string> text = read_file(path, InputLimits::settings, "settings", Streams::refuse);
  return text ? std::optional(std::move(text).value()) : std::nullopt;
}

/// Replaces invalid UTF-8 for JSON, as file names may contain it.
std::string dumped(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

std::string to_json(const Settings& s) {
  Json json{{"language", table_of(s.language).code},
            {"theme", theme(s.theme).code},
            {"font_px", s.font_px},
            {"presenter", s.presenter},
            {"hide_future", s.hide_future},
            {"presenter_font_px", s.presenter_font_px},
            {"animations", s.animations},
            {"tour_seen", s.tour_seen},
            {"speed", s.speed},
            {"lock", kLockNames[static_cast<std::size_t>(s.lock)]},
            {"window_width", s.window_width},
            {"window_height", s.window_height},
            {"layout", s.layout},
            {"window_state", s.window_state},
            {"panels", s.panels},
            {"panel_shares", s.panel_shares},
            {"active_panel", s.active_panel},
            {"recent", s.recent}};
  if (s.run_a)
    json["run_a"] = run_json(*s.run_a);
  if (s.run_b)
    json["run_b"] = run_json(*s.run_b);
  return dumped(json);
}

std::optional<Settings> settings_from_json(const std::string& text, std::string* problem) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) {
    if (problem != nullptr)
      *problem = "it is no JSON object";
    return std::nullopt;
  }
  Settings s;
  std::string word;
  read(json, "language", word);
  s.language = language_from_code(word);
  word.clear();
  read(json, "theme", word);
  s.theme = theme_from_code(word);
  word.clear();
  read(json, "lock", word);
  for (std::size_t i = 0; i < kLockNames.size(); ++i)
    if (word == kLockNames[i])
      s.lock = static_cast<Lock>(i);
  read(json, "font_px", s.font_px);
  read(json, "presenter", s.presenter);
  read(json, "hide_future", s.hide_future);
  read(json, "presenter_font_px", s.presenter_font_px);
  read(json, "animations", s.animations);
  read(json, "tour_seen", s.tour_seen);
  read(json, "speed", s.speed);
  read(json, "window_width", s.window_width);
  read(json, "window_height", s.window_height);
  read(json, "layout", s.layout);
  read(json, "window_state", s.window_state);
  read(json, "panels", s.panels);
  read(json, "panel_shares", s.panel_shares);
  read(json, "active_panel", s.active_panel);
  read(json, "recent", s.recent);
  s.font_px = std::clamp(s.font_px, 10.0, 48.0);
  s.presenter_font_px = std::clamp(s.presenter_font_px, 18.0, 48.0);
  s.speed = std::clamp(s.speed, Transport::kSlowest, Transport::kFastest);
  s.window_width = std::clamp(s.window_width, 320, 16'384);
  s.window_height = std::clamp(s.window_height, 240, 16'384);
  s.recent.resize(std::min(s.recent.size(), Settings::kMaxRecent));
  s.run_a = run_from(json, "run_a");
  s.run_b = run_from(json, "run_b");
  return s;
}

std::string write_whole_file(const std::string& path, const std::string& text) {
  std::error_code error;
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty())
    fs::create_directories(folder, error);
  if (error)
    return fmt::format("{}: {}", folder.string(), error.message());
  if (write_in_place_of(path, text))
    return {};
  return fmt::format("{}: {}", path, std::generic_category().message(errno));
}

SettingsFile::SettingsFile(const Folders& folders)
    : path_(folders.config.empty() ? std::string() : folders.config + "/settings.json") {}

Settings SettingsFile::load() {
  problem_.clear();
  keep_away_ = false;
  const std::optional<std::string> text = path_.empty() ? std::nullopt : whole_file(path_);
  if (!text)
    return {};
  std::string why;
  written_ = settings_from_json(*text, &why);
  if (written_)
    return *written_;
  keep_away_ = true; // not overwritten, since the user may want to repair the file
  problem_ = tr(Text::settings_unreadable, {fmt::format("{}: {}", path_, why)});
  return {};
}

bool SettingsFile::save(const Settings& settings) {
  if (written_ == settings)
    return true;
  if (keep_away_)
    return false;
  const std::string why = path_.empty() ? std::string("there is no home folder")
                                        : write_whole_file(path_, to_json(settings));
  problem_ = why.empty() ? std::string() : tr(Text::settings_not_saved, {why});
  if (why.empty())
    written_ = settings;
  return why.empty();
}

namespace {

/// Texts of earlier sessions that are kept, the last one included.
constexpr unsigned kMostAside = 100;

} // namespace

Autosave::Autosave(const Folders& folders)
    : path_(folders.state.empty() ? std::string() : folders.state + "/unsaved.json") {}

bool Autosave::keep(const ProgramSource& program, Subject subject) {
  char time[32] = "";
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  if (localtime_r(&now, &parts) != nullptr)
    std::strftime(time, sizeof time, "%Y-%m-%d %H:%M", &parts);
  const Json json{{"name", program.name},
                  {"text", program.text.value_or(std::string())},
                  {"isa", program.isa ? isa::name(*program.isa) : std::string_view()},
                  {"subject", kSubjectNames[static_cast<std::size_t>(subject)]},
                  {"saved_at", time}};
  problem_ = path_.empty() ? std::string("there is no home folder")
                           : write_whole_file(path_, dumped(json));
  return problem_.empty();
}

void Autosave::forget() {
  std::error_code ignored; // a missing file is not an error
  if (!path_.empty())
    fs::remove(path_, ignored);
}

void Autosave::forget(const Unsaved& found) {
  std::error_code ignored;
  fs::remove(found.file, ignored);
}

/// "unsaved.json" is number 1, "unsaved-2.json" number 2.
std::string Autosave::aside(unsigned number) const {
  return number < 2 ? path_
                    : fmt::format("{}-{}.json", path_.substr(0, path_.rfind(".json")), number);
}

void Autosave::set_aside(const Unsaved& found) const {
  if (path_.empty() || found.file != path_)
    return; // has been set aside before
  std::error_code error;
  for (unsigned number = 2; number <= kMostAside; ++number)
    if (!fs::exists(aside(number), error)) {
      fs::rename(path_, aside(number), error);
      return;
    }
}

std::optional<Unsaved> Autosave::found() const {
  std::optional<std::string> text;
  std::string file;
  for (unsigned number = 1; !path_.empty() && !text && number <= kMostAside; ++number) {
    file = aside(number);
    text = whole_file(file);
  }
  const Json json = text ? Json::parse(*text, nullptr, false) : Json();
  if (!json.is_object())
    return std::nullopt;
  Unsaved unsaved;
  read(json, "name", unsaved.name);
  read(json, "text", unsaved.text);
  std::string isa;
  read(json, "isa", isa);
  unsaved.isa = isa::isa_from_name(isa);
  read(json, "saved_at", unsaved.saved_at);
  read_subject(json, unsaved.subject);
  unsaved.file = file;
  return unsaved;
}

} // namespace stallscope::gui
