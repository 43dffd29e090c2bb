#pragma once

#include "isa/crack.hpp"

#include <fmt/format.h>

#include <array>
#include <set>
#include <string>

namespace stallscope::property {

/// Differences between the registers of an instruction's micro-ops and those of micro_op_for, as
/// text; empty when there are none.
inline std::string cracking_problem(const isa::Instruction& i, const isa::CrackRules& rules) {
  std::set<RegId> reads;
  std::set<RegId> writes;
  std::set<RegId> made; // temporaries so far
  const isa::CrackedOps ops = isa::crack(i, rules);
  for (const isa::CrackedOp& op : ops) {
    for (const isa::RegisterRead& read : op.sources()) {
      // A temporary is written before it is read; a variable of three-address code can have its
      // number, and is then read by an instruction with a single micro-op.
      if (isa::is_temporary(read.reg) && ops.size() > 1 && !made.contains(read.reg) &&
          op.kind != isa::CrackedKind::store_address && op.kind != isa::CrackedKind::store_data)
        return fmt::format("temporary {} is read and not written before", read.reg);
      reads.insert(read.reg);
    }
    made.insert(op.destinations().begin(), op.destinations().end());
    writes.insert(op.destinations().begin(), op.destinations().end());
  }
  const isa::MicroOp whole = isa::micro_op_for(i);
  std::set<RegId> whole_reads;
  for (const isa::RegisterRead& read : whole.sources())
    whole_reads.insert(read.reg);
  const std::set<RegId> whole_writes(whole.destinations().begin(), whole.destinations().end());
  const auto temporary = [&](RegId reg) {
    return isa::is_temporary(reg) && !whole_reads.contains(reg) && !whole_writes.contains(reg);
  };
  std::erase_if(reads, temporary);
  std::erase_if(writes, temporary);
  if (reads != whole_reads || writes != whole_writes)
    return fmt::format("reads {} against {} registers, writes {} against {}", reads.size(),
                       whole_reads.size(), writes.size(), whole_writes.size());
  if (!ops[0].first || !ops[ops.size() - 1].last)
    return "first and last are not marked";
  return {};
}

/// Of every instruction of a program by every rule.
inline std::string cracking_problem(const isa::Program& program) {
  std::array<isa::CrackRules, 3> rules{};
  rules[1].split_store = false;
  rules[1].fuse_load_op = true;
  rules[2].stack_engine = true;
  rules[2].fuse_store = true;
  for (std::uint32_t index = 0; index < program.code.size(); ++index)
    for (const isa::CrackRules& r : rules)
      if (const std::string problem = cracking_problem(program.code[index], r); !problem.empty())
        return fmt::format("{}: {}", program.text_of(index), problem);
  return {};
}

} // namespace stallscope::property
