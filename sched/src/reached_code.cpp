#include "reached_code.hpp"

#include "code_addresses.hpp"
#include "control_flow.hpp"

#include <algorithm>

namespace stallscope::sched {

ReachedCode::ReachedCode(const isa::Program& program, const isa::ElfFile& elf) {
  for (const isa::ElfCodeSection& section : elf.code_sections)
    sections_.emplace_back(section.address, section.address + section.bytes.size());
  reach(program, elf);
  for (const isa::ElfSymbol& symbol : elf.symbols)
    if (symbol.kind == isa::ElfSymbolKind::object && symbol.size > 0)
      data_.emplace_back(symbol.address, symbol.address + symbol.size);
  // fence.i is what makes changed code seen; Linux programs have a system call for it, and no code
  // that can be written from the start.
  if (std::any_of(program.code.begin(), program.code.end(),
                  [](const isa::Instruction& i) { return i.op == isa::Op::fence_i; }))
    for (const isa::ElfSegment& segment : elf.segments)
      if (segment.writable)
        changeable_.emplace_back(segment.address, segment.address + segment.memory_bytes);
}

std::map<std::uint64_t, ReachedCode::Place>::iterator ReachedCode::place_of(std::uint64_t address) {
  auto place = places_.upper_bound(address);
  if (place == places_.begin())
    return places_.end();
  --place;
  return address < place->second.end ? place : places_.end();
}

void ReachedCode::reach(const isa::Program& program, const isa::ElfFile& elf) {
  const std::vector<Block> blocks = basic_blocks(program);
  const std::vector<BlockExit> exits = control_flow(program, blocks, false);
  std::vector<std::uint32_t> line;
  std::map<std::uint64_t, std::size_t> at;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const isa::Instruction& last = blocks[b].instruction(blocks[b].count - 1);
    places_[blocks[b].instruction(0).pc].end = last.pc + last.size;
    at[blocks[b].instruction(0).pc] = b;
    line.insert(line.end(), blocks[b].indices.begin(), blocks[b].indices.end());
  }
  CodeAddresses named = code_addresses(program, line);
  data_ = std::move(named.accessed);

  std::vector<std::size_t> open;
  const auto go = [&](std::uint64_t address) {
    const auto place = place_of(address);
    if (place == places_.end())
      return;
    if (place->first != address)
      place->second.entered_within = true;
    else if (!place->second.reached)
      open.push_back(at.at(address));
    place->second.reached |= place->first == address;
  };
  go(program.entry);
  for (const std::uint64_t address : named.jumped)
    go(address);
  // What data names is the constants between functions as well: only within functions is it code.
  for (const isa::ElfSymbol& symbol : elf.symbols) {
    if (symbol.kind != isa::ElfSymbolKind::function)
      continue;
    go(symbol.address);
    const std::uint64_t end = symbol.address + symbol.size;
    for (auto entry = named.in_data.lower_bound(symbol.address);
         entry != named.in_data.end() && *entry < end; ++entry)
      go(*entry);
  }
  while (!open.empty()) {
    const std::size_t b = open.back();
    open.pop_back();
    for (const std::size_t next : exits[b].to)
      go(blocks[next].instruction(0).pc);
    const isa::Instruction& last = blocks[b].instruction(blocks[b].count - 1);
    if (isa::is_control(last.op_class) && last.op_class != isa::OpClass::jump_register)
      go(last.target); // also where no block begins
  }
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
