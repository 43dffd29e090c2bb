#include "schedule/schedule_code.hpp"

#include "input_output/console.hpp"
#include "isa/assemble.hpp"
#include "subject/executable.hpp"
#include "subject/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

namespace stallscope::cli {

namespace {

/// Random inputs per changed block: more would take minutes with thousands of blocks.
constexpr unsigned kInputs = 9;
/// Instruction limit of whole runs, which take some seconds.
constexpr std::uint64_t kInstructions = 200'000'000;

} // namespace

std::unique_ptr<ScheduledCode> ScheduledCode::of(const Subject& subject,
                                                 const isa::Program& program) {
  auto options = elf_options(subject);
  if (!options)
    return nullptr;
  auto code = std::make_unique<ScheduledCode>();
  code->options_ = *std::move(options);
  const auto machine = load_machine(subject.machine, subject.settings);
  if (!machine)
    return nullptr;
  code->content_ = program_bytes(subject.program, subject, *machine);
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(code->content_.data()),
                        code->content_.size());
  auto elf = isa::read_elf(program.name, bytes);
  if (!elf) {
    print(elf.diagnostics());
    return nullptr;
  }
  code->elf_ = std::move(elf).value();
  code->writer_ = std::make_unique<sched::CodeWriter>(program, *code->elf_, bytes);
  return code;
}

std::vector<sched::Block> ScheduledCode::write(ScheduleReport& report) {
  std::vector<sched::Block> changed;
  std::map<std::string, std::size_t> left; // number of blocks by reason
  if (report.blocks.empty())
    return changed;
  const sched::Surroundings around(*report.blocks.front().problem.block().program);
  for (ScheduledBlock& block : report.blocks) {
    const sched::Schedule& best = block.to_write(around);
    const bool other = !std::is_sorted(best.order.begin(), best.order.end());
    if (other && block.left.empty())
      block.left =
          writer_->write({block.problem.block(), best.order, block.problem.graph().folding});
    if (!block.left.empty())
      ++left[block.left];
    else if (other)
      changed.push_back(block.problem.block());
  }
  report.notes.push_back(fmt::format("{} of {} block{} in another order", changed.size(),
                                     report.blocks.size(), report.blocks.size() == 1 ? "" : "s"));
  for (const auto& [why, count] : left)
    report.notes.push_back(fmt::format("{} {} as {}: {}", count, count == 1 ? "stays" : "stay",
                                       count == 1 ? "it is" : "they are", why));
  return changed;
}

std::string ScheduledCode::bytes() const {
  return {writer_->bytes().begin(), writer_->bytes().end()};
}

std::optional<isa::Program> ScheduledCode::program(const isa::Program& original) const {
  auto program = isa::program_from_elf(original.name, writer_->bytes(), options_);
  if (!program) {
    print(program.diagnostics());
    return std::nullopt;
  }
  isa::Program result = std::move(program).value();
  result.initial_registers = original.initial_registers;
  return result;
}

sched::Verification ScheduledCode::verified(const isa::Program& original,
                                            const isa::Program& result,
                                            const std::vector<sched::Block>& changed,
                                            std::uint64_t seed) {
  sched::VerifyOptions options;
  options.inputs = kInputs;
  options.instruction_limit = kInstructions;
  options.seed = seed;
  return sched::verify_code(original, result, changed, options);
}

bool names_executable(const std::string& file, const isa::Program& program) {
  if (!isa::isa_from_file_name(file))
    return true;
  print_error(fmt::format("--output {}: {} is machine code, and is written as an executable file; "
                          "expected a name such as out.elf",
                          file, program.name));
  return false;
}

} // namespace stallscope::cli
