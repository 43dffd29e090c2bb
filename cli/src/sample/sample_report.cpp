#include "sample/sample_report.hpp"

#include "base/utf8.hpp"
#include "input_output/console.hpp"
#include "timeline/reason.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace stallscope::cli {

namespace {

using session::Interval;
using session::SampledShare;
using session::SampleResult;
using Json = nlohmann::ordered_json;

/// Millions of simulated instructions per second of the whole command.
double mips_of(const SampleResult& result) {
  return result.seconds > 0 ? static_cast<double>(result.instructions) / result.seconds / 1e6 : 0;
}

std::string_view reason_name(Reason reason) {
  return reason == Reason::none ? "used" : info(reason).name;
}

std::string_view method_name(const SampleResult& result) {
  return !result.whole.empty()                              ? "whole"
         : result.method == session::SampleMethod::simpoint ? "simpoint"
                                                            : "smarts";
}

Json pair_json(const SampleResult& result, const Interval& interval) {
  if (!result.has_intervals)
    return nullptr;
  const Json high = std::isfinite(interval.high) ? Json(interval.high) : Json(nullptr);
  return Json::array({interval.low, high});
}

std::string shares_text(const SampleResult& result) {
  std::string text;
  const trace::LedgerPoint* last = nullptr;
  for (const SampledShare& share : result.shares) {
    if (last == nullptr || *last != share.point)
      text += fmt::format("\n  {} ({} slots a cycle)\n", result.names.name(share.point),
                          result.names.at(share.point).width);
    last = &share.point;
    const Interval& part = share.share;
    text += fmt::format("    {:<18} {:>6.2f} %", reason_name(share.reason), part.value * 100);
    if (result.whole.empty() && result.has_intervals)
      text += fmt::format("   {:>6.2f} to {:>6.2f}", part.low * 100, part.high * 100);
    text += "\n";
  }
  return text;
}

} // namespace

std::string sample_text(const SampleResult& result, const std::string& program,
                        const std::string& machine) {
  std::string text =
      fmt::format("{} on {}: {} instructions\n", clean(program), machine, result.instructions);
  const Interval& cpi = result.cpi;
  if (result.whole.empty() && !result.has_intervals) {
    text += fmt::format("  cycles per instruction {:.4f}, {:.4g} cycles; nothing is known of its "
                        "error\n  {} of {} intervals of {} instructions stand for the others, each "
                        "behind {} of warm-up; {:.2f} % of the program simulated\n",
                        cpi.value, result.cycles.value, result.samples, result.population,
                        result.unit, result.warmup,
                        static_cast<double>(result.detailed_instructions) * 100 /
                            static_cast<double>(result.instructions));
  } else if (result.whole.empty()) {
    text += fmt::format("  cycles per instruction {:.4f}, with a confidence of {:g} % from {:.4f} "
                        "to {:.4f} (+-{:.2f} %)\n",
                        cpi.value, result.confidence * 100, cpi.low, cpi.high,
                        cpi.half_width() / cpi.value * 100);
    text += fmt::format("  cycles of the whole run {:.4g}, from {:.4g} to {:.4g}\n",
                        result.cycles.value, result.cycles.low, result.cycles.high);
    text += fmt::format("  {} of {} units of {} instructions, each behind {} of warm-up, in {} "
                        "pass{}; {:.2f} % of the program simulated\n",
                        result.samples, result.population, result.unit, result.warmup,
                        result.passes, result.passes == 1 ? "" : "es",
                        static_cast<double>(result.detailed_instructions) * 100 /
                            static_cast<double>(result.instructions));
  } else {
    text += fmt::format("  cycles per instruction {:.4f}, exactly: {:.0f} cycles\n", cpi.value,
                        result.cycles.value);
    text += wrapped("  simulated whole: ", result.whole, 100);
  }
  text += fmt::format("  {:.2f} s, {:.1f} million instructions a second\n", result.seconds,
                      mips_of(result));
  return text + shares_text(result);
}

std::string sample_json(const SampleResult& result, const SampleArguments& arguments,
                        const std::string& program, const std::string& machine) {
  Json out;
  out["schema"] = "stallscope.sample/1";
  out["program"] = program;
  out["machine"] = machine;
  out["method"] = method_name(result);
  out["whole_because"] = result.whole.empty() ? Json(nullptr) : Json(result.whole);
  out["instructions"] = result.instructions;
  out["cpi"] = result.cpi.value;
  out["cpi_interval"] = pair_json(result, result.cpi);
  out["cycles"] = result.cycles.value;
  out["cycles_interval"] = pair_json(result, result.cycles);
  out["confidence"] = result.confidence;
  out["error"] = arguments.error;
  out["error_reached"] = result.error_reached;
  out["samples"] = result.samples;
  out["population"] = result.population;
  out["passes"] = result.passes;
  out["unit"] = result.unit;
  out["warmup"] = result.warmup;
  out["sample_seed"] = arguments.seed;
  if (result.method == session::SampleMethod::simpoint) {
    out["points"] = Json::array();
    for (const session::SimulationPoint& point : result.points)
      out["points"].push_back({{"interval", point.interval},
                               {"first_instruction", point.first},
                               {"instructions", point.instructions},
                               {"weight", point.weight}});
  }
  out["detailed_instructions"] = result.detailed_instructions;
  out["branches_per_instruction"] = result.branches_per_instruction.value;
  out["branches_per_instruction_interval"] = pair_json(result, result.branches_per_instruction);
  out["misprediction_rate"] = result.misprediction_rate.value;
  out["misprediction_rate_interval"] = pair_json(result, result.misprediction_rate);
  Json& shares = out["shares"] = Json::object();
  for (const SampledShare& share : result.shares) {
    Json& point = shares[std::string(result.names.name(share.point))];
    point["width"] = result.names.at(share.point).width;
    point["reasons"][std::string(reason_name(share.reason))] = {
        {"share", share.share.value}, {"interval", pair_json(result, share.share)}};
  }
  out["stop"] = {{"reason", result.stop.reason}, {"detail", result.stop.detail}};
  out["seconds"] = result.seconds;
  out["instructions_per_second"] = mips_of(result) * 1e6;
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string points_csv(const SampleResult& result) {
  std::string text = "interval,first_instruction,instructions,weight\n";
  for (const session::SimulationPoint& point : result.points)
    text +=
        fmt::format("{},{},{},{}\n", point.interval, point.first, point.instructions, point.weight);
  return text;
}

} // namespace stallscope::cli
