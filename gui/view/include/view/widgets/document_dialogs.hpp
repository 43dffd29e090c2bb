#pragma once

#include "model/editor/document.hpp"
#include "view/widgets/file_dialog.hpp"
#include "view/window/panel.hpp"

namespace stallscope::gui {

/// What is asked about the program that is edited: which file to open, where to save it, and what
/// becomes of changes that are not saved.
class DocumentDialogs {
public:
  explicit DocumentDialogs(Document& document) : document_(document) {}

  void open();
  /// Into its file, or asks for one.
  void save(Comparison& runs, Shared& shared);
  void save_as();
  [[nodiscard]] bool is_open() const { return files_.is_open(); }
  /// Escape is pressed while a dialog is open: the answer that loses nothing. False: there is none,
  /// and it stays.
  [[nodiscard]] bool take_escape(Comparison& runs, Shared& shared);
  /// In every frame, over everything else.
  void draw(Ui& ui, Comparison& runs, Shared& shared);

private:
  void take_file(const std::string& file, Comparison& runs, Shared& shared);
  void draw_question(Ui& ui, Comparison& runs, Shared& shared);

  Document& document_;
  FileDialog files_;
};

} // namespace stallscope::gui
