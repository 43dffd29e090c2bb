#include "isa/csr.hpp"
#include "isa/executor.hpp"
#include "isa/threaded_code.hpp"
#include "isa/written_code.hpp"
#include "platform/csr.hpp"

namespace stallscope::isa {

namespace {

/// Stores the beginning of the output.
class Collector : public OutputSink {
public:
  explicit Collector(OutputSink* next) : next_(next) {}

  void write(std::uint64_t offset, std::string_view text) override {
    collected_ += text.substr(0, ReferenceRun::kMostOutputBytes - collected_.size());
    if (next_ != nullptr)
      next_->write(offset, text);
  }
  [[nodiscard]] std::string take() { return std::move(collected_); }

private:
  OutputSink* next_;
  std::string collected_;
};

/// A program that ends exactly at the limit counts as ended.
bool has_ended(const Program& program, const ArchState& state) {
  return (state.pc == program.end_pc || state.pc == program.return_pc) &&
         program.index_of(state.pc) == kNoIndex;
}

} // namespace

Trap advance_reference(const Program& program, ArchState& state, const Environment& environment,
                       std::uint64_t instruction_limit) {
  if (ThreadedCode::is_supported(environment)) {
    ThreadedCode code(program, environment);
    return advance_reference(program, state, environment, instruction_limit, code);
  }
  const auto done = [&state] { return state.instructions + state.exceptions; };
  Trap trap = Trap::none;
  while (trap == Trap::none && done() < instruction_limit)
    trap = execute(program, state, environment, done() + 1).trap;
  return trap == Trap::none && has_ended(program, state) ? Trap::end : trap;
}

Trap advance_reference(const Program& program, ArchState& state, const Environment& environment,
                       std::uint64_t instruction_limit, ThreadedCode& code) {
  const auto done = [&state] { return state.instructions + state.exceptions; };
  Trap trap = Trap::none;
  code.attach(state);
  while (trap == Trap::none && done() < instruction_limit) {
    code.run(state, instruction_limit - done());
    if (done() == instruction_limit)
      break;
    const std::uint32_t index = index_at(program, state, state.pc);
    // Most CSR accesses change neither memory nor its permissions.
    const bool keeps_memory = index != kNoIndex && is_csr_access(program.instruction(index).op) &&
                              !changes_protection(program.instruction(index));
    trap = execute(program, state, environment, done() + 1).trap;
    if (!keeps_memory)
      code.attach(state);
  }
  return trap == Trap::none && has_ended(program, state) ? Trap::end : trap;
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
