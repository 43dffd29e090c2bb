#pragma once

#include "model/processor/processor_model.hpp"
#include "view/processor/processor_picture.hpp"
#include "view/window/panel.hpp"

#include <array>
#include <optional>
#include <string>

namespace stallscope::gui {

/// The processors of both runs as animated block diagrams.
class ProcessorPanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  /// The figures as SVG; for other formats the data of the table.
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;

private:
  void draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);

  const ProcessorRoom& room_for(const Canvas& canvas, const Style& style, const Rect& body,
                                const Run& run, Side side);

  /// The space of a figure, and the inputs for which it was computed.
  struct Room {
    float width = 0;
    float height = 0;
    float letters = 0;
    std::uint64_t version = ~0ULL;
    Language language = Language::english;
    ProcessorRoom room;

    bool operator==(const Room&) const = default;
  };

  std::array<ProcessorModel, 2> models_;
  std::array<Room, 2> rooms_;
  std::array<std::optional<Rect>, 2> bodies_; ///< areas of the figures in the last frame
};

} // namespace stallscope::gui
