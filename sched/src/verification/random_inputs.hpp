#pragma once

#include "isa/executor.hpp"
#include "isa/program.hpp"
#include "sched/data_flow/liveness.hpp"
#include "sched/verification/verify.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::sched {

/// SplitMix64.
class Draw {
public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
  }
  std::uint64_t below(std::uint64_t n) { return next() % n; }

private:
  std::uint64_t state_;
};

/// A loop that ends when two registers compare: `counter` moves by `step` a round.
struct Count {
  RegId counter = 0;
  RegId bound = 0;
  std::int64_t step = 0;
};

/// The program with memory at all addresses, so that drawn pointers do not end its run.
[[nodiscard]] isa::Program with_all_memory(const isa::Program& program);

/// Registers and memory drawn at random for a program, and for what was made of it.
class RandomInputs {
public:
  /// The program outlives the inputs.
  RandomInputs(const isa::Program& program, const VerifyOptions& options);

  /// Changes the state of one of the programs before its first instruction. The same number, the
  /// same change.
  void apply(const isa::Program& program, isa::ArchState& state, unsigned number) const;

  /// A register's value: a pointer to drawn memory, a small number, any number.
  [[nodiscard]] std::uint64_t value_of(RegId reg, Draw& draw) const;

  /// Registers that are drawn; those that lead to code, stack and data of the program are not.
  [[nodiscard]] const RegisterSet& drawn() const { return named_; }

private:
  void change(isa::ArchState& state, unsigned number) const;
  [[nodiscard]] bool narrow() const;
  [[nodiscard]] std::uint64_t extended(std::uint64_t value) const;
  void restrict_pointers(isa::ArchState& state, Draw& draw) const;

  const isa::Program& program_;
  VerifyOptions options_;
  RegisterSet named_;
  std::vector<Count> counts_;
};

} // namespace stallscope::sched
