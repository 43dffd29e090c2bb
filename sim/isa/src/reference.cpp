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

ReferenceRun run_reference(const Program& program, const Environment& environment,
                           std::uint64_t instruction_limit) {
  Collector collector(environment.output);
  Environment inner = environment;
  inner.output = &collector;
  ReferenceRun run;
  run.state = initial_state(program);
  while (run.trap == Trap::none && run.state.instructions < instruction_limit)
    run.trap = execute(program, run.state, inner, run.state.instructions + 1).trap;
  // A program that ends exactly at the limit has ended.
  if (run.trap == Trap::none && run.state.pc == program.end_pc &&
      program.index_of(run.state.pc) == program.code.size())
    run.trap = Trap::end;
  run.output = collector.take();
  return run;
}

} // namespace stallscope::isa
