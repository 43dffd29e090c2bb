#pragma once

#include "model/files/file_browser.hpp"
#include "view/widgets/widgets.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// A folder's files over the window, to open one or to name one that is written.
class FileDialog {
public:
  enum class Purpose : std::uint8_t { open, save };

  /// Shows itself with the next frame. `file`: where it begins, a file or a folder; empty: where it
  /// was left, first the present folder.
  void show(Purpose purpose, const std::string& file = {});
  [[nodiscard]] bool is_open() const;
  [[nodiscard]] Purpose purpose() const { return purpose_; }
  /// In every frame. `recent` stand beside the folder. The file that was chosen, once.
  std::optional<std::string> draw(Ui& ui, const std::vector<std::string>& recent);
  /// Why what was chosen could not be opened or written: it shows again, with the reason.
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
  std::string asks_to_replace_; ///< a file that is there already
  std::string problem_;
  bool opening_ = false;
};

} // namespace stallscope::gui
