#pragma once

#include "base/ids.hpp"
#include "isa/executor.hpp"

#include <array>
#include <cstdint>

namespace stallscope::isa::threaded {

struct Step;
struct Context;

/// Executes a step and the following ones, up to the end of the known traces. Every handler ends
/// with a call of the next one, which optimizing compilers turn into a jump.
using Handler = void (*)(const Step* step, std::uint64_t* regs, Context* context);

/// A possible continuation after the end of a trace.
struct Link {
  const Step* first = nullptr; ///< first step of the trace there; null until known
  std::uint64_t pc = 0;
  std::uint64_t count = ~0ULL; ///< number of instructions of that trace; larger than any budget
                               ///< until known
};

/// The two continuations of a trace: [0] not taken, [1] taken.
struct Exit {
  std::array<Link, 2> links;
  std::int64_t imm = 0; ///< operand b of a branch that compares with a constant
};

/// One instruction, translated.
struct Step {
  Handler handler = nullptr;
  union {
    std::int64_t imm = 0; ///< operand b, displacement or constant
    Exit* exit;           ///< for a step that ends a trace
  };
  RegId rd = kSinkRegister;
  RegId rs1 = 0;
  RegId rs2 = 0;
  RegId rs3 = 0;             ///< addend of a fused multiply-add; rd2 of operations with two results
  std::uint32_t index = 0;   ///< index of the instruction in Program::code
  std::uint16_t left = 0;    ///< number of instructions of the trace not yet executed when it
                             ///< begins
  std::uint8_t rounding = 0; ///< as Instruction::rounding
};
static_assert(sizeof(Step) == 32, "two steps a cache line");

/// Host addresses of guest memory, by page: a software TLB. An entry covers the part of a page that
/// is in one region with the permission of the table.
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

  /// Host address of `bytes` at a guest address, or null if unknown.
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
  /// An empty entry has the number of a page that belongs to another entry.
  void clear(std::size_t i) {
    entries_[i] = {((i + kEntries / 2) % kEntries) << kPageBits, 0, nullptr};
  }

  std::array<Entry, kEntries> entries_;
};

/// Data shared by handlers.
struct Context {
  PageTable<const std::uint8_t> readable;
  PageTable<std::uint8_t> writable;

  /// Traces by start address, for indirect jumps.
  static constexpr std::size_t kKnownTraces = 4096;
  std::array<Link, kKnownTraces> known{};
  [[nodiscard]] Link& known_at(std::uint64_t begin) { return known[(begin >> 1) % kKnownTraces]; }

  std::uint64_t budget = 0; ///< instructions that may still be executed, besides those of the
                            ///< current trace
  std::uint64_t pc = 0;     ///< out: the current position
  Link* open = nullptr;     ///< out: the link taken at the end, whose trace is unknown or too long
  std::uint64_t unexecuted = 0; ///< out: instructions of the last trace not executed
  bool stopped = false;         ///< out: the instruction at pc must be executed by `execute`
  std::uint64_t* log = nullptr; ///< with a log: position after its last word

  std::uint64_t jump_keeps = ~0ULL; ///< bits of an indirect jump's target that are used
  std::uint64_t jump_forbids = 0;   ///< bits that trap if set
  std::uint64_t fp_always_on = 0;   ///< all ones if there is no mstatus.FS to disable it
  const Program* program = nullptr;
  ArchState* state = nullptr;
  Environment environment; ///< does not deliver traps
};

} // namespace stallscope::isa::threaded
