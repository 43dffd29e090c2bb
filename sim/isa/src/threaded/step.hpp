#pragma once

#include "base/ids.hpp"
#include "isa/executor.hpp"

#include <array>
#include <cstdint>

namespace stallscope::isa::threaded {

struct Step;
struct Context;

/// Carries out a step and those behind it, up to the end of what can be gone through. Every handler
/// ends in a call of the next, which optimising compilers make a jump.
using Handler = void (*)(const Step* step, std::uint64_t* regs, Context* context);

/// Where control may go from the end of a trace.
struct Link {
  const Step* first = nullptr; ///< of the trace there; null until it is known
  std::uint64_t pc = 0;
  std::uint64_t count = ~0ULL; ///< instructions of that trace; too many for any budget until known
};

/// The two ways out of a trace: [0] straight on, [1] taken.
struct Exit {
  std::array<Link, 2> links;
  std::int64_t imm = 0; ///< operand b of a branch that compares with a constant
};

/// One instruction, translated.
struct Step {
  Handler handler = nullptr;
  union {
    std::int64_t imm = 0; ///< operand b, displacement or constant
    Exit* exit;           ///< of a step that ends a trace
  };
  RegId rd = kSinkRegister;
  RegId rs1 = 0;
  RegId rs2 = 0;
  RegId rs3 = 0;             ///< addend of a fused multiply-add; rd2 of operations with two results
  std::uint32_t index = 0;   ///< of the instruction in Program::code
  std::uint16_t left = 0;    ///< instructions of the trace that are not done yet when it begins
  std::uint8_t rounding = 0; ///< as Instruction::rounding
};
static_assert(sizeof(Step) == 32, "two steps a cache line");

/// Host addresses of guest memory, by page: a software TLB. An entry covers the part of a page that
/// lies in one region with the permission the table is for.
template <class Byte> class PageTable {
public:
  static constexpr std::size_t kEntries = 128;
  static constexpr std::uint64_t kPageBytes = Memory::kPageBytes;
  static constexpr unsigned kPageBits = 12;
  static_assert(kPageBytes == 1ULL << kPageBits);

  struct Entry {
    std::uint64_t begin = 0; ///< first guest address
    std::uint64_t last8 = 0; ///< offset of the last 8 bytes
    Byte* host = nullptr;
  };

  /// Host address of `bytes` at a guest address, or null when that is not known.
  [[nodiscard]] Byte* find(std::uint64_t address, unsigned bytes) const {
    const Entry& entry = entries_[(address >> kPageBits) % kEntries];
    const std::uint64_t offset = address - entry.begin;
    return offset <= entry.last8 + (8 - bytes) ? entry.host + offset : nullptr;
  }
  void set(const Entry& entry) { entries_[(entry.begin >> kPageBits) % kEntries] = entry; }
  void forget_page(std::uint64_t address) { clear((address >> kPageBits) % kEntries); }
  void forget() {
    for (std::size_t i = 0; i < kEntries; ++i)
      clear(i);
  }

private:
  /// An empty entry begins on a page that belongs to another one.
  void clear(std::size_t i) {
    entries_[i] = {((i + kEntries / 2) % kEntries) << kPageBits, 0, nullptr};
  }

  std::array<Entry, kEntries> entries_;
};

/// What handlers share.
struct Context {
  PageTable<const std::uint8_t> readable;
  PageTable<std::uint8_t> writable;

  /// Traces by where they begin, for indirect jumps.
  static constexpr std::size_t kKnownTraces = 4096;
  std::array<Link, kKnownTraces> known{};
  [[nodiscard]] Link& known_at(std::uint64_t begin) { return known[(begin >> 1) % kKnownTraces]; }

  std::uint64_t budget = 0; ///< instructions that may still be executed, besides the trace entered
  std::uint64_t pc = 0;     ///< out: where control is
  Link* open = nullptr;     ///< out: left by this link, whose trace is not known or too long
  std::uint64_t unexecuted = 0; ///< out: instructions of the last trace not executed
  bool stopped = false;         ///< out: the instruction at pc is one for `execute`
  std::uint64_t* log = nullptr; ///< with a log: behind its last word

  std::uint64_t jump_keeps = ~0ULL; ///< bits of an indirect jump's target that count
  std::uint64_t jump_forbids = 0;   ///< bits that trap when they are set
  std::uint64_t fp_always_on = 0;   ///< all ones when there is no mstatus.FS to switch it off
  const Program* program = nullptr;
  ArchState* state = nullptr;
  Environment environment; ///< delivers no traps
};

} // namespace stallscope::isa::threaded
