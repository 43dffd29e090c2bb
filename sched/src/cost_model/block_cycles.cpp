#include "cost_model/block_cycles.hpp"

#include "base/check.hpp"
#include "isa/assemble.hpp"

namespace stallscope::sched {

namespace {

Schedule list_scheduled(const Block& block, const Target& target, const AliasHints& hints,
                        const Folding& folding, std::string_view scheduler = "critical-path") {
  const Problem problem(dependences(block, target, hints, folding), target);
  ScheduleOptions options;
  options.hints = hints;
  return make_schedule(problem, scheduler, options);
}

} // namespace

std::uint32_t list_scheduled_cycles(const Block& block, const Target& target,
                                    const AliasHints& hints, std::string_view scheduler) {
  return list_scheduled(block, target, hints, foldable(block), scheduler).cycles;
}

std::uint32_t steady_loop_cycles(const Block& block, const Target& target,
                                 const AliasHints& hints) {
  const Schedule schedule = list_scheduled(block, target, hints, foldable(block));
  Block rounds = block; // in the new order, so that producers are determined by it
  rounds.indices.clear();
  constexpr std::uint32_t kRounds = 6; // iterations after which the steady state is reached
  for (std::uint32_t round = 0; round < kRounds; ++round)
    for (const Node node : schedule.order)
      rounds.indices.push_back(block.index_of(node));
  rounds.count = kRounds * block.count;
  const std::vector<PipelineOp> ops = pipeline_ops(rounds);
  PipelineModel& model = target.scratch_model();
  model.start(ops);
  std::int32_t before = 0;
  for (Node node = 0; node < rounds.count; ++node) {
    const std::int32_t issue = model.place(node).issue;
    if (node + 1 == (kRounds - 1) * block.count)
      before = issue;
    if (node + 1 == rounds.count)
      return static_cast<std::uint32_t>(issue - before);
  }
  return 0;
}

isa::Program read_again(const isa::Program& program, const std::string& text, bool delay_slot) {
  isa::AssembleOptions options;
  options.xlen = program.xlen;
  options.delay_slots = delay_slot;
  auto read = isa::assemble(program.isa, program.name, text, options);
  STALLSCOPE_CHECK(read.ok(), "a text that we have changed does not assemble");
  return std::move(read).value();
}

} // namespace stallscope::sched
