#pragma once

#include "model/processor/call_stack.hpp"
#include "model/processor/structures_model.hpp"
#include "view/processor/structure_tables.hpp"
#include "view/window/panel.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace stallscope::gui {

/// Registers, queues, memory and output of both runs at the end of the current cycle. Changes of
/// this cycle are highlighted; a click on a register or on a byte of memory edits its value.
class StructuresPanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;

private:
  void draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  // Each function draws from `top` on and returns the lower end.
  float draw_registers(Ui& ui, const Rect& column, float top, const StructuresView& view,
                       Side side);
  float draw_memory(Ui& ui, const Rect& column, float top, const StructuresView& view, Run& run,
                    Side side);
  void draw_byte(Ui& ui, const Rect& cell, const MemoryLine& line, std::size_t i, Side side);
  float draw_memory_bar(Ui& ui, const Rect& column, float top, const Run& run, Side side);
  float draw_calls(Ui& ui, const Rect& column, float top, const Run& run, std::uint64_t cycle,
                   Side side);
  float draw_output(Ui& ui, const Rect& column, float top, const StructuresView& view) const;
  void draw_edit(Ui& ui, Comparison& runs);

  std::array<StructuresModel, 2> models_;
  std::array<StructureTables, 2> tables_;
  std::array<CallStackModel, 2> calls_;
  std::array<std::shared_ptr<const isa::Program>, 2> programs_; ///< programs whose data segment was
                                                                ///< shown first
  std::array<std::string, 2> where_;                            ///< typed address
  std::array<std::string, 2> lost_;                             ///< why the address cannot be shown
  // The register or the bytes being edited
  Side edited_side_ = Side::a;
  RegId edited_ = kNoRegister;       ///< none: bytes of memory
  std::uint64_t edited_address_ = 0; ///< address of the first byte
  std::string edited_name_;
  std::string value_;
  std::string problem_;
  bool opening_ = false;
};

} // namespace stallscope::gui
