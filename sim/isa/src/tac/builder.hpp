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

/// Data memory of every three-address program: [0, kMemoryBytes). Code has addresses behind it and
/// cannot be read.
inline constexpr std::uint64_t kMemoryBytes = 1ULL << 20;
inline constexpr std::uint64_t kCodeBegin = kMemoryBytes;
inline constexpr std::uint8_t kInstructionBytes = 4;
/// Variables: every register but zero and sink.
inline constexpr std::size_t kMaxVariables = kMaxRegisters - 2;
inline constexpr std::size_t kMaxInstructions = InputLimits::tac_instructions;

/// The line a statement stands on.
struct Line {
  std::uint32_t number = 0;
  std::string_view text;
};

/// Puts the program together: variables to registers, labels to addresses.
class Builder {
public:
  Builder(std::string_view file, Reporter& reporter);

  void add_source_line(std::string_view line) { program_.source_lines.emplace_back(line); }
  /// The register of a variable; beyond kMaxVariables an error, and register 0.
  RegId variable(const Line& line, const Token& name);
  /// Where an array lies that nobody has declared: in memory of its own, which nobody has declared
  /// either, and a warning says so.
  std::int64_t array(const Line& line, const Token& name);
  [[nodiscard]] std::string_view name_of(RegId variable) const {
    return program_.register_names.at(variable);
  }
  /// Says once that a statement is several operations, and becomes as many instructions.
  void note_operations(const Line& line, const Token& at);
  void define_label(const Line& line, const Token& name);
  /// Appends an instruction that begins at `at`; its text is shown as given.
  void append(const Line& line, const Token& at, const Instruction& instruction, std::string text);
  /// The same with a jump target that may come later.
  void append_jump(const Line& line, const Token& at, const Instruction& instruction,
                   std::string text, const Token& label);
  void set_register(RegId reg, std::uint64_t value);
  void add_data(std::uint64_t address, std::vector<std::uint8_t> bytes);

  /// Resolves labels; the program, or all problems.
  /// With `completes` labels that are not there stand for the end of the program.
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
  std::vector<std::string_view> label_names_; ///< sorted, made when the first label is missing
  bool too_many_variables_ = false;
  bool several_operations_ = false; ///< which has been said
  Diagnostics warnings_;
  std::set<std::string_view> left_by_; ///< labels that stand for the end, of which this was said
};

} // namespace stallscope::isa::tac
