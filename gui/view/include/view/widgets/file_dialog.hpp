#pragma once

#include "model/files/file_browser.hpp"
#include "view/widgets/widgets.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// A dialog with the files of a folder, to open a file or to name a file to write.
class FileDialog {
public:
  enum class Purpose : std::uint8_t { open, save };

  /// Opens with the next frame. `file`: the initial file or folder; empty: the last one, at first
  /// the current folder.
  void show(Purpose purpose, const std::string& file = {});
  [[nodiscard]] bool is_open() const;
  [[nodiscard]] Purpose purpose() const { return purpose_; }
  /// Call in every frame. `recent` files are listed beside the folder. Returns the chosen file
  /// once.
  std::optional<std::string> draw(Ui& ui, const std::vector<std::string>& recent);
  /// Reopens the dialog with the reason why the file could not be opened or written.
  void fail(const std::string& why);

private:
  void draw_path(Ui& ui);
  [[nodiscard]] std::optional<std::string> draw_files(Ui& ui, const ImVec2& size);
  [[nodiscard]] std::optional<std::string>
  draw_recent(const Ui& ui, const std::vector<std::string>& recent, const ImVec2& size);
  [[nodiscard]] std::optional<std::string> draw_name(Ui& ui);
  [[nodiscard]] std::optional<std::string> pick(const std::string& name);

  FileBrowser browser_;
  Purpose purpose_ = Purpose::open;
  std::string name_;
  std::string asks_to_replace_; ///< an existing file to be overwritten
  std::string problem_;
  bool opening_ = false;
};

} // namespace stallscope::gui
