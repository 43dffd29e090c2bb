#include "tac/builder.hpp"

#include "asm/emitter.hpp"
#include "program/undeclared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::isa::tac {

Builder::Builder(std::string_view file, Reporter& reporter) : reporter_(reporter) {
  program_.name = std::string(file);
  program_.isa = Isa::tac;
  program_.register_names.emplace_back(); // register 0 has no name
  program_.heap_begin = program_.heap_end = kMemoryBytes;
}

RegId Builder::variable(const Line& line, const Token& name) {
  const auto found = variables_.find(name.text);
  if (found != variables_.end())
    return found->second;
  if (variables_.size() == kMaxVariables) {
    if (!too_many_variables_)
      reporter_.error(line.number, line.text, name,
                      fmt::format("'{}' is variable number {}", name.text, kMaxVariables + 1),
                      fmt::format("at most {} variables", kMaxVariables));
    too_many_variables_ = true;
    return 0;
  }
  const auto reg = static_cast<RegId>(program_.register_names.size());
  variables_.emplace(name.text, reg);
  program_.register_names.emplace_back(name.text);
  return reg;
}

std::int64_t Builder::array(const Line& line, const Token& name) {
  constexpr std::int64_t kFirst = 0x30000000;
  constexpr std::int64_t kApart = 1 << 20;
  const auto [array, is_new] =
      arrays_.try_emplace(name.text, kFirst + kApart * static_cast<std::int64_t>(arrays_.size()));
  if (is_new) {
    warn(line, name,
         fmt::format("'{}' is taken for an array of words of 8 bytes at {:#x}, where no "
                     "memory is declared; its index counts bytes (--strict makes this an "
                     "error)",
                     name.text, array->second));
  }
  return array->second;
}

void Builder::note_operations(const Line& line, const Token& at) {
  if (!std::exchange(several_operations_, true))
    warn(line, at,
         "three-address code has one operation a statement: one of several becomes as many "
         "instructions, with names of their own (@1, @2) between them (--strict makes this an "
         "error)");
}

void Builder::warn(const Line& line, const Token& at, std::string message) {
  Diagnostic d;
  d.severity = Severity::warning;
  d.file = program_.name;
  d.line = line.number;
  d.column = at.column;
  d.length = static_cast<std::uint32_t>(at.text.size());
  d.source_line = std::string(line.text);
  d.message = std::move(message);
  warnings_.push_back(std::move(d));
}

void Builder::define_label(const Line& line, const Token& name) {
  const auto [label, is_new] = labels_.try_emplace(name.text, Label{next_address(), line.number});
  if (!is_new)
    reporter_.error(line.number, line.text, name, fmt::format("label '{}' again", name.text),
                    fmt::format("each label once; the first is in line {}", label->second.line));
}

void Builder::append(const Line& line, const Token& at, const Instruction& instruction,
                     std::string text) {
  if (program_.code.size() == kMaxInstructions) {
    reporter_.error(line.number, line.text, at, "the program is too long",
                    fmt::format("at most {} statements", kMaxInstructions));
    return;
  }
  Instruction placed = instruction;
  placed.pc = next_address();
  placed.size = kInstructionBytes;
  program_.append(placed, micro_op_for(placed), {std::move(text), line.number, at.column});
}

void Builder::append_jump(const Line& line, const Token& at, const Instruction& instruction,
                          std::string text, const Token& label) {
  uses_.push_back({static_cast<std::uint32_t>(program_.code.size()), line, label});
  append(line, at, instruction, std::move(text));
}

void Builder::set_register(RegId reg, std::uint64_t value) {
  program_.initial_registers.push_back({reg, value});
}

void Builder::add_data(std::uint64_t address, std::vector<std::uint8_t> bytes) {
  if (program_.data.empty())
    program_.regions.push_back({std::string(kDeclaredRegion), 0, kMemoryBytes, true});
  program_.data.push_back({".mem", address, std::move(bytes)});
}

void Builder::resolve(const Use& use, bool completes) {
  const auto label = labels_.find(use.name.text);
  if (label != labels_.end()) {
    if (use.instruction < program_.code.size())
      program_.code[use.instruction].target = label->second.address;
    return;
  }
  if (label_names_.empty() && !labels_.empty()) {
    label_names_.reserve(labels_.size());
    for (const auto& [name, unused] : labels_)
      label_names_.push_back(name);
    std::sort(label_names_.begin(), label_names_.end()); // for a defined order of equally close
                                                         // names
  }
  const std::string_view near = reporter_.suggest(use.name.text, label_names_);
  if (completes && !reporter_.any() && !assembly::is_mistyped(use.name.text, near)) {
    if (use.instruction < program_.code.size())
      program_.code[use.instruction].target = next_address();
    if (left_by_.insert(use.name.text).second)
      warn(use.line, use.name,
           fmt::format("there is no label '{}', and it is taken for the end of the program "
                       "(--strict makes this an error)",
                       use.name.text));
    return;
  }
  reporter_.error(use.line.number, use.line.text, use.name,
                  fmt::format("there is no label '{}'", use.name.text),
                  assembly::label_wanted(use.name.text), near);
}

Result<Program> Builder::finish(bool completes) {
  for (const Use& use : uses_) {
    if (reporter_.full())
      break;
    resolve(use, completes);
  }
  if (reporter_.any())
    return reporter_.take();
  for (const auto& [name, label] : labels_)
    program_.symbols.emplace(std::string(name), Symbol{label.address, true, false});
  program_.entry = kCodeBegin;
  program_.end_pc = next_address();
  program_.finish();
  return {std::move(program_), std::move(warnings_)};
}

} // namespace stallscope::isa::tac
