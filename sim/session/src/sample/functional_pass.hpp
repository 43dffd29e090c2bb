#pragma once

#include "core/warming/functional_warming.hpp"
#include "isa/executor.hpp"
#include "isa/threaded_code.hpp"
#include "sample/block_vectors.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::session {

/// A program executed without a pipeline from its start, forward only, with everything that the
/// machine's caches, TLBs and predictors would remember of it. Straight-line code is executed as
/// threaded code, and what it did read off its log; the rest instruction by instruction.
class FunctionalPass {
public:
  /// All must outlive it.
  FunctionalPass(const isa::Program& program, const machine::Machine& machine,
                 const isa::Environment& environment);

  /// Executes up to so many instructions since the start, or a few more with delay slots: between a
  /// branch and its slot nothing can begin. False when the program has ended before.
  bool advance(std::uint64_t instructions);

  /// From now on blocks that are executed are counted there, and nothing is kept warm.
  void collect(BlockVectors* blocks) { blocks_ = blocks; }

  [[nodiscard]] const isa::ArchState& arch() const { return arch_; }
  /// To be called when a copy of arch() has been made: its memory is shared now.
  void attach();
  [[nodiscard]] core::WarmState warm() const { return warming_.at_rest(warm_); }
  /// As the reference machine counts: an instruction or a trap to a handler a cycle.
  [[nodiscard]] std::uint64_t cycle() const { return arch_.instructions + arch_.exceptions; }

private:
  /// What an instruction of a trace does to the machine's tables.
  struct Item {
    enum class Kind : std::uint8_t {
      fetch,   ///< begins another line of the instruction cache
      address, ///< memory access; its address is in the log
      effect,  ///< perhaps one, or two
      jump,    ///< direct: where it goes is known
    };
    Kind kind;
    std::uint8_t bytes;
    bool write;
    std::uint32_t place; ///< in the trace, from 0
    const isa::Instruction* instruction;
  };
  /// A trace of the threaded code.
  struct Flow {
    std::uint64_t pc = 0;
    std::uint32_t count = 0; ///< instructions
    std::uint32_t words = 0; ///< of all of them in the log
    std::vector<Item> items;
    const isa::Instruction* last_control = nullptr; ///< its last, when that is a branch or indirect
  };

  bool step();
  void follow(const isa::Instruction& instruction, const isa::Effect& effect);
  void count_blocks(std::uint64_t executed);
  std::uint64_t run_threaded(std::uint64_t count);
  void take_log(std::uint64_t executed);
  const std::uint64_t* take_items(const Flow& flow, std::uint32_t count, const std::uint64_t* word);
  void access(const isa::Instruction& instruction, std::uint64_t address, unsigned bytes,
              bool write) {
    warming_.data(warm_,
                  {.address = address, .bytes = bytes, .write = write, .pc = instruction.pc});
  }
  const Flow& flow_of(std::uint64_t number);
  void describe(Flow& flow, std::uint64_t number) const;
  [[nodiscard]] bool in_delay_slot() const {
    return environment_.delay_slots && arch_.npc != arch_.pc + 4;
  }

  const isa::Program& program_;
  const isa::Environment& environment_;
  core::FunctionalWarming warming_;
  isa::ArchState arch_;
  core::WarmState warm_;
  std::optional<isa::ThreadedCode> code_;
  std::vector<Flow> flows_; ///< by number of the trace; those with count 0 are not known yet
  std::vector<std::uint64_t> log_;
  BlockVectors* blocks_ = nullptr;
};

} // namespace stallscope::session
