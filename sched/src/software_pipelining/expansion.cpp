#include "software_pipelining/expansion.hpp"

#include "rewriting/source_line.hpp"
#include "sched/renaming/rename.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::sched {

namespace {

/// Displacement range of both notations: 12 bits of RISC-V.
constexpr std::int64_t kLargestDisplacement = 2047;

bool reads_register(const Block& block, Node node, RegId reg) {
  const auto sources = block.micro_op(node).sources();
  return std::any_of(sources.begin(), sources.end(),
                     [reg](const isa::RegisterRead& read) { return read.reg == reg; });
}

bool writes_register(const Block& block, Node node, RegId reg) {
  const auto written = block.micro_op(node).destinations();
  return std::find(written.begin(), written.end(), reg) != written.end();
}

/// "mem[a + 8]" of three-address code: position of the brackets.
std::optional<std::pair<std::size_t, std::size_t>> brackets_of(const std::string& statement) {
  const std::size_t open = statement.find('[');
  const std::size_t close = statement.find(']', open);
  if (open == std::string::npos || close == std::string::npos)
    return std::nullopt;
  return std::pair{open + 1, close};
}

} // namespace

std::vector<bool> movable_accesses(const CountedLoop& loop) {
  const Block& block = loop.block;
  std::vector<bool> movable(block.count, false);
  for (Node node = 0; node < loop.branch; ++node) {
    const isa::Instruction& access = block.instruction(node);
    if (block.program->isa != isa::Isa::tac)
      movable[node] = loop.folding.access(node);
    else // as a base only
      movable[node] = isa::is_memory(access.op_class) && access.rs1 != 0 &&
                      access.rs1 != access.rs2 && access.rs1 != access.rd;
  }
  return movable;
}

std::optional<std::string> displaced(const isa::Program& program, const std::string& statement,
                                     std::int64_t displacement) {
  if (program.isa != isa::Isa::tac)
    return displacement < -kLargestDisplacement || displacement > kLargestDisplacement
               ? std::nullopt
               : std::optional(with_offset(statement, displacement));
  const auto brackets = brackets_of(statement);
  if (!brackets)
    return std::nullopt;
  for (const RegisterWord& word : register_words(program, statement))
    if (word.at >= brackets->first && word.at < brackets->second) {
      std::string inside = statement.substr(word.at, word.length);
      if (displacement != 0)
        inside += fmt::format(" {} {}", displacement < 0 ? "-" : "+",
                              displacement < 0 ? -displacement : displacement);
      return statement.substr(0, brackets->first) + inside + statement.substr(brackets->second);
    }
  return std::nullopt;
}

Expansion::Expansion(const CountedLoop& loop, const RegisterSet& in, const RegisterSet& out,
                     const RegisterSet& kept)
    : loop_(loop), program_(*loop.block.program), in_(in), out_(out) {
  for (Node node = 0; node < loop.block.count; ++node) {
    for (const isa::RegisterRead& read : loop.block.micro_op(node).sources())
      named_.set(read.reg);
    for (const RegId reg : loop.block.micro_op(node).destinations())
      named_.set(reg);
  }
  find_own();
  own_ &= ~kept;
  find_values();
}

RegId Expansion::most_expanded() const {
  std::map<RegId, std::size_t> counts;
  for (const LoopValue& value : values_)
    counts[value.reg] += value.names.size();
  RegId most = kNoRegister;
  std::size_t greatest = 1;
  for (const auto& [reg, count] : counts)
    if (count > greatest) {
      most = reg;
      greatest = count;
    }
  return most;
}

/// The counter, and registers advanced by a constant that are bases of accesses with adjustable
/// offsets.
bool Expansion::is_shared(RegId reg) const {
  if (reg == loop_.counter.reg)
    return true;
  const auto readers = free_readers();
  return std::any_of(readers.begin(), readers.end(), [this, reg](const Separation& s) {
    return writes_register(loop_.block, s.advance, reg);
  });
}

std::vector<Separation> Expansion::free_readers() const {
  std::vector<Separation> readers;
  const std::vector<bool> movable = movable_accesses(loop_);
  const bool words_wrap = program_.isa == isa::Isa::riscv && program_.xlen == 64;
  for (const Induction& induction : loop_.inductions) {
    const isa::Op op = loop_.block.instruction(induction.node).op;
    for (Node node = 0; node < loop_.branch; ++node)
      if (movable[node] && loop_.block.instruction(node).rs1 == induction.reg &&
          (op != isa::Op::addw || !words_wrap))
        readers.push_back({induction.node, node, 0});
    if (induction.reg == loop_.counter.reg)
      readers.push_back({induction.node, loop_.branch, 0});
  }
  return readers;
}

void Expansion::find_own() {
  for (RegId reg = 1; reg < kMaxRegisters; ++reg) {
    bool written = false;
    bool text = true; // the text can be changed
    for (Node node = 0; node < loop_.block.count; ++node) {
      const bool writes = writes_register(loop_.block, node, reg);
      written |= writes;
      RegId destination = kNoRegister;
      if (writes || reads_register(loop_.block, node, reg))
        text &= node < loop_.branch && words_are_operands(loop_.block, node, destination);
    }
    const std::vector<RegId> pool = temporaries(program_, reg);
    const bool ordinary =
        program_.isa == isa::Isa::tac || std::find(pool.begin(), pool.end(), reg) != pool.end();
    if (written && text && ordinary && !is_shared(reg))
      own_.set(reg);
  }
}

void Expansion::find_values() {
  std::map<RegId, std::size_t> holds;              // the current value of each register
  std::vector<std::pair<Node, RegId>> first_reads; // values of the previous iteration
  for (Node node = 0; node < loop_.branch; ++node) {
    for (const isa::RegisterRead& read : loop_.block.micro_op(node).sources()) {
      if (!own_.test(read.reg))
        continue;
      if (const auto value = holds.find(read.reg); value != holds.end()) {
        values_[value->second].reads.emplace_back(node, 0);
        read_[{node, read.reg}] = {value->second, 0};
      } else {
        first_reads.emplace_back(node, read.reg);
      }
    }
    for (const RegId reg : loop_.block.micro_op(node).destinations())
      if (own_.test(reg)) {
        holds[reg] = made_[node] = values_.size();
        values_.push_back({reg, node, false, {}, 1, {}});
      }
  }
  for (const auto& [reg, value] : holds)
    values_[value].last = true;
  for (const auto& [node, reg] : first_reads) {
    values_[holds.at(reg)].reads.emplace_back(node, 1);
    read_[{node, reg}] = {holds.at(reg), 1};
  }
}

std::uint32_t Expansion::measure(const ModuloSchedule& schedule, LatencyTable& latencies) {
  const auto interval = static_cast<std::int64_t>(schedule.interval);
  std::uint32_t copies = 1;
  for (LoopValue& value : values_) {
    const std::int64_t made = schedule.times[value.made];
    Edge edge{value.made, value.made, DependenceKind::waw, LocationKind::reg, value.reg, 0, 0};
    std::int64_t cycles = std::max<std::int64_t>(1, latencies.latency(loop_.block, edge));
    for (const auto& [node, distance] : value.reads) {
      edge = {node, value.made, DependenceKind::war, LocationKind::reg, value.reg, 0, 0};
      cycles = std::max(cycles, schedule.times[node] + distance * interval +
                                    latencies.latency(loop_.block, edge) - made);
    }
    value.lives = static_cast<std::uint32_t>((cycles + interval - 1) / interval);
    copies = std::max(copies, value.lives);
  }
  return copies;
}

std::optional<std::string> Expansion::take(RegId like) {
  if (program_.isa == isa::Isa::tac) {
    const std::string& base = program_.register_names[like];
    std::string name;
    do
      name = fmt::format("{}_{}", base, ++new_names_);
    while (program_.register_named(name) != kNoRegister || program_.symbols.contains(name));
    return name;
  }
  for (const RegId reg : temporaries(program_, like))
    if (!taken_.test(reg)) {
      taken_.set(reg);
      return program_.register_names[reg];
    }
  return std::nullopt;
}

Message Expansion::name_registers(std::uint32_t copies, std::uint32_t stages) {
  taken_ = in_ | out_ | named_;
  new_names_ = 0;
  std::uint32_t lacking = 0;
  bool fp = false;
  const auto wanted = [&](RegId like) {
    const auto name = take(like);
    lacking += name ? 0U : 1U;
    fp |= !name && program_.is_floating_point(like);
    return name.value_or("");
  };
  limit_ = wanted(loop_.counter.reg);
  for (LoopValue& value : values_) {
    std::uint32_t count = value.lives;
    while (copies % count != 0)
      ++count;
    value.names.assign(count, "");
    const bool carried = std::any_of(value.reads.begin(), value.reads.end(),
                                     [](const auto& read) { return read.second > 0; });
    // The first iteration reads the value from before the loop, or the last one leaves it for the
    // code after.
    if (value.last)
      value.names[carried ? count - 1 : (stages - 2) % count] = program_.register_names[value.reg];
    for (std::string& name : value.names)
      if (name.empty())
        name = wanted(value.reg);
  }
  scratch_ = program_.isa == isa::Isa::tac ? limit_ : "";
  for (const RegId reg : temporaries(program_, loop_.counter.reg))
    if (scratch_.empty() && !in_.test(reg) && program_.register_names[reg] != limit_ &&
        (named_.test(reg) || !out_.test(reg)))
      scratch_ = program_.register_names[reg];
  if (lacking > 0)
    return {fp ? MessageId::lacks_registers : MessageId::lacks_integer_registers,
            {fmt::format("{}", lacking)}};
  return scratch_.empty() ? Message(MessageId::no_register_trips) : Message();
}

std::vector<std::pair<RegId, std::string>> Expansion::final_places(std::uint32_t stages) const {
  std::vector<std::pair<RegId, std::string>> places;
  for (const LoopValue& value : values_) {
    const std::string& name = value.names[(stages - 2) % value.names.size()];
    if (value.last && holds(value.reg) && name != program_.register_names[value.reg])
      places.emplace_back(value.reg, name);
  }
  return places;
}

std::string Expansion::in_iteration(Node node, const std::string& statement,
                                    std::int64_t iteration) const {
  const auto name_of = [this, iteration](std::size_t value, std::int64_t before) {
    const auto& names = values_[value].names;
    const auto count = static_cast<std::int64_t>(names.size());
    return names[static_cast<std::size_t>(((iteration - before) % count + count) % count)];
  };
  std::string text = statement;
  const auto made = made_.find(node);
  const std::vector<RegisterWord> words = register_words(program_, text);
  for (std::size_t w = words.size(); w-- > 0;) {
    const bool destination = w == 0 && loop_.block.micro_op(node).write_count == 1;
    if (destination) {
      if (made != made_.end())
        text.replace(words[w].at, words[w].length, name_of(made->second, 0));
    } else if (const auto read = read_.find({node, words[w].reg}); read != read_.end()) {
      text.replace(words[w].at, words[w].length, name_of(read->second.first, read->second.second));
    }
  }
  return text;
}

} // namespace stallscope::sched
