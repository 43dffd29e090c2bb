#pragma once

#include "model/cells/bookmark.hpp"
#include "model/comparison/comparison.hpp"
#include "model/language/strings.hpp"
#include "model/looks/theme.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// Where things are kept, after the XDG Base Directory Specification: $XDG_CONFIG_HOME (or
/// ~/.config) and $XDG_STATE_HOME (or ~/.local/state), a folder `stallscope` in each. Empty: there
/// is no home.
struct Folders {
  std::string config;
  std::string state;
};
/// `variable` gives the value of an environment variable, or null.
[[nodiscard]] Folders folders_of(const std::function<const char*(const char*)>& variable);
[[nodiscard]] Folders user_folders();

/// A run as it is remembered.
struct RememberedRun {
  std::string program;
  std::string machine;
  std::vector<std::string> settings; ///< "key=value"
  std::string scheduler;
  std::vector<Bookmark> bookmarks;

  bool operator==(const RememberedRun&) const = default;
};
/// Without bookmarks, which a specification does not have.
[[nodiscard]] RememberedRun remember(const RunSpec& spec);
[[nodiscard]] RunSpec recall(const RememberedRun& run);

/// Puts a file to the front of the recent ones.
void add_recent(std::vector<std::string>& recent, const std::string& file);

/// What is remembered from one start to the next.
struct Settings {
  Language language = Language::english;
  ThemeId theme = ThemeId::dark;
  double font_px = 18;
  bool presenter = false;
  bool hide_future = false;      ///< strips of stalls end at the present cycle
  double presenter_font_px = 28; ///< 18 to 48
  bool animations = true;
  double speed = 2; ///< cycles a second
  Lock lock = Lock::cycle;
  int window_width = 1600;
  int window_height = 1000;
  std::string layout;       ///< "side_by_side", "stacked", "single"
  std::string window_state; ///< where panels are: what the window library writes, kept as it is
  std::vector<std::string> panels;  ///< that are open, from the left
  std::vector<double> panel_shares; ///< their widths as parts of all
  std::string active_panel;         ///< the one with the keyboard
  std::vector<std::string> recent;  ///< files, the last opened first
  std::optional<RememberedRun> run_a;
  std::optional<RememberedRun> run_b;

  static constexpr std::size_t kMaxRecent = 12;
  void add_recent(const std::string& file) { gui::add_recent(recent, file); }
  bool operator==(const Settings&) const = default;
};

/// As a JSON text, and back. What is missing or out of range stays at its default; what is no JSON
/// is an error in a sentence.
[[nodiscard]] std::string to_json(const Settings& settings);
[[nodiscard]] std::optional<Settings> settings_from_json(const std::string& text,
                                                         std::string* problem = nullptr);

/// The settings file. A file that cannot be read is left as it is, and no settings are written over
/// it; one that cannot be written costs a sentence, once.
class SettingsFile {
public:
  explicit SettingsFile(const Folders& folders);
  [[nodiscard]] Settings load();
  /// Only when they differ from those read or written last. False: they are not kept, and
  /// problem() says why.
  bool save(const Settings& settings);
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }

private:
  std::string path_;
  std::string problem_;
  std::optional<Settings> written_;
  bool keep_away_ = false;
};

/// Text that has not been saved, kept where a crash does not reach it.
struct Unsaved {
  std::string name; ///< of the program, as the editor shows it
  std::string text;
  std::optional<isa::Isa> isa; ///< when the name does not say it
  std::string saved_at;        ///< local time: "2026-11-22 09:15"
};

/// The unsaved text of the editor, in a file of its own. Written at once and whole: a crash leaves
/// the text before or the one behind.
class Autosave {
public:
  explicit Autosave(const Folders& folders);
  /// False when it cannot be kept; problem() says why.
  bool keep(const ProgramSource& program);
  /// It has been saved, or is not wanted.
  void forget();
  /// What was left behind by the last session.
  [[nodiscard]] std::optional<Unsaved> found() const;
  [[nodiscard]] const std::string& problem() const { return problem_; }

private:
  std::string path_;
  std::string problem_;
};

/// Writes a file beside its place and moves it there, so that nobody ever sees half of it. An empty
/// string, or why it cannot be written.
[[nodiscard]] std::string write_whole_file(const std::string& path, const std::string& text);

} // namespace stallscope::gui
