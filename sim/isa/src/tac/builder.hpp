#pragma once

#include "base/input_limits.hpp"
#include "base/result.hpp"
#include "isa/program.hpp"
#include "tac/reporter.hpp"
#include "tac/token.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stallscope::isa::tac {

/// Data memory of every three-address program: [0, kMemoryBytes). Code has the addresses after it
/// and cannot be read.
inline constexpr std::uint64_t kMemoryBytes = 1ULL << 20;
inline constexpr std::uint64_t kCodeBegin = kMemoryBytes;
inline constexpr std::uint8_t kInstructionBytes = 4;
/// Variables: every register except zero and sink.
inline constexpr std::size_t kMaxVariables = kMaxRegisters - 2;
inline constexpr std::size_t kMaxInstructions = InputLimits::tac_instructions;

/// The line of a statement.
struct Line {
  std::uint32_t number = 0;
  std::string_view text;
};

/// Builds the program: assigns registers to variables and addresses to labels.
class Builder {
public:
  Builder(std::string_view file, Reporter& reporter);

  void add_source_line(std::string_view line) { program_.source_lines.emplace_back(line); }
  /// The register of a variable; beyond kMaxVariables an error, and register 0.
  RegId variable(const Line& line, const Token& name);
  /// The address of an undeclared array: in separate, undeclared memory, with a warning.
  std::int64_t array(const Line& line, const Token& name);
  [[nodiscard]] std::string_view name_of(RegId variable) const {
    return program_.register_names.at(variable);
  }
  /// Notes once that a statement has several operations, and becomes as many instructions.
  void note_operations(const Line& line, const Token& at);
  void define_label(const Line& line, const Token& name);
  /// Appends an instruction that begins at `at`; its text is displayed as given.
  void append(const Line& line, const Token& at, const Instruction& instruction, std::string text);
  /// Like append, with a jump target that may be defined later.
  void append_jump(const Line& line, const Token& at, const Instruction& instruction,
                   std::string text, const Token& label);
  void set_register(RegId reg, std::uint64_t value);
  void add_data(std::uint64_t address, std::vector<std::uint8_t> bytes);

  /// Resolves labels; returns the program, or all problems. With `completes`, undefined labels
  /// denote the end of the program.
  [[nodiscard]] Result<Program> finish(bool completes);

private:
  struct Label {
    std::uint64_t address = 0;
    std::uint32_t line = 0;
  };
  struct Use {
    std::uint32_t instruction = 0;
    Line line;
    Token name;
  };
  void resolve(const Use& use, bool completes);
  void warn(const Line& line, const Token& at, std::string message);
  [[nodiscard]] std::uint64_t next_address() const {
    return kCodeBegin + program_.code.size() * kInstructionBytes;
  }

  Reporter& reporter_;
  Program program_;
  std::unordered_map<std::string_view, RegId> variables_;
  std::unordered_map<std::string_view, std::int64_t> arrays_;
  std::unordered_map<std::string_view, Label> labels_;
  std::vector<Use> uses_;
  std::vector<std::string_view> label_names_; ///< sorted; filled at the first missing label
  bool too_many_variables_ = false;
  bool several_operations_ = false; ///< a message about it has been issued
  Diagnostics warnings_;
  std::set<std::string_view> left_by_; ///< undefined labels already reported as the end
};

} // namespace stallscope::isa::tac
