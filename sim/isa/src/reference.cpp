#include "isa/executor.hpp"

namespace stallscope::isa {

namespace {

class Collector : public OutputSink {
public:
  explicit Collector(OutputSink* next) : next_(next) {}

  void write(std::uint64_t offset, std::string_view text) override {
    collected_ += text;
    if (next_ != nullptr)
      next_->write(offset, text);
  }
  [[nodiscard]] std::string take() { return std::move(collected_); }

private:
  OutputSink* next_;
  std::string collected_;
};

} // namespace

Trap advance_reference(const Program& program, ArchState& state, const Environment& environment,
                       std::uint64_t instruction_limit) {
  Trap trap = Trap::none;
  for (std::uint64_t done = state.instructions + state.exceptions;
       trap == Trap::none && done < instruction_limit; ++done)
    trap = execute(program, state, environment, done + 1).trap;
  // A program that ends exactly at the limit has ended.
  if (trap == Trap::none && state.pc == program.end_pc &&
      program.index_of(state.pc) == program.code.size())
    trap = Trap::end;
  return trap;
}

ReferenceRun run_reference(const Program& program, const Environment& environment,
                           std::uint64_t instruction_limit) {
  Collector collector(environment.output);
  Environment inner = environment;
  inner.output = &collector;
  ReferenceRun run;
  run.state = initial_state(program);
  run.trap = advance_reference(program, run.state, inner, instruction_limit);
  run.output = collector.take();
  return run;
}

} // namespace stallscope::isa
