#include "input_output/console.hpp"

#include "base/platform/terminal.hpp"
#include "base/utf8.hpp"
#include "input_output/guest_input.hpp"
#include "isa/assemble.hpp"
#include "session/runner.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <unistd.h>
#include <utility>

namespace stallscope::cli {

namespace {

std::atomic<bool> g_interrupted{false};
std::atomic<bool> g_ends_at_once{false};

bool utf8_locale() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value != nullptr && *value != '\0') {
      const std::string_view text = value;
      return text.find("UTF-8") != text.npos || text.find("utf8") != text.npos ||
             text.find("UTF8") != text.npos;
    }
  }
  return false;
}

/// "5 s", "12 min", "3.4 h"; empty above a hundred days.
std::string time_left(double seconds) {
  if (seconds < 100)
    return fmt::format(", at most {:.0f} s left", seconds);
  if (seconds < 100 * 60.0)
    return fmt::format(", at most {:.0f} min left", seconds / 60);
  if (seconds < 100 * 24 * 3600.0)
    return fmt::format(", at most {:.1f} h left", seconds / 3600);
  return {};
}

bool decide(When when, bool automatic) {
  return when == When::automatic ? automatic : when == When::always;
}

} // namespace

trace::TextStyle text_style(const Appearance& look, bool to_file) {
  const bool terminal = !to_file && isatty(STDOUT_FILENO) == 1;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool dumb = term != nullptr && std::strcmp(term, "dumb") == 0;
  trace::TextStyle style;
  style.color = decide(look.color, terminal && !dumb && (no_color == nullptr || *no_color == '\0'));
  style.unicode = decide(look.unicode, terminal && utf8_locale());
  if (look.columns != 0)
    style.columns = look.columns;
  else if (const unsigned columns = terminal ? terminal_columns() : 0; columns > 0)
    style.columns = columns;
  return style;
}

std::string wrapped(const std::string& lead, const std::string& raw, unsigned columns) {
  const std::string text = clean(raw);
  std::string out = lead;
  std::size_t at = lead.size();
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(' ', from), text.size());
    const std::size_t word = end - from;
    if (at + 1 + word > columns && at > lead.size()) {
      out += "\n" + std::string(lead.size(), ' ');
      at = lead.size();
    } else if (from > 0) {
      out += ' ';
      ++at;
    }
    out.append(text, from, word);
    at += word;
    from = end + 1;
  }
  return out + "\n";
}

namespace {

/// True from the second time on: a command that reads a program twice, for two machines, would
/// print its warnings twice.
bool was_said(std::string text) {
  static std::set<std::string> said;
  return !said.insert(std::move(text)).second;
}

Diagnostics named(Diagnostics diagnostics) {
  for (Diagnostic& d : diagnostics)
    if (d.file.empty())
      d.file = "stallscope";
  return diagnostics;
}

} // namespace

void print(const Diagnostics& diagnostics) {
  Diagnostics unsaid;
  for (const Diagnostic& d : named(diagnostics))
    if (d.severity == Severity::error || !was_said(format(d)))
      unsaid.push_back(d);
  const std::string text = format(unsaid);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print_all(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : named(diagnostics))
    std::fprintf(stderr, "%s\n", format(d).c_str());
}

namespace {

spdlog::logger& log() {
  static const std::shared_ptr<spdlog::logger> logger = [] {
    auto made = spdlog::stderr_color_st("stallscope");
    made->set_pattern("stallscope: %^%l%$: %v");
    return made;
  }();
  return *logger;
}

} // namespace

void print_error(std::string_view sentence) {
  log().log(spdlog::level::err, clean(sentence)); // logged as a string, which avoids a template
                                                  // instantiation
}

void print_warning(std::string_view sentence) {
  if (!was_said(std::string(sentence)))
    log().log(spdlog::level::warn, clean(sentence));
}

void print_text(std::string_view text) {
  const std::string printed = clean_lines(text);
  std::fwrite(printed.data(), 1, printed.size(), stderr);
}

const std::string& standard_input() {
  static const std::string text = [] {
    return read_all(STDIN_FILENO, isa::kMaxSourceBytes).value_or("");
  }();
  return text;
}

const std::atomic<bool>& interrupted() {
  return g_interrupted;
}

void catch_interrupts() {
  on_interrupt([](int) {
    if (g_interrupted.exchange(true) || g_ends_at_once)
      std::_Exit(kExitInterrupted); // a second Ctrl-C ends the process immediately
  });
}

void end_at_interrupts(bool at_once) {
  g_ends_at_once = at_once;
}

LiveOutput::LiveOutput(std::string heading, bool raw)
    : heading_(std::move(heading)), cleans_(!raw && isatty(STDOUT_FILENO) == 1) {}

void LiveOutput::write(std::uint64_t, std::string_view text) {
  if (text.empty() || failed())
    return;
  if (!heading_.empty())
    put(std::exchange(heading_, {}) + "\n");
  if (cleans_)
    put(cleaned(text));
  else
    put(text);
  line_open_ = text.back() != '\n';
}

std::string LiveOutput::cleaned(std::string_view text) {
  std::string whole = std::exchange(held_, {}) + std::string(text);
  // Length of an incomplete UTF-8 character at the end: its first byte is one of the last three
  // bytes, and determines its length.
  for (std::size_t back = 1; back <= std::min<std::size_t>(whole.size(), 3); ++back) {
    const auto byte = static_cast<unsigned char>(whole[whole.size() - back]);
    if (byte < 0x80)
      break;
    if (byte >= 0xC0) {
      if (back < (byte >= 0xF0 ? 4U : byte >= 0xE0 ? 3U : 2U)) {
        held_ = whole.substr(whole.size() - back);
        whole.resize(whole.size() - back);
      }
      break;
    }
  }
  std::string out;
  for (std::string_view rest = whole; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of("\n\t"), rest.size());
    out += clean(rest.substr(0, end));
    out += rest.substr(end, 1);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

void LiveOutput::put(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    error_ = errno;
}

void LiveOutput::end_line() {
  if (!held_.empty() && !failed())
    put(clean(std::exchange(held_, {})));
  if (std::exchange(line_open_, false) && !failed())
    put("\n");
}

bool LiveOutput::is_complete() const {
  if (error_ == 0 || reader_gone())
    return true;
  print_error(fmt::format("cannot write to standard output: {}", std::strerror(error_)));
  return false;
}

ProgressMeter::ProgressMeter(std::string label, const Subject& subject, bool quiet)
    : label_(clean(label)),
      limit_instructions_(subject.limit_instructions.value_or(subject.limit.value_or(0))),
      limit_cycles_(subject.limit_cycles.value_or(0)), quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressMeter::~ProgressMeter() {
  if (shown_ && terminal_)
    std::fputs("\r\033[K", stderr);
}

bool ProgressMeter::operator()(const session::Progress& p) {
  const double next = shown_ ? last_shown_ + (terminal_ ? 0.25 : 10.0) : 1.0;
  if (quiet_ || p.host_seconds < next)
    return !interrupted();
  last_shown_ = p.host_seconds;
  shown_ = true;
  const double rate = static_cast<double>(p.instructions) / p.host_seconds;
  std::string text = fmt::format("{}: cycle {}, {} instructions, {:.1f} million/s", label_, p.cycle,
                                 p.instructions, rate / 1e6);
  double done = 0;
  if (limit_instructions_ != 0)
    done = static_cast<double>(p.instructions) / static_cast<double>(limit_instructions_);
  if (limit_cycles_ != 0)
    done = std::max(done, static_cast<double>(p.cycle) / static_cast<double>(limit_cycles_));
  if (done > 0)
    text += fmt::format(", {:.0f} %{}", done * 100, time_left(p.host_seconds * (1 - done) / done));
  if (limit_instructions_ == 0 && limit_cycles_ == 0)
    text += fmt::format("; stops after {} billion, the default of --limit",
                        session::kStandardLimit / 1'000'000'000);
  std::fprintf(stderr, terminal_ ? "\r\033[K%s" : "%s\n", text.c_str());
  std::fflush(stderr);
  return !interrupted();
}

} // namespace stallscope::cli
