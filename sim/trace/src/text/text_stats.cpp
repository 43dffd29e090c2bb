#include "report/accounts.hpp"
#include "report/words.hpp"
#include "text/grid.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

namespace stallscope::trace {

namespace {

std::string speed(double per_second) {
  if (per_second >= 1e6)
    return fmt::format("{:.1f} million a second", per_second / 1e6);
  if (per_second >= 1e3)
    return fmt::format("{:.1f} thousand a second", per_second / 1e3);
  return fmt::format("{:.1f} a second", per_second);
}

/// Without exponent, with up to three decimals: "2666666", "2.5".
std::string quotient(std::uint64_t slots, std::uint32_t width) {
  if (slots % width == 0)
    return fmt::format("{}", slots / width);
  std::string text = fmt::format("{:.3f}", static_cast<double>(slots) / static_cast<double>(width));
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

std::string duration(double seconds) {
  if (seconds < 1e-3)
    return fmt::format("{:.1f} microseconds", seconds * 1e6);
  if (seconds < 1)
    return fmt::format("{:.1f} ms", seconds * 1e3);
  return fmt::format("{:.2f} s", seconds);
}

} // namespace

namespace {

void add_host_speed(std::vector<Statistic>& list, const RunRecord& run) {
  if (run.host_seconds <= 0)
    return;
  const double rate = static_cast<double>(run.cycles) / run.host_seconds;
  const double instruction_rate = static_cast<double>(run.instructions) / run.host_seconds;
  list.push_back({"host_seconds", "host time", duration(run.host_seconds), run.host_seconds, true});
  if (run.timed)
    list.push_back({"cycles_per_second", "host speed, cycles", speed(rate), rate, true});
  list.push_back({"instructions_per_second", "host speed, instructions", speed(instruction_rate),
                  instruction_rate, true});
}

void add_units(std::vector<Statistic>& list, const RunRecord& run) {
  for (const UnitCount& unit : run.unit_counts)
    list.push_back({unit.name, unit.label,
                    unit.mean ? fmt::format("{:.2f}", *unit.mean) : fmt::format("{}", unit.count),
                    unit.mean.value_or(static_cast<double>(unit.count))});
}

/// Slots lost at a point, divided by its width.
void add_lost(std::vector<Statistic>& list, const Ledger& ledger, LedgerPoint point,
              std::string_view prefix) {
  const LedgerAccount& account = ledger.at(point);
  for (const AccountLine& entry : account_lines(account)) {
    if (entry.reason == Reason::none)
      continue;
    const double cycles = static_cast<double>(entry.slots) / account.width;
    const std::string name = fmt::format("{}.{}", prefix, info(entry.reason).name);
    const std::string label =
        fmt::format("{} lost: {}", ledger.name(point), info(entry.reason).title);
    const std::string number = quotient(entry.slots, account.width);
    const std::string slots =
        account.width > 1 ? fmt::format(" ({})", counted(entry.slots, "slot", "slots")) : "";
    const char* unit = ledger.of_devices ? (cycles == 1 ? "tick" : "ticks")
                       : cycles == 1     ? "cycle"
                                         : "cycles";
    list.push_back({name, label, fmt::format("{} {}{}", number, unit, slots), cycles});
  }
}

} // namespace

std::vector<Statistic> statistics(const RunRecord& run) {
  std::vector<Statistic> list;
  const auto count = [&](const char* name, const char* label, std::uint64_t value) {
    list.push_back({name, label, fmt::format("{}", value), static_cast<double>(value)});
  };
  if (!run.timed) {
    count("instructions", "instructions executed", run.instructions);
    add_host_speed(list, run);
    return list;
  }
  if (run.training) {
    count("makespan", "makespan", run.cycle_count());
    count("operations", "operations", run.instructions);
    add_lost(list, run.ledger, LedgerPoint::issue, "idle");
    add_units(list, run);
    return list;
  }
  count("cycles", "cycles", run.cycle_count());
  count("instructions", "instructions retired", run.instructions);
  count("micro_ops", "micro-ops retired", run.micro_ops);
  if (const std::uint64_t fused = run.fused_micro_ops(); fused > 0)
    count("fused_micro_ops", "micro-ops in the slot of their load", fused);
  if (run.cycles > 0)
    list.push_back({"ipc", "instructions per cycle", fmt::format("{:.3f}", run.ipc()), run.ipc()});
  if (run.instructions > 0) {
    const double cpi =
        static_cast<double>(run.cycle_count()) / static_cast<double>(run.instructions);
    list.push_back({"cpi", "cycles per instruction", fmt::format("{:.3f}", cpi), cpi});
  }
  if (!run.imported) {
    count("branches", "conditional branches", run.branches);
    count("mispredictions", "mispredictions", run.mispredictions);
  }
  count("wrong_path_ops", run.imported ? "discarded operations" : "wrong-path operations",
        run.wrong_path_ops);
  add_lost(list, run.ledger, LedgerPoint::issue, "stall_cycles");
  add_lost(list, run.ledger, LedgerPoint::ports, "idle_port_cycles");
  add_units(list, run);
  add_host_speed(list, run);
  return list;
}

std::string text_stats(const RunRecord& run, const TextStyle& style) {
  std::vector<ListEntry> entries;
  for (const Statistic& statistic : statistics(run))
    entries.push_back({line(statistic.label), statistic.value});
  return draw_list(entries, style);
}

std::string text_registers(const RunRecord& run, const TextStyle& style) {
  if (run.registers.empty())
    return draw_paragraph("The program names no register.", style);
  std::vector<ListEntry> entries;
  for (const RegisterValue& reg : run.registers)
    entries.push_back({line(reg.name), hex_of(reg), number_in(reg)});
  return draw_list(entries, style);
}

} // namespace stallscope::trace
