#include "isa/written_code.hpp"

#include "isa/riscv_code.hpp"
#include "platform/region_map.hpp"

#include <algorithm>

namespace stallscope::isa {

namespace {

/// The executable parts of a memory.
Memory executable_part(Memory memory, const std::vector<MemoryRegion>& regions) {
  std::uint64_t begin = 0;
  for (const auto& [code_begin, code_end] : executable_ranges(regions)) {
    if (code_begin > begin)
      memory.clear(begin, code_begin - begin);
    begin = code_end;
  }
  if (begin != 0)
    memory.clear(begin, ~0ULL - begin);
  return memory;
}

std::uint32_t machine_code_at(const Memory& memory, std::uint64_t pc) {
  const auto first = static_cast<std::uint32_t>(memory.load(pc, 2));
  const bool is_long = (first & 3) == 3;
  return is_long ? static_cast<std::uint32_t>(memory.load(pc, 4)) : first;
}

} // namespace

WrittenCode::WrittenCode(const Program& program)
    : xlen_(program.xlen), first_instruction_(static_cast<std::uint32_t>(program.code.size())),
      first_micro_op_(static_cast<std::uint32_t>(program.micro_ops.size())) {}

std::uint32_t WrittenCode::index_of(std::uint64_t pc, std::uint32_t raw) {
  const Key key{pc, raw};
  if (const auto found = indices_.find(key); found != indices_.end())
    return found->second;
  if (is_full())
    return kNoIndex;
  Instruction instruction = decode_riscv(raw, pc, xlen_);
  MicroOp micro_op = micro_op_for(instruction);
  unite(instruction, micro_op, first_micro_op_ + static_cast<std::uint32_t>(micro_ops_.size()));
  const std::uint32_t index = first_instruction_ + static_cast<std::uint32_t>(instructions_.size());
  instructions_.push_back(instruction);
  micro_ops_.push_back(micro_op);
  indices_.emplace(key, index);
  return index;
}

const Memory& WrittenCode::initial(const Program& program) {
  if (!initial_) {
    Memory memory;
    for (const DataSegment& segment : program.data)
      if (segment.in_memory)
        memory.write(segment.address, segment.bytes);
    initial_ = executable_part(std::move(memory), program.regions);
  }
  return *initial_;
}

void synchronize_code(const Program& program, ArchState& state) {
  if (program.written == nullptr)
    return;
  Memory now = executable_part(state.memory, *state.regions);
  if (!(now == (state.code ? *state.code : program.written->initial(program))))
    state.code = std::move(now);
}

void look_into_memory(ArchState& state) {
  state.code = executable_part(state.memory, *state.regions);
}

bool is_executable(const ArchState& state, std::uint64_t address) {
  return std::any_of(state.regions->begin(), state.regions->end(), [address](const auto& region) {
    return region.executable && region.begin <= address && address < region.end;
  });
}

bool find_code_in_memory(const Program& program, ArchState& state) {
  if (program.written == nullptr || program.written->is_full() || (state.pc & 1) != 0 ||
      !is_executable(state, state.pc) || state.memory.load(state.pc, 2) == 0)
    return false;
  look_into_memory(state);
  return index_at(program, state, state.pc) != kNoIndex;
}

std::uint32_t index_in_written_code(const Program& program, const ArchState& state,
                                    std::uint64_t pc) {
  const std::uint32_t index = program.index_of(pc);
  const std::uint32_t raw = machine_code_at(*state.code, pc);
  if (program.platform == Platform::bare_metal && (raw & 3) == 3 && !is_executable(state, pc + 2))
    return kNoIndex; // its second half cannot be fetched
  if (index != kNoIndex && program.code[index].raw == raw)
    return index;
  if ((pc & 1) != 0 || raw == 0) // empty memory, or the defined illegal instruction
    return kNoIndex;
  return program.written->index_of(pc, raw);
}

} // namespace stallscope::isa
