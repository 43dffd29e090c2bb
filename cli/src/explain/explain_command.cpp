#include "base/utf8.hpp"
#include "commands.hpp"
#include "explain/explain_paths.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "session/explain.hpp"
#include "subject/run_end.hpp"
#include "subject/simulated.hpp"
#include "train/train_plan.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace stallscope::cli {

namespace {

std::string bold(const std::string& text, bool color) {
  return color ? "\033[1m" + text + "\033[0m" : text;
}

std::string cycles_words(std::uint64_t cycles) {
  return fmt::format("{} cycle{}", cycles, cycles == 1 ? "" : "s");
}

/// `wait`: length of the interval that the remedy is listed under; if the operation's whole wait is
/// longer, the text says "in all".
std::string remedy_text(const session::Remedy& remedy, std::uint64_t wait) {
  std::string text = fmt::format("with --set '{}' it waits {} instead of {}{} and ", remedy.setting,
                                 cycles_words(remedy.waits_cycles), remedy.waited_cycles,
                                 remedy.waited_cycles > wait ? " in all" : "");
  text += remedy.total_cycles_saved > 0
              ? fmt::format("is done {} earlier", cycles_words(remedy.total_cycles_saved))
              : fmt::format("goes on {} earlier, but is not done earlier",
                            cycles_words(remedy.leaves_cycles_earlier));
  if (!remedy.run_cycles_saved)
    return text;
  const std::int64_t saved = *remedy.run_cycles_saved;
  return text + (saved == 0  ? "; the run takes as long"
                 : saved > 0 ? fmt::format("; the run takes {} less",
                                           cycles_words(static_cast<std::uint64_t>(saved)))
                             : fmt::format("; the run takes {} more",
                                           cycles_words(static_cast<std::uint64_t>(-saved))));
}

/// An option that shortens this wait without an earlier completion of the operation.
std::string in_vain_text(const session::Remedy& remedy) {
  return fmt::format(
      "with --set '{}' it waits {} instead of {} for this{}, but {}", remedy.setting,
      cycles_words(remedy.waits_cycles), remedy.waited_cycles,
      remedy.leaves_cycles_earlier > 0
          ? fmt::format(" and goes on {} earlier", cycles_words(remedy.leaves_cycles_earlier))
          : std::string(),
      remedy.done_later_cycles > 0
          ? fmt::format("is done {} later", cycles_words(remedy.done_later_cycles))
          : "something else holds it as long: it is not done earlier");
}

std::int64_t signed_cycles(std::uint64_t earlier, std::uint64_t later) {
  return static_cast<std::int64_t>(earlier) - static_cast<std::int64_t>(later);
}

/// Limits of remedies printed as text; JSON has all of them.
constexpr std::size_t kShownRemedies = 5;
constexpr std::size_t kShownInVain = 2;
constexpr std::size_t kNamedInVain = 6;

bool makes_it_later(const session::Remedy& remedy) {
  return remedy.done_later_cycles > 0 || remedy.leaves_later_cycles > 0;
}

/// The options in vain, those first with which nothing gets later.
std::vector<session::Remedy> in_vain_first(std::vector<session::Remedy> in_vain) {
  std::stable_partition(in_vain.begin(), in_vain.end(),
                        [](const session::Remedy& one) { return !makes_it_later(one); });
  return in_vain;
}

/// Options in vain from a place on, of which no more is said, in a sentence.
std::string in_vain_names(const std::vector<session::Remedy>& in_vain, std::size_t from) {
  std::string text;
  std::size_t named = 0;
  for (std::size_t i = from; i < in_vain.size() && !makes_it_later(in_vain[i]); ++i)
    if (++named <= kNamedInVain)
      text += fmt::format("{}'{}'", text.empty() ? "" : ", ", in_vain[i].setting);
  if (named > kNamedInVain)
    text += fmt::format(" and {} more (--json lists them)", named - kNamedInVain);
  if (named > 0)
    text = named == 1
               ? fmt::format("with --set {} it{} waits less for this, but something else holds it "
                             "as long",
                             text, from == 0 ? "" : " also")
               : fmt::format("with each of these it{} waits less for this, but something else "
                             "holds it as long: --set {}",
                             from == 0 ? "" : " also", text);
  if (const std::size_t later = in_vain.size() - std::min(in_vain.size(), from + named); later > 0)
    text += fmt::format("{}{} other option{} it waits less for this, but is done later",
                        text.empty() ? "with " : "; with ", later, later == 1 ? "" : "s");
  return text;
}

/// The links of a chain that are printed as text where it is longer: the first and the last. JSON
/// has all of them.
constexpr std::size_t kFirstLinks = 5;
constexpr std::size_t kLastLinks = 2;

/// From the one that is waited for to the root.
std::string chain_text(const std::vector<session::ChainLink>& chain, unsigned columns) {
  std::string text;
  const bool is_long = chain.size() > 1 + kFirstLinks + 1 + kLastLinks;
  for (std::size_t i = 1; i < chain.size(); ++i) {
    if (is_long && i == 1 + kFirstLinks) {
      const std::size_t next = chain.size() - kLastLinks;
      text += wrapped("      ",
                      fmt::format("... {} more, each of which waits for the one below it (--json "
                                  "lists them)",
                                  next - i),
                      columns);
      i = next;
    }
    text += wrapped(fmt::format("      #{} ", chain[i].number),
                    fmt::format("{}: {}", chain[i].instruction, chain[i].sentence), columns);
  }
  return text;
}

/// "in cycle 4", "in cycles 4 to 6"
std::string cycles_of(const session::BehindObstacle& part) {
  return part.end - part.begin == 1
             ? fmt::format("in cycle {}", part.begin.value)
             : fmt::format("in cycles {} to {}", part.begin.value, part.end.value - 1);
}

/// The cause of the obstacle; listed by cycle if it changes during the wait.
std::string behind_text(const session::OpExplanation& op) {
  const auto& parts = op.behind_by_cycle;
  if (parts.size() == 1)
    return fmt::format("and behind that: it {}", op.behind_sentence);
  std::string text;
  for (const session::BehindObstacle& part : parts)
    text += fmt::format("{}{} {}", text.empty() ? "and behind that, " : "; ", cycles_of(part),
                        part.sentence.empty() ? "nothing" : "it " + part.sentence);
  return text;
}

/// The lines below an operation's name: cause of the obstacle, chain of causes, and remedies.
std::string reasons_text(const session::OpExplanation& op, bool one_op,
                         const trace::TextStyle& style) {
  std::string text;
  if (!op.behind_sentence.empty())
    text += wrapped("      ", behind_text(op), style.columns);
  if (one_op && op.chain.size() > 1 && op.end - op.begin > 1)
    text += fmt::format("      in cycle {}:\n", op.chain_cycle.value);
  text += chain_text(op.chain, style.columns);
  const std::size_t shown = std::min(op.remedies.size(), kShownRemedies);
  for (std::size_t i = 0; i < shown; ++i)
    text += wrapped("      ", remedy_text(op.remedies[i], op.end - op.begin), style.columns);
  if (shown < op.remedies.size())
    text += wrapped("      ",
                    fmt::format("{} more of the {} options tried shorten it (--json lists them)",
                                op.remedies.size() - shown, op.machines_tried),
                    style.columns);
  if (op.remedies_sought && op.remedies.empty())
    text += wrapped("      ",
                    fmt::format("no option of this machine {} ({} tried, one at a time)",
                                op.in_vain.empty() ? "removes it" : "lets it be done earlier",
                                op.machines_tried),
                    style.columns);
  const std::vector<session::Remedy> in_vain = in_vain_first(op.in_vain);
  const std::size_t told = op.remedies.empty() ? std::min(in_vain.size(), kShownInVain) : 0;
  for (std::size_t i = 0; i < told; ++i)
    text += wrapped("      ", in_vain_text(in_vain[i]), style.columns);
  if (const std::string names = in_vain_names(in_vain, told); !names.empty())
    text += wrapped("      ", names, style.columns);
  return text;
}

/// The explanation of one operation over time. Consecutive intervals with the same text (moving
/// from one stage to the next) are one line.
std::string way_text(const session::Explanation& e, const trace::TextStyle& style) {
  std::string text;
  for (std::size_t i = 0; i < e.ops.size(); ++i) {
    const session::OpExplanation& op = e.ops[i];
    const std::string reasons = reasons_text(op, true, style);
    std::size_t last = i;
    while (reasons.empty() && last + 1 < e.ops.size() && e.ops[last + 1].sentence == op.sentence &&
           reasons_text(e.ops[last + 1], true, style).empty())
      ++last;
    const Cycle end = e.ops[last].end;
    const std::string cycles = end - op.begin == 1
                                   ? fmt::format("cycle {}", op.begin.value)
                                   : fmt::format("cycles {}-{}", op.begin.value, end.value - 1);
    text += wrapped(fmt::format("  {:<14} ", cycles), op.sentence, style.columns) + reasons;
    i = last;
  }
  return text;
}

/// The operations of a cycle. Consecutive operations in the same situation share one text.
std::string cycle_text(const session::Explanation& e, const trace::TextStyle& style) {
  std::string text;
  bool several = false;
  for (std::size_t i = 0; i < e.ops.size(); ++i) {
    const session::OpExplanation& op = e.ops[i];
    text += fmt::format("  {} {} ({})\n", op.number, bold(clean(op.instruction), style.color),
                        clean(op.place));
    const std::string reasons = reasons_text(op, false, style);
    const bool as_next = i + 1 < e.ops.size() && e.ops[i + 1].sentence == op.sentence &&
                         reasons_text(e.ops[i + 1], false, style) == reasons;
    if (!as_next)
      text += wrapped("      ", (several ? "each " : "") + op.sentence, style.columns) + reasons;
    several = as_next;
  }
  return text;
}

std::string as_text(const session::Explanation& e, bool one_op, const trace::TextStyle& style) {
  std::string headline = wrapped("", e.headline, style.columns);
  headline.pop_back(); // line end
  std::string text = bold(headline, style.color) + "\n\n";
  text += one_op ? way_text(e, style) : cycle_text(e, style);
  for (const std::vector<std::string>* lines : {&e.empty, &e.notes}) {
    text += lines->empty() ? "" : "\n";
    for (const std::string& line : *lines)
      text += wrapped("  ", line, style.columns);
  }
  return text;
}

/// Null for no register.
nlohmann::ordered_json register_json(RegId reg, const isa::Program& program) {
  return reg < program.register_names.size() ? nlohmann::ordered_json(program.register_names[reg])
                                             : nlohmann::ordered_json(nullptr);
}
nlohmann::ordered_json number_json(std::uint64_t number) {
  return number != 0 ? nlohmann::ordered_json(number) : nlohmann::ordered_json(nullptr);
}

/// Null if the cause of the obstacle is unknown.
nlohmann::ordered_json behind_json(const session::OpExplanation& op, const isa::Program& program) {
  if (op.behind.why == Reason::none)
    return nullptr;
  return {{"reason", info(op.behind.why).name},
          {"register", register_json(op.behind.reg, program)},
          {"culprit", number_json(op.behind.culprit.value)},
          {"sentence", op.behind_sentence}};
}

/// Intervals of the wait with a constant cause of the obstacle.
nlohmann::ordered_json behind_by_cycle_json(const session::OpExplanation& op,
                                            const isa::Program& program) {
  nlohmann::ordered_json parts = nlohmann::ordered_json::array();
  for (const session::BehindObstacle& part : op.behind_by_cycle)
    parts.push_back({{"from_cycle", part.begin.value},
                     {"to_cycle", part.end.value - 1},
                     {"reason", info(part.cause.why).name},
                     {"register", register_json(part.cause.reg, program)},
                     {"culprit", number_json(part.cause.culprit.value)},
                     {"sentence", part.sentence}});
  return parts;
}

/// From the operation itself to the root.
nlohmann::ordered_json chain_json(const session::OpExplanation& op, const isa::Program& program) {
  nlohmann::ordered_json chain = nlohmann::ordered_json::array();
  for (const session::ChainLink& link : op.chain)
    chain.push_back({{"op", link.op.value},
                     {"number", link.number},
                     {"instruction", link.instruction},
                     {"lane", link.lane},
                     {"reason", info(link.cause.why).name},
                     {"register", register_json(link.cause.reg, program)},
                     {"waits_for", number_json(link.waits_for.value)},
                     {"to_cycle", link.end.value - 1},
                     {"sentence", link.sentence}});
  return chain;
}

nlohmann::ordered_json remedies_json(const std::vector<session::Remedy>& remedies) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const session::Remedy& remedy : remedies)
    out.push_back(
        {{"set", remedy.setting},
         {"waited_cycles", remedy.waited_cycles},
         {"waits_cycles", remedy.waits_cycles},
         {"cycles_saved", signed_cycles(remedy.total_cycles_saved, remedy.done_later_cycles)},
         {"leaves_cycles_earlier",
          signed_cycles(remedy.leaves_cycles_earlier, remedy.leaves_later_cycles)},
         {"run_cycles_saved", remedy.run_cycles_saved
                                  ? nlohmann::ordered_json(*remedy.run_cycles_saved)
                                  : nlohmann::ordered_json(nullptr)}});
  return out;
}

std::string as_json(const session::Explanation& e, const isa::Program& program) {
  nlohmann::ordered_json out;
  out["schema"] = "stallscope.explanation/1";
  out["headline"] = e.headline;
  out["ops"] = nlohmann::ordered_json::array();
  for (const session::OpExplanation& op : e.ops) {
    out["ops"].push_back({{"op", op.op.value},
                          {"number", op.number},
                          {"instruction", op.instruction},
                          {"line", number_json(op.line)},
                          {"place", op.place},
                          {"lane", op.lane},
                          {"from_cycle", op.begin.value},
                          {"to_cycle", op.end.value - 1},
                          {"reason", info(op.cause.why).name},
                          {"register", register_json(op.cause.reg, program)},
                          {"culprit", number_json(op.cause.culprit.value)},
                          {"sentence", op.sentence},
                          {"behind", behind_json(op, program)},
                          {"behind_by_cycle", behind_by_cycle_json(op, program)},
                          {"chain_cycle", number_json(op.chain_cycle.value)},
                          {"chain", chain_json(op, program)},
                          {"remedies", remedies_json(op.remedies)},
                          {"in_vain", remedies_json(op.in_vain)},
                          {"remedies_sought", op.remedies_sought},
                          {"machines_tried", op.machines_tried}});
  }
  out["empty"] = e.empty;
  out["notes"] = e.notes;
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

/// Lanes of a plan are its devices: "device 0", or "0".
int explain_plan(const ExplainArguments& a) {
  auto train = train_command_for(a.subject);
  if (!train)
    return kExitBadInput;
  if (!a.cycle || a.format == Format::svg) {
    print_error(fmt::format("{} is a plan of training: of plans ticks are explained, as text or "
                            "json; expected --cycle N, and --lane DEVICE for one device",
                            a.subject.program));
    return kExitBadInput;
  }
  constexpr std::string_view kLane = "device ";
  const std::string device = a.lane.starts_with(kLane) ? a.lane.substr(kLane.size()) : a.lane;
  train->plan.explain = fmt::format("{}{}{}", device, device.empty() ? "" : ":", *a.cycle);
  train->format = a.format;
  train->look = a.look;
  train->output_file = a.output_file;
  return train_command(*train);
}

} // namespace

int explain_command(const ExplainArguments& a) {
  if (is_plan_file(a.subject.program))
    return explain_plan(a);
  catch_interrupts();
  GuestInput input;
  auto subject = read_subject(a.subject, input, "so there is nothing to explain");
  if (!subject)
    return interrupted() ? kExitInterrupted : kExitBadInput;
  const auto& [machine, program, options] = *subject;
  ProgressMeter meter(fmt::format("{} on {}", program.name, machine.name), a.subject, a.look.quiet);
  subject->options.progress = [&meter](const session::Progress& p) { return meter(p); };
  if (a.why_chain)
    return explain_chain(a, *subject);
  if (a.critical_path)
    return explain_critical_path(a, *subject);
  // A program may certainly never end before a distant cycle is reached: the first cycles are
  // checked for this before the others are simulated.
  const bool far = a.cycle && *a.cycle > session::kMaxRemedyCycles;
  const int repeats = far ? report_repetition(*subject, a.subject) : kExitOk;
  const auto explanation =
      a.cycle ? session::explain_cycle(program, machine, options, *a.cycle, !a.no_whatif)
              : session::explain_op(program, machine, options, *a.op, !a.no_whatif);
  if (interrupted() && !explanation) {
    print_warning(a.cycle ? fmt::format("interrupted before cycle {} was reached", *a.cycle)
                          : fmt::format("interrupted before {} {} was fetched",
                                        machine.dynamic ? "micro-op" : "instruction",
                                        trace::op_name_text(*a.op)));
    return kExitInterrupted;
  }
  if (!explanation) {
    const trace::RunRecord run = session::run_program(program, machine, options);
    const std::string why = run.stop.reason == "limit" || run.stop.reason == "memory" ||
                                    run.stop.reason == "repeats" || run.stop.reason == "undeclared"
                                ? ": " + run.stop.detail
                                : "";
    print_error(a.cycle ? fmt::format("the run has no cycle {}; it ends in cycle {}{}", *a.cycle,
                                      run.cycles, why)
                        : fmt::format("the run has no {} {}; it fetches {}{}",
                                      machine.dynamic ? "micro-op" : "instruction",
                                      trace::op_name_text(*a.op),
                                      run.micro_ops + run.wrong_path_ops, why));
    return run.stop.reason == "repeats" ? kExitGuestFault : kExitBadInput;
  }
  const std::string text =
      a.format == Format::json
          ? as_json(*explanation, program)
          : as_text(*explanation, a.op.has_value(), text_style(a.look, !a.output_file.empty()));
  if (!write_result(a.output_file, text))
    return kExitBadInput;
  return interrupted() ? kExitInterrupted : far ? repeats : report_repetition(*subject, a.subject);
}

} // namespace stallscope::cli
