#include "core/out_of_order/out_of_order_core.hpp"
#include "core/out_of_order/waits.hpp"

#include <fmt/format.h>

namespace stallscope::core {

namespace {

/// "3 of 8", or "3" where the size is unlimited.
std::string filled(std::uint64_t used, unsigned entries) {
  return entries != 0 ? fmt::format("{} of {}", used, entries) : fmt::format("{}", used);
}

/// " 8 bytes at 0x10010000", for micro-ops that access memory.
std::string access_text(const WindowOp& op) {
  return op.bytes == 0 ? std::string() : fmt::format(", {} bytes at {:#x}", op.bytes, op.address);
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
    if (cause.why == Reason::none && op.refusal != Reason::none)
      return text + fmt::format(", ready, is refused: {}", info(op.refusal).title) +
             access_text(op);
    if (cause.why == Reason::none)
      return text + ", ready" + access_text(op);
    text += fmt::format(", waits: {}", info(cause.why).name);
    if (cause.reg < program.register_names.size())
      text += fmt::format(" {}", program.register_names[cause.reg]);
    if (cause.culprit)
      text += fmt::format(" by #{}", cause.culprit.value);
    return text;
  }
  case Progress::executing:
  case Progress::timed:
    if (op.progress == Progress::timed && op.ends_at <= state.cycle)
      break; // shown as completed, like those written back
    return fmt::format("executes in {} to cycle {}{}{}",
                       core.plan().names[core.plan().ports[op.port].lane].name, op.ends_at,
                       op.planned->is_load && op.cache_miss ? ", misses the cache" : "",
                       op.planned->is_memory ? access_text(op) : "");
  case Progress::executed:
    return "waits to write its result";
  case Progress::written:
    break;
  }
  if (op.planned->writes_data && op.refusal != Reason::none)
    return fmt::format("done, cannot go to the cache: {}", info(op.refusal).title) +
           access_text(op);
  return "done";
}

/// The root cause for which all younger micro-ops wait.
std::string oldest_text(const OutOfOrderCore& core, const OutOfOrderState& state) {
  if (state.rob.oldest == state.rob.end)
    return "  no micro-op is in the window\n";
  const WindowOp& op = state.at(state.rob.oldest);
  return fmt::format("  oldest: #{} {}: {}\n", op.id.value, core.program().text_of(op.instruction),
                     state.rob.oldest == state.rob.undispatched
                         ? fmt::format("not dispatched: {}", info(state.dispatch_gap.why).title)
                         : progress_text(core, state, op));
}

std::string fetch_text(const OutOfOrderState& state) {
  if (state.fetch.stopped)
    return "  fetch: the program has ended\n";
  if (state.fetch.waits_for)
    return fmt::format("  fetch: waits for the branch #{}\n", state.fetch.waits_for.value);
  if (state.fetch.resumes_at > state.cycle)
    return fmt::format("  fetch: goes on in cycle {}: {}\n", state.fetch.resumes_at,
                       info(state.fetch.cause.why).title);
  return {};
}

/// Misses in flight, and stores in the store buffer.
std::string memory_text(const OutOfOrderCore& core, const OutOfOrderState& state) {
  std::string text;
  const Hierarchy& hierarchy = core.hierarchy();
  for (std::size_t level = 0; level < state.memory.caches.size(); ++level)
    for (const LineUnderWay& line : hierarchy.under_way(state.memory, static_cast<Level>(level)))
      if (line.ready_at > state.cycle)
        text += fmt::format("  {} misses the line at {:#x}, due in cycle {}{}\n",
                            hierarchy.caches().levels[level].name, line.address, line.ready_at,
                            line.prefetch ? ", a prefetch" : "");
  for (std::uint64_t at = state.store_buffer.oldest; at < state.store_buffer.end; ++at) {
    const BufferedStore& store = state.store_buffer.at(at);
    text += fmt::format("  store buffer: #{}, {} bytes at {:#x}, {}\n", store.id.value, store.bytes,
                        store.address,
                        store.sent ? fmt::format("in the cache in cycle {}", store.done_at)
                                   : std::string("not sent to the cache yet"));
  }
  return text;
}

} // namespace

std::string OutOfOrderCore::dump(const OutOfOrderState& state) const {
  const machine::Dynamic& m = dynamic();
  std::string text = fmt::format(
      "cycle {}, {} micro-ops in the window, {} of them in the front end, "
      "next pc {:#x}{}\n",
      state.cycle, state.rob.end - state.rob.oldest, state.rob.end - state.rob.undispatched,
      state.arch.pc, state.speculation.active ? " (wrong path)" : "");
  text += " ";
  for (std::size_t i = 0; i < m.stations.size(); ++i)
    text += fmt::format(" station {}: {};", m.stations[i].name,
                        filled(state.stations.used[i], m.stations[i].entries));
  if (m.speculates())
    text += fmt::format(" reorder buffer: {};", filled(state.rob.used, m.reorder_entries));
  text += fmt::format(" loads: {}; stores: {}\n", filled(state.lsq.loads.used, m.load_entries),
                      filled(state.lsq.stores.used, m.store_entries));
  text += oldest_text(*this, state) + fetch_text(state) + memory_text(*this, state);
  for (std::uint64_t position = state.rob.oldest; position < state.rob.end; ++position) {
    const WindowOp& op = state.at(position);
    text += fmt::format("  #{} {}{}: {}\n", op.id.value, program_->text_of(op.instruction),
                        op.planned->part > 0 ? fmt::format(" [{}]", op.planned->part + 1U) : "",
                        progress_text(*this, state, op));
  }
  return text;
}

} // namespace stallscope::core
