#include "control_flow/reached_code.hpp"

#include "control_flow/code_addresses.hpp"
#include "control_flow/control_flow.hpp"

#include <algorithm>
#include <set>

namespace stallscope::sched {

/// Follows control flow from addresses known to be code.
class ReachedCode::Finder {
public:
  Finder(ReachedCode& result, const isa::Program& program)
      : places_(result.places_), result_(result), blocks_(basic_blocks(program)),
        exits_(control_flow(program, blocks_, false)) {
    std::vector<std::uint32_t> line;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      const isa::Instruction& last = last_of(b);
      places_[begin_of(b)] = {b, last.pc + last.size};
      line.insert(line.end(), blocks_[b].indices.begin(), blocks_[b].indices.end());
    }
    named_ = code_addresses(program, line);
  }

  [[nodiscard]] const CodeAddresses& named() const { return named_; }

  /// All successors of an address.
  void follow(std::uint64_t address) {
    go(address);
    while (!open_.empty()) {
      const std::size_t b = open_.back();
      open_.pop_back();
      for (const std::uint64_t next : targets_of(b))
        go(next);
    }
  }

  /// Addresses in data and constants can be functions, or constants between functions. They are
  /// taken as code when they follow a jump and control flow from there contains only valid
  /// instructions until a return or known code.
  void follow_functions() {
    std::set<std::uint64_t> candidates = named_.computed;
    candidates.insert(named_.in_data.begin(), named_.in_data.end());
    for (const std::uint64_t address : candidates)
      if (const auto place = places_.find(address); place != places_.end() &&
                                                    !place->second.reached && behind_jump(place) &&
                                                    only_code_from(place->second.block))
        follow(address);
  }

private:
  using Places = std::map<std::uint64_t, Place>;

  [[nodiscard]] std::uint64_t begin_of(std::size_t b) const { return blocks_[b].instruction(0).pc; }
  [[nodiscard]] const isa::Instruction& last_of(std::size_t b) const {
    return blocks_[b].instruction(blocks_[b].count - 1);
  }

  [[nodiscard]] std::vector<std::uint64_t> targets_of(std::size_t b) const {
    std::vector<std::uint64_t> targets;
    for (const std::size_t next : exits_[b].to)
      targets.push_back(begin_of(next));
    const isa::Instruction& last = last_of(b);
    if (isa::is_control(last.op_class) && last.op_class != isa::OpClass::jump_register)
      targets.push_back(last.target); // also when no block begins there
    if (last.op == isa::Op::jump_link_register && last.rd != isa::kSinkRegister)
      targets.push_back(last.pc + last.size); // return point of an indirect call
    return targets;
  }

  void go(std::uint64_t address) {
    auto place = places_.upper_bound(address);
    if (place == places_.begin() || address >= (--place)->second.end)
      return;
    if (place->first != address) {
      place->second.entered_within = true;
    } else if (!place->second.reached) {
      place->second.reached = true;
      open_.push_back(place->second.block);
    }
  }

  /// The block has no fall-through predecessor: it is preceded by a jump, or a call that may not
  /// return, and possibly padding instructions.
  [[nodiscard]] bool behind_jump(Places::const_iterator place) const {
    while (place != places_.begin()) {
      const std::uint64_t begin = place->first;
      if ((--place)->second.end != begin)
        return true;
      const Block& block = blocks_[place->second.block];
      for (Node node = block.count; node-- > 0;) {
        const isa::Instruction& instruction = block.instruction(node);
        if (isa::is_control(instruction.op_class))
          return instruction.op_class != isa::OpClass::branch;
        if (instruction.op != isa::Op::nop && instruction.raw != 0)
          return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool only_code_from(std::size_t first) const {
    std::set<std::size_t> seen{first};
    std::vector<std::size_t> open{first};
    while (!open.empty()) {
      const std::size_t b = open.back();
      open.pop_back();
      if (!result_.is_code(blocks_[b]) || !plausible(blocks_[b]) ||
          (exits_[b].to.empty() && !exits_[b].returns && !exits_[b].unknown))
        return false;
      for (const std::uint64_t target : targets_of(b)) {
        const auto next = places_.find(target);
        if (next == places_.end())
          return false;
        if (!next->second.reached && seen.insert(next->second.block).second)
          open.push_back(next->second.block);
      }
    }
    return true;
  }

  /// All are valid instructions, and none writes a register that programs set only once.
  [[nodiscard]] static bool plausible(const Block& block) {
    for (Node node = 0; node < block.count; ++node) {
      if (block.instruction(node).op == isa::Op::unknown)
        return false;
      for (const RegId reg : block.micro_op(node).destinations())
        if (reg == kGlobalPointer || reg == kThreadPointer)
          return false;
    }
    return true;
  }

  static constexpr RegId kGlobalPointer = 3;
  static constexpr RegId kThreadPointer = 4;

  Places& places_;
  const ReachedCode& result_;
  std::vector<Block> blocks_;
  std::vector<BlockExit> exits_;
  CodeAddresses named_;
  std::vector<std::size_t> open_;
};

ReachedCode::ReachedCode(const isa::Program& program, const isa::ElfFile& elf) {
  for (const isa::ElfCodeSection& section : elf.code_sections)
    sections_.emplace_back(section.address, section.address + section.bytes.size());
  Finder finder(*this, program);
  const CodeAddresses& named = finder.named();
  finder.follow(program.entry);
  for (const std::uint64_t address : named.jumped)
    finder.follow(address);
  for (const isa::ElfSymbol& symbol : elf.symbols) {
    if (symbol.kind != isa::ElfSymbolKind::function)
      continue;
    finder.follow(symbol.address);
    const std::uint64_t end = symbol.address + symbol.size;
    for (auto entry = named.in_data.lower_bound(symbol.address);
         entry != named.in_data.end() && *entry < end; ++entry)
      finder.follow(*entry);
  }
  finder.follow_functions();
  data_ = named.accessed;
  for (const isa::ElfSymbol& symbol : elf.symbols)
    if (symbol.kind == isa::ElfSymbolKind::object && symbol.size > 0)
      data_.emplace_back(symbol.address, symbol.address + symbol.size);
  // Modified code becomes visible with fence.i; Linux programs use a system call instead, and have
  // no code that is writable from the start.
  if (std::any_of(program.code.begin(), program.code.end(),
                  [](const isa::Instruction& i) { return i.op == isa::Op::fence_i; }))
    for (const isa::ElfSegment& segment : elf.segments)
      if (segment.writable)
        changeable_.emplace_back(segment.address, segment.address + segment.memory_bytes);
}

bool ReachedCode::is_code(const Block& block) const {
  const std::uint64_t begin = block.instruction(0).pc;
  return sections_.empty() ||
         std::any_of(sections_.begin(), sections_.end(), [begin](const Range& section) {
           return section.first <= begin && begin < section.second;
         });
}

std::string ReachedCode::why_left(const Block& block) const {
  const std::uint64_t begin = block.instruction(0).pc;
  const auto place = places_.find(begin);
  if (!is_code(block))
    return "it lies in no section of code";
  if (place == places_.end() || !place->second.reached)
    return "nothing known leads there, so it may be data";
  const std::uint64_t end = place->second.end;
  if (place->second.entered_within)
    return "some jump leads into the middle of an instruction";
  for (Node node = 0; node < block.count; ++node)
    if (block.instruction(node).op == isa::Op::unknown)
      return "it holds what is no instruction";
  const auto meets = [begin, end](const Range& range) {
    return range.first < end && begin < range.second;
  };
  if (std::any_of(changeable_.begin(), changeable_.end(), meets))
    return "the program may change it: it is writable, and there is a fence.i";
  if (std::any_of(data_.begin(), data_.end(), meets))
    return "it is data, or the program reads it as data";
  return {};
}

} // namespace stallscope::sched
