#include "schedule_transform.hpp"

#include "console.hpp"
#include "isa/assemble.hpp"
#include "sched/rename.hpp"
#include "sched/unroll.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::cli {

namespace {

std::string plural(std::uint32_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string note_of(const sched::UnrolledLoop& loop, unsigned factor) {
  if (loop.main_label.empty())
    return fmt::format("loop '{}' is left as it is: {}", loop.label, loop.why_not);
  std::string note = fmt::format("loop '{}' unrolled by {}", loop.label, factor);
  if (loop.merged > 0)
    note += fmt::format(", {} advanced once a round", plural(loop.merged, "register"));
  if (loop.split > 0)
    note += fmt::format(", {} split", plural(loop.split, "sum"));
  return note;
}

/// The blocks of a program with one of these labels; all of its blocks without labels.
std::vector<sched::Block> labelled(const isa::Program& program, bool delay_slot,
                                   const std::vector<std::string>& labels) {
  std::vector<sched::Block> blocks = sched::basic_blocks(program, delay_slot);
  if (!labels.empty())
    std::erase_if(blocks, [&labels](const sched::Block& block) {
      return std::find(labels.begin(), labels.end(), block.label) == labels.end();
    });
  return blocks;
}

} // namespace

bool transforms(const ScheduleArguments& a) {
  return a.rename || a.unroll > 1;
}

std::optional<isa::Program> reread(const isa::Program& program, const std::string& title,
                                   const std::string& text, const machine::Machine& machine) {
  isa::AssembleOptions options;
  options.xlen = program.xlen;
  options.delay_slots = machine.delay_slot;
  auto read = isa::assemble(program.isa, title, text, options);
  if (!read) {
    print(read.diagnostics());
    return std::nullopt;
  }
  isa::Program result = std::move(read).value();
  for (const isa::InitialRegister& initial : program.initial_registers) {
    // Variables are numbered as they come in the text.
    const RegId reg = program.isa == isa::Isa::tac
                          ? result.register_named(program.register_names[initial.reg])
                          : initial.reg;
    if (reg == kNoRegister)
      continue;
    std::erase_if(result.initial_registers,
                  [reg](const isa::InitialRegister& r) { return r.reg == reg; });
    result.initial_registers.push_back(
        {reg, initial.value == program.return_pc ? result.return_pc : initial.value});
  }
  return result;
}

std::optional<TransformedProgram> transformed(const ScheduleArguments& a,
                                              const isa::Program& program,
                                              const machine::Machine& machine,
                                              const std::vector<sched::Block>& blocks) {
  TransformedProgram result{program, {}, {}};
  std::vector<std::string> renamed_labels; // of the blocks to rename in
  for (const sched::Block& block : blocks)
    if (a.rename)
      renamed_labels.push_back(block.label);
  if (a.unroll > 1) {
    const sched::UnrollOptions options{a.unroll, a.reassociate, machine.delay_slot};
    const sched::Unrolled unrolled = sched::unroll(program, blocks, options);
    for (const sched::UnrolledLoop& loop : unrolled.loops) {
      result.notes.push_back(note_of(loop, a.unroll));
      if (loop.main_label.empty())
        continue;
      renamed_labels.push_back(loop.main_label);
      result.labels.insert(result.labels.end(),
                           {loop.label, loop.main_label, loop.label + "_rest"});
    }
    if (unrolled.loops.empty())
      result.notes.emplace_back("there is no loop of one block to unroll");
    auto read = reread(program, program.name, unrolled.text, machine);
    if (!read)
      return std::nullopt;
    result.program = *std::move(read);
  }
  if (renamed_labels.empty())
    return result;
  const sched::Renamed renamed = sched::rename_registers(
      result.program, labelled(result.program, machine.delay_slot, renamed_labels),
      machine.delay_slot);
  result.notes.push_back(
      fmt::format("{} renamed{}", plural(renamed.values, "value"),
                  renamed.kept == 0 ? std::string()
                                    : fmt::format(", {} kept: no register is free", renamed.kept)));
  auto read = reread(result.program, program.name, renamed.text, machine);
  if (!read)
    return std::nullopt;
  result.program = *std::move(read);
  return result;
}

} // namespace stallscope::cli
