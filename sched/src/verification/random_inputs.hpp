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

/// A loop that ends by a comparison of two registers: `counter` moves by `step` per iteration.
struct Count {
  RegId counter = 0;
  RegId bound = 0;
  std::int64_t step = 0;
};

/// The program with all addresses accessible, so that random pointers do not end its run.
[[nodiscard]] isa::Program with_all_memory(const isa::Program& program);

/// Random registers and memory for a program and its transformed version.
class RandomInputs {
public:
  /// The program must outlive the inputs.
  RandomInputs(const isa::Program& program, const VerifyOptions& options);

  /// Sets up the initial state of one of the programs. Equal numbers give equal inputs.
  void apply(const isa::Program& program, isa::ArchState& state, unsigned number) const;

  /// A random register value: a pointer to random memory, a small number, or any number.
  [[nodiscard]] std::uint64_t value_of(RegId reg, Draw& draw) const;

  /// Registers with random values: not those that point to the program's code, stack and data.
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
