#include "base/utf8.hpp"
#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "session/what_if.hpp"
#include "subject/run_end.hpp"
#include "subject/simulated.hpp"
#include "trace/top_down.hpp"
#include "train/train_plan.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace stallscope::cli {

namespace {

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/// The settings as command-line options: "--set a=1 --set 'b=[]'".
std::string settings_text(const session::WhatIf& change) {
  if (change.settings.empty())
    return "no options make this change";
  std::string text;
  for (const std::string& setting : change.settings) {
    const bool plain = setting.find_first_of("[]{}\" ,>&;|$*?()~#!\\") == std::string::npos;
    text +=
        fmt::format("{}--set {}", text.empty() ? "" : " ", plain ? setting : "'" + setting + "'");
  }
  return text;
}

std::string change_text(const session::WhatIf& change, std::uint64_t base) {
  const std::string gain =
      change.cycles_more > 0
          ? fmt::format("{:>12} more", change.cycles_more)
          : fmt::format("{:>9} {:>6.2f} %", change.cycles_saved, share(change.cycles_saved, base));
  const std::string promise =
      change.promised_cycles
          ? fmt::format("{:>10}", fmt::format("{}{}", change.promise.shared_by.empty() ? "" : "of ",
                                              *change.promised_cycles))
          : fmt::format("{:>10}", "-");
  return fmt::format("  {:<20} {:>10} {:<18} {} {}{}\n{}", change.name, change.cycles, gain,
                     promise, "  " + change.title,
                     change.complete ? "" : " (the run ends otherwise)",
                     wrapped("      ", settings_text(change), 100));
}

/// "retire: misprediction, late target", or why the ledger has no such entry.
std::string promise_text(const session::WhatIf& change, const trace::Ledger& ledger) {
  if (change.promise.charges.empty())
    return "not in the ledger: " + change.promise.nowhere;
  std::string text;
  for (const session::Charge& charge : change.promise.charges) {
    text += fmt::format("{}{}: ", text.empty() ? "" : "; or ", ledger.name(charge.point));
    for (const Reason reason : charge.reasons)
      text += fmt::format("{}{}", reason == charge.reasons.front() ? "" : ", ", info(reason).title);
  }
  return change.promise.shared_by.empty()
             ? text
             : fmt::format("{}, of {} together", text, change.promise.shared_by);
}

/// No saving, and none expected from the ledger.
bool is_without_effect(const session::WhatIf& change) {
  return change.cycles_saved == 0 && change.cycles_more == 0 &&
         (change.promised_cycles.value_or(0) == 0 || !change.promise.shared_by.empty());
}

/// Explains the numbers of the column, once for equal explanations.
std::string promises_text(const session::WhatIfReport& report) {
  std::vector<std::pair<std::string, std::string>> names_by_promise;
  for (const session::WhatIf& change : report.changes) {
    if (is_without_effect(change))
      continue;
    const std::string promise = promise_text(change, report.base.ledger);
    const auto same = std::find_if(names_by_promise.begin(), names_by_promise.end(),
                                   [&](const auto& one) { return one.first == promise; });
    if (same == names_by_promise.end())
      names_by_promise.emplace_back(promise, change.name);
    else
      same->second += ", " + change.name;
  }
  std::string text;
  for (const auto& [promise, names] : names_by_promise)
    text += wrapped(fmt::format("    {}: ", names), promise, 100);
  return text;
}

std::string as_text(const session::WhatIfReport& report, const trace::TextStyle& style) {
  const trace::RunRecord& base = report.base;
  std::string text =
      fmt::format("{} on {}: {} cycles, {} instructions, {:.3f} cycles an instruction\n\n",
                  clean(base.program), base.machine, base.cycles, base.instructions,
                  base.instructions == 0
                      ? 0.0
                      : static_cast<double>(base.cycles) / static_cast<double>(base.instructions)) +
      trace::text_cpi(base, style);
  text += fmt::format("\n  {:<20} {:>10} {:<18} {:>10}   {}\n", "without", "cycles", "    saved",
                      "charged", "that is");
  std::string no_effect;
  for (const session::WhatIf& change : report.changes) {
    if (is_without_effect(change))
      no_effect += fmt::format("{}{} ({})", no_effect.empty() ? "" : ", ", change.name,
                               settings_text(change));
    else
      text += change_text(change, report.base.cycles);
  }
  if (!no_effect.empty())
    text += wrapped("\n  without effect: ", no_effect, 100);
  if (report.everything)
    text += change_text(*report.everything, report.base.cycles);
  text += wrapped(
      "\n  charged: ",
      "the slots that the ledger charges to it, over the width of the point where they are "
      "counted; \"of N\" where the ledger does not tell it from others of its kind. "
      "A slot has one reason. What is saved is less where another one stands behind it, and more "
      "where it delays what is charged with something else",
      100);
  text += promises_text(report);
  if (report.interrupted)
    text += "  interrupted: the list is not complete\n";
  return text;
}

nlohmann::ordered_json change_json(const session::WhatIf& change, const trace::Ledger& ledger) {
  nlohmann::ordered_json out{{"name", change.name},
                             {"title", change.title},
                             {"set", change.settings},
                             {"cycles", change.cycles},
                             {"cycles_saved", static_cast<std::int64_t>(change.cycles_saved) -
                                                  static_cast<std::int64_t>(change.cycles_more)}};
  out["promised_cycles"] = change.promised_cycles ? nlohmann::ordered_json(*change.promised_cycles)
                                                  : nlohmann::ordered_json(nullptr);
  out["charges"] = nlohmann::ordered_json::array();
  for (const session::Charge& charge : change.promise.charges) {
    std::vector<std::string_view> reasons;
    for (const Reason reason : charge.reasons)
      reasons.push_back(info(reason).name);
    out["charges"].push_back({{"point", ledger.name(charge.point)}, {"reasons", reasons}});
  }
  out["shared_by"] = change.promise.shared_by;
  out["not_in_ledger"] = change.promise.nowhere;
  out["complete"] = change.complete;
  return out;
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
    out["changes"].push_back(change_json(change, base.ledger));
  out["everything"] = report.everything ? change_json(*report.everything, base.ledger)
                                        : nlohmann::ordered_json(nullptr);
  out["interrupted"] = report.interrupted;
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace

int whatif_command(const WhatIfArguments& a) {
  if (is_plan_file(a.subject.program)) {
    auto train = train_command_for(a.subject);
    if (!train)
      return kExitBadInput;
    train->plan.whatif = true;
    train->format = a.format;
    train->look = a.look;
    return train_command(*train);
  }
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
  return interrupted() ? kExitInterrupted : report_end(report.base, a.subject);
}

} // namespace stallscope::cli
