#pragma once

#include "core/warming/functional_warming.hpp"
#include "isa/executor.hpp"
#include "isa/threaded_code.hpp"
#include "sample/block_vectors.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::session {

/// Executes a program without a pipeline from its start, forward only, and updates the state of the
/// machine's caches, TLBs and predictors. Straight-line code is executed as threaded code and its
/// accesses are read from the code's log; other instructions are executed singly.
class FunctionalPass {
public:
  /// All arguments must outlive this object.
  FunctionalPass(const isa::Program& program, const machine::Machine& machine,
                 const isa::Environment& environment);

  /// Executes up to a number of instructions since the start, or a few more with delay slots,
  /// because a unit cannot begin between a branch and its slot. False when the program has ended
  /// earlier.
  bool advance(std::uint64_t instructions);

  /// From this call on, executed blocks are counted in `blocks`, and tables are not updated.
  void collect(BlockVectors* blocks) { blocks_ = blocks; }

  [[nodiscard]] const isa::ArchState& arch() const { return arch_; }
  /// Must be called when a copy of arch() has been made, because the copy shares its memory.
  void attach();
  [[nodiscard]] core::WarmState warm() const { return warming_.at_rest(warm_); }
  /// Cycles as counted by the reference machine: one for each instruction or trap to a handler.
  [[nodiscard]] std::uint64_t cycle() const { return arch_.instructions + arch_.exceptions; }

private:
  /// An effect of an instruction of a trace on the machine's tables.
  struct Item {
    enum class Kind : std::uint8_t {
      fetch,   ///< begins a new line of the instruction cache
      address, ///< memory access; its address is in the log
      effect,  ///< possible memory accesses, described in the log
      jump,    ///< direct jump: the target is known
    };
    Kind kind;
    std::uint8_t bytes;
    bool write;
    std::uint32_t place; ///< index of the instruction in the trace, from 0
    const isa::Instruction* instruction;
  };
  /// A trace of the threaded code.
  struct Flow {
    std::uint64_t pc = 0;
    std::uint32_t count = 0; ///< number of instructions
    std::uint32_t words = 0; ///< number of words of all its instructions in the log
    std::vector<Item> items;
    const isa::Instruction* last_control = nullptr; ///< the last instruction, when it is a branch
                                                    ///< or an indirect jump
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
  std::vector<Flow> flows_; ///< by number of the trace; entries with count 0 are not known yet
  std::vector<std::uint64_t> log_;
  BlockVectors* blocks_ = nullptr;
};

} // namespace stallscope::session
