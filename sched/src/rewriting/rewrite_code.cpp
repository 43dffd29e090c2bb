#include "sched/rewriting/rewrite_code.hpp"

#include "base/check.hpp"
#include "control_flow/reached_code.hpp"
#include "isa/riscv_code.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace stallscope::sched {

namespace {

bool is_auipc(const isa::Instruction& instruction) {
  return instruction.op == isa::Op::load_immediate && instruction.size == 4 &&
         (instruction.raw & 0x7fU) == 0x17;
}

bool writes(const Block& block, Node node, RegId reg) {
  const auto destinations = block.micro_op(node).destinations();
  return std::find(destinations.begin(), destinations.end(), reg) != destinations.end();
}

unsigned times_read(const Block& block, Node node, RegId reg) {
  const auto sources = block.micro_op(node).sources();
  return static_cast<unsigned>(std::count_if(
      sources.begin(), sources.end(), [reg](const isa::RegisterRead& r) { return r.reg == reg; }));
}

/// The instruction adds a 12-bit constant to a register: the lower half of an address started by
/// auipc.
bool is_lower_half(const Block& block, Node node, RegId reg) {
  const isa::Instruction& instruction = block.instruction(node);
  const bool sum = instruction.has_immediate &&
                   (instruction.op == isa::Op::add || instruction.op == isa::Op::addw);
  const bool access = isa::is_memory(instruction.op_class) &&
                      isa::base_of(instruction.op_class) != isa::OpClass::atomic;
  const bool jump =
      instruction.op == isa::Op::jump_link_register || instruction.op == isa::Op::jump_register;
  return instruction.size == 4 && instruction.rs1 == reg && times_read(block, node, reg) == 1 &&
         (sum || access || jump);
}

/// A block in its new order, as machine code.
class NewCode {
public:
  NewCode(const Reordered& reordered, unsigned xlen)
      : block_(reordered.block), order_(reordered.order), xlen_(xlen), offset_(block_.count, 0),
        raw_(block_.count, 0), moved_(block_.count, 0) {
    std::uint64_t pc = block_.instruction(0).pc;
    for (const Node node : order_) {
      const isa::Instruction& instruction = block_.instruction(node);
      offset_[node] = instruction.imm;
      raw_[node] = instruction.raw;
      moved_[node] = static_cast<std::int64_t>(pc - instruction.pc);
      pc += instruction.size;
    }
    for (const auto& [node, offset] : folded_offsets(block_, reordered.folding, order_))
      change(node, offset);
    for (std::size_t at = 0; at < order_.size(); ++at)
      if (is_auipc(block_.instruction(order_[at])) && moved_[order_[at]] != 0)
        move_upper_half(at);
  }

  [[nodiscard]] const std::string& why_not() const { return why_not_; }

  /// The bytes, in order.
  [[nodiscard]] std::vector<std::uint8_t> bytes() const {
    std::vector<std::uint8_t> bytes;
    for (const Node node : order_)
      for (unsigned i = 0; i < block_.instruction(node).size; ++i)
        bytes.push_back(static_cast<std::uint8_t>(raw_[node] >> (8 * i)));
    return bytes;
  }

private:
  bool change(Node node, std::int64_t immediate) {
    const auto bits = isa::with_immediate(block_.instruction(node), immediate, xlen_);
    if (bits) {
      raw_[node] = *bits;
      offset_[node] = immediate;
    } else if (why_not_.empty()) {
      why_not_ = "an offset does not fit into the instruction's bytes: " + block_.text(node);
    }
    return bits.has_value();
  }

  /// A moved auipc computes a shifted address: the lower halves compensate, or the auipc's own
  /// immediate when that is out of their range.
  void move_upper_half(std::size_t at) {
    const Node auipc = order_[at];
    const RegId reg = block_.instruction(auipc).rd;
    std::vector<Node> halves;
    for (std::size_t behind = at + 1; behind < order_.size(); ++behind) {
      const Node node = order_[behind];
      if (times_read(block_, node, reg) > 0) {
        if (!is_lower_half(block_, node, reg))
          why_not_ = "the address of an instruction is used: " + block_.text(auipc);
        halves.push_back(node);
      }
      if (writes(block_, node, reg))
        break;
    }
    constexpr std::int64_t kUpper = 4096; // one unit of the upper half
    for (const std::int64_t up : {0, 1, -1}) {
      const std::int64_t change_by = -moved_[auipc] - up * kUpper;
      const bool fit = std::all_of(halves.begin(), halves.end(), [&](Node half) {
        return isa::with_immediate(block_.instruction(half), offset_[half] + change_by, xlen_)
            .has_value();
      });
      const std::int64_t upper = (block_.instruction(auipc).raw >> 12U) + up;
      // An upper half at either end of its range would wrap around.
      const bool wraps = upper < 0 || upper > 0xfffff || (up == 1 && upper == 0x80000) ||
                         (up == -1 && upper == 0x7ffff);
      if (!fit || wraps)
        continue;
      for (const Node half : halves)
        change(half, offset_[half] + change_by);
      if (up != 0)
        change(auipc, upper);
      return;
    }
    why_not_ = "an address would be out of reach: " + block_.text(auipc);
  }

  const Block& block_;
  const std::vector<Node>& order_;
  unsigned xlen_;
  std::vector<std::int64_t> offset_; ///< by node
  std::vector<std::uint32_t> raw_;   ///< by node
  std::vector<std::int64_t> moved_;  ///< by node: bytes moved, negative downwards
  std::string why_not_;
};

} // namespace

struct CodeWriter::Map {
  ReachedCode reached;
  std::vector<isa::ElfSegment> segments; ///< executable ones
  const std::uint8_t* begin = nullptr;   ///< start of the file that the segments refer to
};

CodeWriter::CodeWriter(const isa::Program& program, const isa::ElfFile& elf,
                       std::span<const std::uint8_t> bytes)
    : program_(program), bytes_(bytes.begin(), bytes.end()) {
  auto map = std::make_unique<Map>(Map{ReachedCode(program, elf), {}, bytes.data()});
  for (const isa::ElfSegment& segment : elf.segments)
    if (segment.executable)
      map->segments.push_back(segment);
  map_ = std::move(map);
}

CodeWriter::~CodeWriter() = default;

bool CodeWriter::is_code(const Block& block) const {
  return map_->reached.is_code(block);
}

std::string CodeWriter::why_left(const Block& block) const {
  return map_->reached.why_left(block);
}

void CodeWriter::fix(Block& block) const {
  block.fixed.assign(block.count, false);
  for (Node node = 0; node < block.count; ++node) {
    const isa::Instruction& instruction = block.instruction(node);
    if (!is_auipc(instruction) || instruction.rd == isa::kSinkRegister)
      continue;
    bool ends = false; // the value dies in the block
    bool only_halves = true;
    for (Node behind = node + 1; behind < block.count && !ends && only_halves; ++behind) {
      only_halves = times_read(block, behind, instruction.rd) == 0 ||
                    is_lower_half(block, behind, instruction.rd);
      ends = writes(block, behind, instruction.rd);
    }
    block.fixed[node] = !ends || !only_halves;
  }
}

std::string CodeWriter::write(const Reordered& reordered) {
  const Block& block = reordered.block;
  const std::uint64_t begin = block.instruction(0).pc;
  const NewCode code(reordered, program_.xlen);
  if (!code.why_not().empty())
    return code.why_not();
  const std::vector<std::uint8_t> made = code.bytes();
  const auto segment = std::find_if(map_->segments.begin(), map_->segments.end(),
                                    [begin](const auto& s) { return s.contains(begin); });
  if (segment == map_->segments.end() ||
      begin - segment->address + made.size() > segment->bytes.size())
    return "it is not in the file";
  const std::size_t offset = static_cast<std::size_t>(segment->bytes.data() - map_->begin) +
                             static_cast<std::size_t>(begin - segment->address);
  std::copy(made.begin(), made.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
  // The bytes at the new address equal those of the block.
  std::uint64_t pc = begin;
  for (const Node node : reordered.order) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 4 && pc - begin + i < made.size(); ++i)
      bits |= std::uint32_t{made[pc - begin + i]} << (8 * i);
    const isa::Instruction is = isa::decode_riscv(bits, pc, program_.xlen);
    const isa::Instruction& was = block.instruction(node);
    STALLSCOPE_CHECK(is.op == was.op && is.size == was.size && is.rd == was.rd &&
                         is.rs1 == was.rs1 && is.rs2 == was.rs2 && is.rs3 == was.rs3 &&
                         is.target == was.target,
                     "a block was written as other instructions");
    pc += is.size;
  }
  return {};
}

} // namespace stallscope::sched
