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

/// Folders of the XDG Base Directory Specification: $XDG_CONFIG_HOME (or ~/.config) and
/// $XDG_STATE_HOME (or ~/.local/state), each with a folder `stallscope`. Empty: no home folder.
struct Folders {
  std::string config;
  std::string state;
};
/// `variable` returns the value of an environment variable, or null.
[[nodiscard]] Folders folders_of(const std::function<const char*(const char*)>& variable);
[[nodiscard]] Folders user_folders();

/// A saved run.
struct RememberedRun {
  std::string program;
  std::string machine;
  std::vector<std::string> settings; ///< "key=value"
  std::string scheduler;
  std::vector<Bookmark> bookmarks;
  Subject subject = Subject::program;
  std::string order = {}; ///< for a plan: order by hand

  bool operator==(const RememberedRun&) const = default;
};
/// Without bookmarks, which are not part of a specification.
[[nodiscard]] RememberedRun remember(const RunSpec& spec);
[[nodiscard]] RunSpec recall(const RememberedRun& run);

/// Moves a file to the front of the recent ones.
void add_recent(std::vector<std::string>& recent, const std::string& file);

/// Settings kept between sessions.
struct Settings {
  Language language = Language::english;
  ThemeId theme = ThemeId::dark;
  double font_px = 18;
  bool presenter = false;
  bool hide_future = false;      ///< stall strips end at the current cycle
  double presenter_font_px = 28; ///< 18 to 48
  bool animations = true;
  bool tour_seen = false; ///< the tour has been shown
  double speed = 2;       ///< cycles per second
  Lock lock = Lock::cycle;
  int window_width = 1600;
  int window_height = 1000;
  std::string layout;               ///< "side_by_side", "stacked", "single"
  std::string window_state;         ///< panel layout: opaque data of the window library
  std::vector<std::string> panels;  ///< open panels, from the left
  std::vector<double> panel_shares; ///< their widths as fractions of the total
  std::string active_panel;         ///< the one with the keyboard focus
  std::vector<std::string> recent;  ///< files, last opened first
  std::optional<RememberedRun> run_a;
  std::optional<RememberedRun> run_b;

  static constexpr std::size_t kMaxRecent = 12;
  void add_recent(const std::string& file) { gui::add_recent(recent, file); }
  bool operator==(const Settings&) const = default;
};

/// Conversion to and from JSON. Missing and invalid values get their default; invalid JSON is an
/// error.
[[nodiscard]] std::string to_json(const Settings& settings);
[[nodiscard]] std::optional<Settings> settings_from_json(const std::string& text,
                                                         std::string* problem = nullptr);

/// The settings file. An unreadable file is never overwritten; a write error is reported once.
class SettingsFile {
public:
  explicit SettingsFile(const Folders& folders);
  [[nodiscard]] Settings load();
  /// Writes the settings if they differ from those last read or written. False: failed, with the
  /// reason in problem().
  bool save(const Settings& settings);
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }

private:
  std::string path_;
  std::string problem_;
  std::optional<Settings> written_;
  bool keep_away_ = false;
};

/// Unsaved text for crash recovery.
struct Unsaved {
  std::string name; ///< program name shown in the editor
  std::string text;
  std::optional<isa::Isa> isa;        ///< if the name does not determine it
  std::string saved_at;               ///< local time: "2026-11-22 09:15"
  Subject subject = Subject::program; ///< program, plan or graph
  std::string file;                   ///< the file that it was read from
};

/// Crash recovery of the editor's unsaved text, in a separate file, written atomically: a crash
/// leaves the previous or the new text.
class Autosave {
public:
  explicit Autosave(const Folders& folders);
  /// False when it cannot be written; problem() has the reason.
  bool keep(const ProgramSource& program, Subject subject = Subject::program);
  /// Deletes the file, since the text has been saved or discarded.
  void forget();
  /// Deletes the file of an earlier session's text.
  static void forget(const Unsaved& found);
  /// Renames the file of an earlier session's text, so that keep() does not overwrite it and a
  /// later session finds it.
  void set_aside(const Unsaved& found) const;
  /// The unsaved text of the last session, otherwise the first one that was set aside.
  [[nodiscard]] std::optional<Unsaved> found() const;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }

private:
  [[nodiscard]] std::string aside(unsigned number) const;

  std::string path_;
  std::string problem_;
};

/// Writes a file atomically by renaming. Returns an empty string, or the error.
[[nodiscard]] std::string write_whole_file(const std::string& path, const std::string& text);

} // namespace stallscope::gui
