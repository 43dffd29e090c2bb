#include "schedule_transform.hpp"

#include "console.hpp"
#include "isa/assemble.hpp"
#include "sched/delay_slot.hpp"
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
  return a.rename || a.unroll > 1 || a.fill_slots;
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

namespace {

/// The text becomes the program; false when it cannot be read.
bool take(TransformedProgram& result, const std::string& text, const machine::Machine& machine) {
  auto read = reread(result.program, result.program.name, text, machine);
  if (read)
    result.program = *std::move(read);
  return read.has_value();
}

/// Adds the labels of what loops have become.
bool unroll(TransformedProgram& result, const ScheduleArguments& a, const machine::Machine& machine,
            const std::vector<sched::Block>& blocks, std::vector<std::string>& mains) {
  const sched::UnrollOptions options{a.unroll, a.reassociate, machine.delay_slot};
  const sched::Unrolled unrolled = sched::unroll(*blocks.front().program, blocks, options);
  for (const sched::UnrolledLoop& loop : unrolled.loops) {
    result.notes.push_back(note_of(loop, a.unroll));
    if (loop.main_label.empty())
      continue;
    mains.push_back(loop.main_label);
    result.labels.insert(result.labels.end(), {loop.label, loop.main_label, loop.label + "_rest"});
  }
  if (unrolled.loops.empty())
    result.notes.emplace_back("there is no loop of one block to unroll");
  return take(result, unrolled.text, machine);
}

bool rename(TransformedProgram& result, const machine::Machine& machine,
            const std::vector<std::string>& labels) {
  const sched::Renamed renamed = sched::rename_registers(
      result.program, labelled(result.program, machine.delay_slot, labels), machine.delay_slot);
  result.notes.push_back(
      fmt::format("{} renamed{}", plural(renamed.values, "value"),
                  renamed.kept == 0 ? std::string()
                                    : fmt::format(", {} kept: no register is free", renamed.kept)));
  return take(result, renamed.text, machine);
}

bool fill_slots(TransformedProgram& result, const machine::Machine& machine,
                const std::vector<std::string>& labels, const sched::AliasHints& hints) {
  const sched::FilledSlots slots = sched::fill_delay_slots(
      result.program, labelled(result.program, machine.delay_slot, labels), machine, hints);
  result.notes.push_back(
      fmt::format("{} filled{}", plural(slots.filled, "delay slot"),
                  slots.empty == 0 ? std::string()
                                   : fmt::format(", {} stay empty: everything in front is needed "
                                                 "before the branch",
                                                 slots.empty)));
  return take(result, slots.text, machine);
}

} // namespace

std::optional<TransformedProgram> transformed(const ScheduleArguments& a,
                                              const isa::Program& program,
                                              const machine::Machine& machine,
                                              const std::vector<sched::Block>& blocks,
                                              const sched::AliasHints& hints) {
  if (a.fill_slots && !machine.delay_slot) {
    print_error(fmt::format("--fill-slots: {} has no delay slots; branch.delay_slot=true gives it "
                            "one",
                            machine.name));
    return std::nullopt;
  }
  TransformedProgram result{program, {}, {}};
  std::vector<std::string> chosen;
  for (const sched::Block& block : blocks)
    chosen.push_back(block.label);
  std::vector<std::string> renamed = a.rename ? chosen : std::vector<std::string>{};
  if (a.unroll > 1 && !unroll(result, a, machine, blocks, renamed))
    return std::nullopt;
  if (!renamed.empty() && !rename(result, machine, renamed))
    return std::nullopt;
  chosen.insert(chosen.end(), result.labels.begin(), result.labels.end());
  if (a.fill_slots && !fill_slots(result, machine, chosen, hints))
    return std::nullopt;
  return result;
}

} // namespace stallscope::cli
