#include "sched/strength_reduction/strength.hpp"

#include "base/check.hpp"
#include "cost_model/block_cycles.hpp"
#include "rewriting/source_line.hpp"
#include "sched/renaming/rename.hpp"
#include "sched/target/pipeline_model.hpp"
#include "strength_reduction/reducible_operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace stallscope::sched {

namespace {

/// An operation with its replacement.
struct Replacement {
  ReducibleLine line;
  std::vector<ShiftStep> steps;
};

/// The replacements in a block.
struct BlockPlan {
  std::size_t block = 0; ///< index among all of the program
  std::vector<Replacement> replacements;
  std::set<std::uint32_t> left_out; ///< lines of loads of constants that only the replaced
                                    ///< operations read
  bool pays = true;
};

/// Edits the lines of a program.
class Writer {
public:
  Writer(const isa::Program& program, const std::vector<Block>& all, const Liveness& live)
      : program_(program), all_(all), live_(live) {}

  [[nodiscard]] std::string text(const std::vector<BlockPlan>& plans) {
    new_names_ = 0;
    std::vector<std::string> lines = program_.source_lines;
    for (const BlockPlan& plan : plans)
      if (plan.pays) {
        const RegisterSet taken = held(plan.block);
        std::size_t next = 0; // a different temporary for every operation, while available
        for (const Replacement& replacement : plan.replacements)
          replace(lines[replacement.line.line - 1], replacement, taken, next);
        for (const std::uint32_t number : plan.left_out) {
          std::string& line = lines[number - 1];
          const Statement statement = statement_of(line);
          line = line.substr(0, statement.begin) + line.substr(statement.end);
        }
      }
    return joined(lines);
  }

  /// Whether this number of registers is free for a value of this class.
  [[nodiscard]] std::size_t free_registers(std::size_t block, RegId like) const {
    return program_.isa == isa::Isa::tac ? ~std::size_t{0} : free_of(held(block), like).size();
  }

private:
  /// Registers that are live in the block or around it.
  [[nodiscard]] RegisterSet held(std::size_t b) const {
    RegisterSet taken = live_.in[b] | live_.out[b];
    for (Node node = 0; node < all_[b].count; ++node)
      for (const isa::MicroOp& micro_op : program_.micro_ops_of(all_[b].instruction(node))) {
        for (const isa::RegisterRead& read : micro_op.sources())
          taken.set(read.reg);
        for (const RegId reg : micro_op.destinations())
          taken.set(reg);
      }
    return taken;
  }
  [[nodiscard]] std::vector<RegId> free_of(const RegisterSet& taken, RegId like) const {
    std::vector<RegId> registers = temporaries(program_, like);
    std::erase_if(registers, [&taken](RegId reg) { return taken.test(reg); });
    return registers;
  }

  std::string temporary(const Replacement& replacement, const RegisterSet& taken,
                        std::size_t& next) {
    if (program_.isa != isa::Isa::tac) {
      const std::vector<RegId> registers = free_of(taken, replacement.line.to);
      return program_.register_names[registers[next++ % registers.size()]];
    }
    std::string name;
    do
      name = fmt::format("{}_x{}", program_.register_names[replacement.line.to], ++new_names_);
    while (program_.register_named(name) != kNoRegister || program_.symbols.contains(name));
    return name;
  }

  void replace(std::string& line, const Replacement& replacement, const RegisterSet& taken,
               std::size_t& next) {
    const ReducibleLine& found = replacement.line;
    OperandNames names;
    names.names = {program_.register_names[found.from], program_.register_names[found.to]};
    if (program_.isa == isa::Isa::x86) {
      for (const std::string& name : names.names)
        names.addresses.push_back("%" + name);
      names.names = {found.from_text, found.to_text};
      names.suffix = found.operation.words ? "l" : "q";
    }
    for (unsigned t = temporaries_of(replacement.steps); t > 0; --t)
      names.names.push_back(temporary(replacement, taken, next));
    const Statement statement = statement_of(line);
    const std::string label = line.substr(0, statement.begin);
    const std::string comment = line.substr(statement.end);
    const std::string indent(label.find_first_not_of(" \t") == std::string::npos ? label
                                                                                 : "        ");
    std::string text;
    for (const ShiftStep& step : replacement.steps)
      for (const std::string& words : statements_of(step, program_.isa, program_.xlen, names))
        text += text.empty() ? label + words + (comment.empty() ? "" : "  ") + comment
                             : "\n" + indent + words;
    line = text;
  }

  const isa::Program& program_;
  const std::vector<Block>& all_;
  const Liveness& live_;
  unsigned new_names_ = 0;
};

/// Latency of a class; with operand-dependent latency the maximum for divisions.
ChainCosts costs_of(const PipelineModel& model) {
  ChainCosts costs;
  costs.shift = model.latency_of(isa::OpClass::shift);
  costs.add = model.latency_of(isa::OpClass::integer);
  return costs;
}

/// The operations of a block with a faster sequence for which registers are available.
std::vector<Replacement> replacements_of(const Block& block,
                                         const std::vector<ReducibleLine>& lines,
                                         const PipelineModel& model, std::size_t block_number,
                                         const Writer& writer) {
  std::vector<Replacement> replacements;
  const isa::Program& program = *block.program;
  for (const ReducibleLine& line : lines) {
    const std::uint32_t cycles = model.latency_of(block.instruction(line.node).op_class);
    const auto steps =
        shift_sequence(line.operation, costs_of(model), cycles, program.isa, program.xlen);
    if (steps && !steps->empty() &&
        temporaries_of(*steps) <= writer.free_registers(block_number, line.to))
      replacements.push_back({line, *steps});
  }
  return replacements;
}

/// Reads no register and no memory, and writes one register.
bool loads_constant(const Block& block, Node node) {
  const isa::MicroOp& micro_op = block.micro_op(node);
  return micro_op.read_count == 0 && micro_op.write_count == 1 &&
         micro_op.op_class == isa::OpClass::integer && !has_side_effects(block.instruction(node));
}

/// Lines before an operation that only load its constant, used by nothing else.
std::set<std::uint32_t> constants_for(const Block& block, const std::vector<Replacement>& replaced,
                                      const RegisterSet& live_out) {
  const isa::Program& program = *block.program;
  std::set<Node> gone;
  for (const Replacement& replacement : replaced)
    gone.insert(replacement.line.node);
  std::set<std::uint32_t> lines;
  for (const Replacement& replacement : replaced) {
    const RegId reg = replacement.line.constant;
    Node load = replacement.line.node;
    const auto writes_it = [&](Node node) {
      const auto destinations = block.micro_op(node).destinations();
      return std::find(destinations.begin(), destinations.end(), reg) != destinations.end();
    };
    while (reg != 0 && load > 0 && !writes_it(load - 1))
      --load;
    if (reg == 0 || load == 0 || own_line(block, load - 1) == 0 || !loads_constant(block, load - 1))
      continue;
    --load;
    bool alone = true;
    Node end = load + 1;
    for (; end < block.count && !writes_it(end); ++end)
      for (const isa::MicroOp& micro_op : program.micro_ops_of(block.instruction(end)))
        for (const isa::RegisterRead& read : micro_op.sources())
          alone &= read.reg != reg || gone.contains(end);
    if (end < block.count) // the instruction that overwrites the register may also read it
      for (const isa::RegisterRead& read : block.micro_op(end).sources())
        alone &= read.reg != reg || gone.contains(end);
    if (alone && (end < block.count || !live_out.test(reg)))
      lines.insert(own_line(block, load));
  }
  return lines;
}

/// Determines which replacements shorten their blocks.
void judge(std::vector<BlockPlan>& plans, const std::vector<Block>& all,
           const isa::Program& changed, const Target& target, const AliasHints& hints) {
  const std::vector<Block> blocks = basic_blocks(changed, target.machine().delay_slot);
  STALLSCOPE_CHECK(blocks.size() == all.size(), "strength reduction has changed the blocks");
  for (BlockPlan& plan : plans)
    plan.pays = list_scheduled_cycles(blocks[plan.block], target, hints) <
                list_scheduled_cycles(all[plan.block], target, hints);
}

} // namespace

StrengthReduced reduce_strength(const isa::Program& program, const std::vector<Block>& blocks,
                                const Target& target, const AliasHints& hints) {
  const std::vector<Block> all = basic_blocks(program, target.machine().delay_slot);
  const Liveness live = liveness(program, all, target.machine().delay_slot);
  const std::vector<KnownValues> known = known_at_entry(program, all, target.machine().delay_slot);
  const PipelineModel& model = target.model();
  Writer writer(program, all, live);
  std::vector<BlockPlan> plans;
  std::set<std::uint32_t> chosen;
  for (const Block& block : blocks)
    chosen.insert(block.index_of(0));
  for (std::size_t b = 0; b < all.size(); ++b) {
    if (!chosen.contains(all[b].index_of(0)))
      continue;
    BlockPlan plan;
    plan.block = b;
    plan.replacements = replacements_of(
        all[b], reducible_lines(all[b], known[b], live.out[b], target.machine().delay_slot), model,
        b, writer);
    plan.left_out = constants_for(all[b], plan.replacements, live.out[b]);
    if (!plan.replacements.empty())
      plans.push_back(std::move(plan));
  }
  if (!plans.empty())
    judge(plans, all, read_again(program, writer.text(plans), target.machine().delay_slot), target,
          hints);
  StrengthReduced result;
  result.text = writer.text(plans);
  for (const BlockPlan& plan : plans) {
    for (const Replacement& replacement : plan.replacements)
      ++(!plan.pays                                                     ? result.kept
         : replacement.line.operation.kind == Reducible::Kind::multiply ? result.products
                                                                        : result.quotients);
    result.constants += plan.pays ? static_cast<std::uint32_t>(plan.left_out.size()) : 0;
  }
  return result;
}

} // namespace stallscope::sched
