#pragma once

#include "model/editor/example_pictures.hpp"
#include "model/editor/examples_model.hpp"
#include "view/window/panel.hpp"

#include <string>

namespace stallscope::gui {

/// The included programs, each with a one-line description. A click opens a program on the machine
/// named by its header, of whose first cycles a small picture is shown; the buttons beside it open
/// further scenes of the header.
class ExamplesPanel final : public PanelView {
public:
  explicit ExamplesPanel(Threads threads) : pictures_(threads) {}
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  /// The list as filtered, with its pictures.
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;

private:
  void draw_card(Ui& ui, const Rect& card, const Example& example, Comparison& runs,
                 Shared& shared);

  ExamplePictures pictures_;
  std::string filter_;
};

/// Opens a scene of an example in both runs, and shows the scene's panel.
void open_example(const ExampleScene& scene, Comparison& runs, Shared& shared);

} // namespace stallscope::gui
