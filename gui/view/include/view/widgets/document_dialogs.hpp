#pragma once

#include "model/editor/document.hpp"
#include "view/widgets/file_dialog.hpp"
#include "view/window/panel.hpp"

namespace stallscope::gui {

/// Dialogs on the edited program: opening a file, saving to a file, and unsaved changes.
class DocumentDialogs {
public:
  explicit DocumentDialogs(Document& document) : document_(document) {}

  void open();
  /// Saves to the program's file, or asks for a file name.
  void save(Comparison& runs, Shared& shared);
  void save_as();
  [[nodiscard]] bool is_open() const { return files_.is_open(); }
  /// Handles Escape while a dialog is open: chooses the answer without loss of data.
  void take_escape(Comparison& runs, Shared& shared);
  /// Call in every frame, after all other elements.
  void draw(Ui& ui, Comparison& runs, Shared& shared);

private:
  void take_file(const std::string& file, Comparison& runs, Shared& shared);
  void draw_question(Ui& ui, Comparison& runs, Shared& shared);

  Document& document_;
  FileDialog files_;
};

} // namespace stallscope::gui
