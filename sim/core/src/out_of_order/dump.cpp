#include "core/out_of_order/out_of_order_core.hpp"
#include "core/out_of_order/waits.hpp"

#include <fmt/format.h>

namespace stallscope::core {

namespace {

/// "3 of 8", or "3" where there is no limit.
std::string filled(std::uint64_t used, unsigned entries) {
  return entries != 0 ? fmt::format("{} of {}", used, entries) : fmt::format("{}", used);
}

std::string progress_text(const OutOfOrderCore& core, const OutOfOrderState& state,
                          const WindowOp& op) {
  const isa::Program& program = core.program();
  switch (op.progress) {
  case Progress::fetched:
    return "front end";
  case Progress::waiting:
  case Progress::ready: {
    std::string text = core.dynamic().stations[op.station].name;
    const Cause cause = wait_of(core, state, op);
    if (cause.why == Reason::none)
      return text + ", ready";
    text += fmt::format(", waits: {}", info(cause.why).name);
    if (cause.reg < program.register_names.size())
      text += fmt::format(" {}", program.register_names[cause.reg]);
    if (cause.culprit)
      text += fmt::format(" by #{}", cause.culprit.value);
    return text;
  }
  case Progress::executing:
  case Progress::timed:
    return fmt::format("executes in {} to cycle {}",
                       core.plan().names[core.plan().ports[op.port].lane].name, op.ends_at);
  case Progress::executed:
    return "waits to write its result";
  case Progress::written:
    return "done";
  }
  return {};
}

} // namespace

std::string OutOfOrderCore::dump(const OutOfOrderState& state) const {
  const machine::Dynamic& m = dynamic();
  std::string text =
      fmt::format("cycle {}, {} micro-ops in the window, {} of them in the front end, "
                  "next pc {:#x}{}\n",
                  state.cycle, state.end - state.oldest, state.end - state.undispatched,
                  state.arch.pc, state.speculation.active ? " (wrong path)" : "");
  text += " ";
  for (std::size_t i = 0; i < m.stations.size(); ++i)
    text += fmt::format(" station {}: {};", m.stations[i].name,
                        filled(state.entries_used[i], m.stations[i].entries));
  if (m.speculates())
    text += fmt::format(" reorder buffer: {};", filled(state.reordered, m.reorder_entries));
  text += fmt::format(" loads: {}; stores: {}\n", filled(state.loads, m.load_entries),
                      filled(state.stores, m.store_entries));
  for (std::uint64_t position = state.oldest; position < state.end; ++position) {
    const WindowOp& op = state.at(position);
    text += fmt::format("  #{} {}{}: {}\n", op.id.value, program_->text_of(op.instruction),
                        op.planned->part > 0 ? fmt::format(" [{}]", op.planned->part + 1U) : "",
                        progress_text(*this, state, op));
  }
  return text;
}

} // namespace stallscope::core
