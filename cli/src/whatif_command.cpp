#include "commands.hpp"
#include "console.hpp"
#include "result_file.hpp"
#include "session/what_if.hpp"
#include "simulated.hpp"
#include "trace/top_down.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace stallscope::cli {

namespace {

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string change_text(const session::WhatIf& change, std::uint64_t base) {
  const std::string gain =
      change.cycles_more > 0
          ? fmt::format("{:>12} more", change.cycles_more)
          : fmt::format("{:>9} {:>6.2f} %", change.cycles_saved, share(change.cycles_saved, base));
  const std::string promise = change.promised_cycles
                                  ? fmt::format("{:>10}", *change.promised_cycles)
                                  : fmt::format("{:>10}", "-");
  return fmt::format("  {:<20} {:>10} {:<18} {} {}{}\n", change.name, change.cycles, gain, promise,
                     "  " + change.title, change.complete ? "" : " (the run ends otherwise)");
}

std::string as_text(const session::WhatIfReport& report, const trace::TextStyle& style) {
  const trace::RunRecord& base = report.base;
  std::string text =
      fmt::format("{} on {}: {} cycles, {} instructions, {:.3f} cycles an instruction\n\n",
                  base.program, base.machine, base.cycles, base.instructions,
                  base.instructions == 0
                      ? 0.0
                      : static_cast<double>(base.cycles) / static_cast<double>(base.instructions)) +
      trace::text_cpi(base, style);
  text += fmt::format("\n  {:<20} {:>10} {:<18} {:>10}   {}\n", "without", "cycles", "    saved",
                      "promised", "that is");
  std::string no_effect;
  for (const session::WhatIf& change : report.changes) {
    if (change.cycles_saved == 0 && change.cycles_more == 0)
      no_effect += (no_effect.empty() ? "" : ", ") + change.name;
    else
      text += change_text(change, report.base.cycles);
  }
  if (!no_effect.empty())
    text += wrapped("\n  without effect: ", no_effect, 100);
  text += "\n  promised: what the ledger charges to it, in cycles; more is not to be expected from "
          "it alone,\n  unless its absence changes what else is waited for\n";
  if (report.interrupted)
    text += "  interrupted: the list is not complete\n";
  return text;
}

std::string as_json(const session::WhatIfReport& report) {
  const trace::RunRecord& base = report.base;
  const trace::CpiStack stack = trace::cpi_stack(base.ledger.at(trace::LedgerPoint::retire));
  nlohmann::ordered_json out;
  out["schema"] = "stallscope.whatif/1";
  out["program"] = base.program;
  out["machine"] = base.machine;
  out["cycles"] = base.cycles;
  out["instructions"] = base.instructions;
  out["width"] = stack.width;
  for (std::size_t i = 0; i < trace::kShareCount; ++i)
    out["shares"][std::string(trace::info(static_cast<trace::Share>(i)).name)] = stack.shares[i];
  for (const trace::CpiPart& part : stack.parts)
    out["slots"][std::string(info(part.reason).name)] = part.slots;
  out["changes"] = nlohmann::ordered_json::array();
  for (const session::WhatIf& change : report.changes)
    out["changes"].push_back(
        {{"name", change.name},
         {"title", change.title},
         {"cycles", change.cycles},
         {"cycles_saved", static_cast<std::int64_t>(change.cycles_saved) -
                              static_cast<std::int64_t>(change.cycles_more)},
         {"promised_cycles", change.promised_cycles
                                 ? nlohmann::ordered_json(*change.promised_cycles)
                                 : nlohmann::ordered_json(nullptr)},
         {"complete", change.complete}});
  out["interrupted"] = report.interrupted;
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace

int whatif_command(const WhatIfArguments& a) {
  catch_interrupts();
  GuestInput input;
  auto subject = read_subject(a.subject, input, "so it has no bottleneck");
  if (!subject)
    return interrupted() ? kExitInterrupted : kExitBadInput;
  const auto& [machine, program, options] = *subject;
  ProgressMeter meter(fmt::format("{} on {} and its changes", program.name, machine.name),
                      a.subject, a.look.quiet);
  subject->options.progress = [&meter](const session::Progress& p) { return meter(p); };
  const session::WhatIfReport report = session::what_if(program, machine, options);
  if (!write_result({}, a.format == Format::json ? as_json(report)
                                                 : as_text(report, text_style(a.look, false))))
    return kExitBadInput;
  return interrupted() ? kExitInterrupted : kExitOk;
}

} // namespace stallscope::cli
