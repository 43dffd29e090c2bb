#include "model/scheduling/scheduled_text.hpp"

#include "isa/assemble.hpp"
#include "problem.hpp"
#include "sched/rewriting/rewrite.hpp"
#include "sched/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace stallscope::gui {

namespace {

bool known(std::string_view scheduler) {
  const auto& all = sched::schedulers();
  return std::any_of(all.begin(), all.end(), [scheduler](const sched::SchedulerInfo& info) {
    return info.name == scheduler;
  });
}

} // namespace

Result<isa::Program> reread(const isa::Program& program, const std::string& text,
                            const machine::Machine& machine) {
  isa::AssembleOptions options;
  options.xlen = program.xlen;
  options.delay_slots = machine.delay_slot;
  Result<isa::Program> read = isa::assemble(program.isa, program.name, text, options);
  if (!read)
    return read;
  for (const isa::InitialRegister& initial : program.initial_registers) {
    // Variables of three-address code are numbered in order of occurrence.
    const RegId reg = program.isa == isa::Isa::tac
                          ? read->register_named(program.register_names[initial.reg])
                          : initial.reg;
    if (reg == kNoRegister)
      continue;
    std::erase_if(read->initial_registers,
                  [reg](const isa::InitialRegister& r) { return r.reg == reg; });
    read->initial_registers.push_back(
        {reg, initial.value == program.return_pc ? read->return_pc : initial.value});
  }
  return read;
}

Result<ScheduledBlocks> scheduled_blocks(const isa::Program& program,
                                         const machine::Machine& machine,
                                         std::string_view scheduler,
                                         std::span<const GivenOrder> given,
                                         const std::function<bool()>& go_on) {
  if (!known(scheduler))
    return problem(program.name, fmt::format("unknown scheduler '{}'", scheduler));
  if (!sched::can_rewrite(program))
    return problem(program.name, "machine code has no source text to be scheduled");
  const sched::Target target(machine);
  ScheduledBlocks all;
  std::vector<sched::Reordered> reordered;
  for (const sched::Block& block : sched::basic_blocks(program, machine.delay_slot)) {
    if (go_on && !go_on())
      return problem(program.name, "cancelled");
    const sched::Folding folding = sched::foldable(block);
    const auto own = std::find_if(given.begin(), given.end(), [&all](const GivenOrder& order) {
      return order.block == all.blocks;
    });
    std::vector<sched::Node> order;
    if (own != given.end()) {
      order = own->order;
    } else {
      const sched::Problem work(sched::dependences(block, target, {}, folding), target);
      order = sched::make_schedule(work, scheduler).order;
    }
    ++all.blocks;
    all.changed += std::is_sorted(order.begin(), order.end()) ? 0 : 1;
    reordered.push_back({block, sched::with_whole_lines(block, order, folding), folding});
  }
  Result<std::string> text = sched::rewritten(program, reordered);
  if (!text)
    return text.diagnostics();
  all.text = *std::move(text);
  return all;
}

Result<std::string> scheduled_text(const isa::Program& program, const machine::Machine& machine,
                                   std::string_view scheduler) {
  Result<ScheduledBlocks> all = scheduled_blocks(program, machine, scheduler);
  if (!all)
    return all.diagnostics();
  return std::move(all->text);
}

Result<isa::Program> scheduled_program(const isa::Program& program, const machine::Machine& machine,
                                       std::string_view scheduler) {
  Result<std::string> text = scheduled_text(program, machine, scheduler);
  if (!text)
    return text.diagnostics();
  return reread(program, *text, machine);
}

} // namespace stallscope::gui
