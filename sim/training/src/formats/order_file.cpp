#include "training/formats/order_file.hpp"

#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace stallscope::training {

namespace {

constexpr std::uint32_t kNoDevice = 0xffffffffU;
constexpr const char* kCellExample =
    "cells such as 0F2, 1I0, 1W0, 0B2, 0SEND_F2, 1RECV_F2, 0UNSHARD or (0F7;7B3)OVERLAP_F_B";
constexpr std::string_view kOverlap = "OVERLAP_F_B";

std::string_view trimmed_cell(std::string_view cell) {
  while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t'))
    cell.remove_prefix(1);
  while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t' || cell.back() == '\r'))
    cell.remove_suffix(1);
  // Quoted, as spreadsheets write cells; a cell has no comma and no quote of its own.
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
    return trimmed_cell(cell.substr(1, cell.size() - 2));
  return cell;
}

/// A part of a cell, shortened for messages, since the whole file may be one cell.
std::string shown_part(std::string_view part) {
  constexpr std::size_t kMostShown = 40;
  return part.size() <= kMostShown ? std::string(part)
                                   : std::string(part.substr(0, kMostShown)) + "...";
}

std::string_view line_at(std::string_view text, std::uint32_t line) {
  for (std::uint32_t i = 1; i < line; ++i)
    text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
  return text.substr(0, text.find('\n'));
}

class OrderReader {
public:
  OrderReader(std::string_view text, std::string_view file, OrderNotation notation)
      : text_(text), file_(file), notation_(notation) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (text_.starts_with(kByteOrderMark))
      text_.remove_prefix(kByteOrderMark.size());
  }

  Result<OrderFile> read() {
    Plan& plan = out_.plan;
    plan.schedule = clean(file_.substr(file_.rfind('/') + 1));
    plan.first_operation.push_back(0);
    std::string_view rest = text_;
    while (!rest.empty() && problems_.size() < kMostProblems) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      ++line_;
      source_ = rest.substr(0, end);
      const bool last = end == rest.size();
      if (!(last && trimmed_cell(source_).empty()))
        row();
      rest.remove_prefix(last ? end : end + 1);
    }
    if (plan.operations.empty() && problems_.empty())
      return Diagnostic{.severity = Severity::error,
                        .file = std::string(file_),
                        .message = "there is no operation in the file",
                        .expected = kCellExample,
                        .suggestion = {},
                        .source_line = {}};
    if (!problems_.empty())
      return std::move(problems_);
    plan.devices = static_cast<std::uint32_t>(plan.first_operation.size() - 1);
    find_stages();
    if (!problems_.empty())
      return std::move(problems_);
    find_pipelines();
    find_updates();
    check_numbers();
    if (!problems_.empty())
      return std::move(problems_);
    return std::move(out_);
  }

private:
  void error(std::string_view at, std::string message, std::string expected = {},
             std::string suggestion = {}) {
    Diagnostic problem;
    problem.file = file_;
    problem.line = line_;
    problem.column = static_cast<std::uint32_t>(at.data() - source_.data()) + 1;
    problem.length = static_cast<std::uint32_t>(std::max<std::size_t>(at.size(), 1));
    problem.message = std::move(message);
    problem.expected = std::move(expected);
    problem.suggestion = std::move(suggestion);
    if (source_.size() <= kMaxLineKept)
      problem.source_line = source_;
    problems_.push_back(std::move(problem));
  }

  void row() {
    if (out_.plan.first_operation.size() > kMostDevices)
      return error(source_, fmt::format("more than {} rows", kMostDevices), "a row a device");
    std::size_t begin = 0;
    while (begin <= source_.size()) {
      const std::size_t end = std::min(source_.find(',', begin), source_.size());
      if (const std::string_view cell = trimmed_cell(source_.substr(begin, end - begin));
          !cell.empty())
        read_cell(cell);
      begin = end + 1;
    }
    out_.plan.first_operation.push_back(static_cast<OperationIndex>(out_.plan.operations.size()));
  }

  void read_cell(std::string_view cell) {
    if (problems_.size() >= kMostProblems)
      return;
    if (out_.plan.operations.size() >= kMostOperations)
      return error(cell, fmt::format("more than {} operations", kMostOperations));
    if (cell.front() != '(')
      return add(cell);
    const std::size_t close = cell.find(')');
    if (close == std::string_view::npos)
      return error(cell, "a '(' without ')'", "(0F7;7B3)OVERLAP_F_B");
    if (cell.substr(close + 1) != kOverlap)
      return error(
          cell.substr(close + 1).empty() ? cell : cell.substr(close + 1),
          fmt::format("unknown compound operation '{}'", shown_part(cell.substr(close + 1))),
          std::string(kOverlap));
    const std::string_view inside = cell.substr(1, close - 1);
    const std::size_t semicolon = inside.find(';');
    if (semicolon == std::string_view::npos ||
        inside.find(';', semicolon + 1) != std::string_view::npos)
      return error(cell, "not two operations between the parentheses", "(0F7;7B3)OVERLAP_F_B");
    const std::size_t before = out_.plan.operations.size();
    add(trimmed_cell(inside.substr(0, semicolon)));
    if (out_.plan.operations.size() == before + 1)
      out_.plan.operations.back().overlaps_next = true;
    add(trimmed_cell(inside.substr(semicolon + 1)));
  }

  [[nodiscard]] std::optional<Kind> kind_of(std::string_view letters) const {
    if (notation_ == OrderNotation::older) {
      if (letters == "B")
        return Kind::input_gradient;
      if (letters == "BW")
        return Kind::backward;
    }
    return kind_from_letter(letters);
  }

  void add(std::string_view cell) {
    std::size_t digits = 0;
    while (digits < cell.size() && cell[digits] >= '0' && cell[digits] <= '9')
      ++digits;
    std::size_t letters_end = cell.size();
    while (letters_end > digits && cell[letters_end - 1] >= '0' && cell[letters_end - 1] <= '9')
      --letters_end;
    const std::string_view letters = cell.substr(digits, letters_end - digits);
    const auto stage = number(cell.substr(0, digits), kMostStages);
    if (!stage)
      return error(cell,
                   digits == 0
                       ? fmt::format("'{}' has no number of a stage in front", shown_part(cell))
                       : fmt::format("stage {} is too large", shown_part(cell.substr(0, digits))),
                   digits == 0 ? kCellExample : fmt::format("at most {}", kMostStages - 1));
    const auto kind = kind_of(letters);
    if (!kind)
      return unknown(letters.empty() ? cell : letters);
    Operation op{*kind, false, static_cast<StageId>(*stage), 0};
    const std::string_view batch = cell.substr(letters_end);
    if (has_micro_batch(*kind) == batch.empty())
      return error(cell,
                   batch.empty()
                       ? fmt::format("{} needs the number of a micro-batch", shown_part(cell))
                       : fmt::format("{} is of a stage, not of a micro-batch", letters),
                   kCellExample);
    if (!batch.empty()) {
      const auto found = number(batch, kMostMicroBatches);
      if (!found)
        return error(batch, fmt::format("micro-batch {} is too large", shown_part(batch)),
                     fmt::format("at most {}", kMostMicroBatches - 1));
      op.micro_batch = *found;
    }
    out_.plan.operations.push_back(op);
    out_.places.push_back({line_, static_cast<std::uint32_t>(cell.data() - source_.data()) + 1,
                           static_cast<std::uint32_t>(cell.size())});
  }

  void unknown(std::string_view letters) {
    std::vector<std::string_view> known;
    for (std::size_t i = 0; i < kKindCount; ++i)
      known.push_back(info(static_cast<Kind>(i)).letter);
    const bool older = letters == "BW";
    error(letters, fmt::format("unknown operation '{}'", shown_part(letters)),
          older ? "B for the whole backward pass, or the older notation (--older-order)"
                : fmt::format("{}", fmt::join(known, ", ")),
          older ? std::string() : std::string(nearest_word(letters, known)));
  }

  /// A number less than `end`.
  [[nodiscard]] static std::optional<std::uint32_t> number(std::string_view digits,
                                                           std::uint32_t end) {
    std::uint32_t value = 0;
    const auto [last, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || wrong != std::errc() || last != digits.data() + digits.size() ||
        value >= end)
      return std::nullopt;
    return value;
  }

  /// Assigns each stage to the device of the row that computes it.
  void find_stages() {
    Plan& plan = out_.plan;
    std::vector<std::uint32_t> device_of;
    for (std::uint32_t device = 0; device < plan.devices; ++device)
      for (OperationIndex i = plan.first_operation[device]; i < plan.first_operation[device + 1];
           ++i) {
        const Operation& op = plan.operations[i];
        if (op.stage >= device_of.size())
          device_of.resize(op.stage + std::size_t{1}, kNoDevice);
        if (has_micro_batch(op.kind))
          plan.micro_batches = std::max(plan.micro_batches, op.micro_batch + 1);
        if (!computes(op.kind))
          continue;
        std::uint32_t& known = device_of[op.stage];
        if (known == kNoDevice)
          known = device;
        if (known == device || problems_.size() >= kMostProblems)
          continue;
        const CellPlace& place = out_.places[i];
        line_ = place.line;
        source_ = line_at(text_, line_);
        error(source_.substr(place.column - 1, place.length),
              fmt::format("{} is on device {}, but stage {} is on device {}", name(op), device,
                          op.stage, known),
              "all operations of a stage in one row");
      }
    std::vector<std::uint32_t> stages_on(plan.devices, 0);
    plan.stages.resize(device_of.size());
    for (std::size_t s = 0; s < device_of.size(); ++s) {
      if (device_of[s] == kNoDevice) {
        Diagnostic problem;
        problem.file = file_;
        problem.message = fmt::format("no device computes stage {}", s);
        problem.expected = fmt::format("passes of all stages from 0 to {}", device_of.size() - 1);
        problems_.push_back(std::move(problem));
        if (problems_.size() >= kMostProblems)
          return;
        continue;
      }
      plan.stages[s].device = static_cast<DeviceId>(device_of[s]);
      ++stages_on[device_of[s]];
    }
    plan.chunks = *std::max_element(stages_on.begin(), stages_on.end());
  }

  /// Finds the stage ranges through which micro-batches pass.
  void find_pipelines() {
    Plan& plan = out_.plan;
    const auto stages = static_cast<std::uint32_t>(plan.stages.size());
    std::vector<std::uint32_t> first(plan.micro_batches, stages);
    for (const Operation& op : plan.operations)
      if (op.kind == Kind::forward)
        first[op.micro_batch] = std::min<std::uint32_t>(first[op.micro_batch], op.stage);
    std::map<std::uint32_t, std::uint8_t> starts; // pipeline, by first stage
    for (const std::uint32_t start : first)
      if (starts.size() < 256)
        starts.try_emplace(start, static_cast<std::uint8_t>(0));
    const auto count = static_cast<std::uint32_t>(starts.size());
    std::uint32_t k = 0;
    bool even = count < 256 && stages % count == 0;
    for (auto& [start, pipeline] : starts) {
      even = even && start == k * (stages / count);
      pipeline = static_cast<std::uint8_t>(k++);
    }
    for (const Operation& op : plan.operations) // checks that no micro-batch leaves its range
      even =
          even && (op.kind != Kind::forward || op.stage < first[op.micro_batch] + stages / count);
    const std::uint32_t parts = even ? stages / count : stages;
    for (std::uint32_t start = 0; start < stages; start += parts)
      plan.pipelines.push_back({static_cast<StageId>(start), static_cast<std::uint16_t>(parts)});
    for (std::uint32_t s = 0; s < stages; ++s) {
      plan.stages[s].pipeline = static_cast<std::uint16_t>(s / parts);
      plan.stages[s].part = static_cast<std::uint16_t>(s % parts);
    }
    if (plan.pipelines.size() == 1)
      return;
    plan.chunks = std::max(1U, plan.chunks / count);
    for (const std::uint32_t start : first)
      plan.pipeline_of.push_back(starts[start]);
  }

  /// Finds when weights change: of several optimizer steps of a stage, behind every gradient or
  /// behind as many as precede the first step.
  void find_updates() {
    Plan& plan = out_.plan;
    std::vector<std::uint32_t> gradients(plan.stages.size(), 0);
    std::vector<std::uint32_t> steps(plan.stages.size(), 0);
    std::uint32_t every = 0;
    for (const Operation& op : plan.operations) {
      if (op.kind == Kind::backward || op.kind == Kind::weight_gradient) {
        ++gradients[op.stage];
        if (steps[op.stage] == 0)
          continue;
        plan.update = WeightUpdate::buffered; // not after all micro-batches
      } else if (op.kind == Kind::optimizer_step && ++steps[op.stage] == 1) {
        every = std::max(every, gradients[op.stage]);
      }
    }
    if (plan.update == WeightUpdate::flush)
      return;
    if (every <= 1)
      plan.update = WeightUpdate::stashing;
    else
      plan.accumulation = every;
  }

  /// Checks that the numbers in the cells are consistent with the number of cells, before tables of
  /// this size are allocated.
  void check_numbers() {
    constexpr std::uint64_t kSmall = 1'000'000;
    const Plan& plan = out_.plan;
    const std::uint64_t passes =
        std::uint64_t{plan.stages.size()} * plan.micro_batches / plan.pipelines.size();
    if (passes <= kSmall || 2 * passes <= plan.operations.size())
      return;
    Diagnostic problem;
    problem.file = file_;
    problem.message = fmt::format("{} operations for {} micro-batches on {} stages",
                                  plan.operations.size(), plan.micro_batches, plan.stages.size());
    problem.expected = fmt::format("at least {}", 2 * passes);
    problems_.push_back(std::move(problem));
  }

  static constexpr std::size_t kMostProblems = 1000;

  std::string_view text_;
  std::string_view file_;
  OrderNotation notation_;
  OrderFile out_;
  Diagnostics problems_;
  std::uint32_t line_ = 0;
  std::string_view source_; ///< the current line
};

std::string cell_of(const Operation& op, OrderNotation notation) {
  if (notation == OrderNotation::older) {
    if (op.kind == Kind::input_gradient)
      return fmt::format("{}B{}", op.stage, op.micro_batch);
    if (op.kind == Kind::backward)
      return fmt::format("{}BW{}", op.stage, op.micro_batch);
  }
  return name(op);
}

} // namespace

Result<OrderFile> read_order_file(std::string_view text, std::string_view file,
                                  OrderNotation notation) {
  return OrderReader(text, file, notation).read();
}

std::string write_order_file(const Plan& plan, OrderNotation notation) {
  std::string out;
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    bool first = true;
    const std::span<const Operation> order = plan.order_of(device);
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (order[i].kind == Kind::optimizer_step && plan.update == WeightUpdate::flush)
        continue; // a flush implies it
      if (!first)
        out += ',';
      first = false;
      if (order[i].overlaps_next) {
        out += fmt::format("({};{}){}", cell_of(order[i], notation),
                           cell_of(order[i + 1], notation), kOverlap);
        ++i;
      } else {
        out += cell_of(order[i], notation);
      }
    }
    out += '\n';
  }
  return out;
}

Diagnostics placed(const Verified& verified, const OrderFile& order, std::string_view text,
                   std::string_view file) {
  Diagnostics list;
  for (const PlanProblem& problem : verified.problems) {
    Diagnostic entry;
    entry.file = file;
    entry.message = problem.message;
    entry.expected = problem.expected;
    entry.line = problem.device + 1; // at the end of the device's row
    entry.source_line = line_at(text, entry.line);
    entry.column = static_cast<std::uint32_t>(entry.source_line.size() + 1);
    if (problem.operation != kNoOperation) {
      const CellPlace& place = order.places[problem.operation];
      entry.line = place.line;
      entry.column = place.column;
      entry.length = place.length;
      if (const std::string_view line = line_at(text, entry.line); line.size() <= kMaxLineKept)
        entry.source_line = line;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

} // namespace stallscope::training
