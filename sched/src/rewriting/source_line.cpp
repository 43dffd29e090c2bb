#include "rewriting/source_line.hpp"

#include "base/ascii.hpp"
#include "sched/data_flow/liveness.hpp"

#include <algorithm>

namespace stallscope::sched {

namespace {

bool in_word(char c) {
  return is_alphanumeric(c) || c == '_' || c == '$' || c == '.' || c == '%' || c == '@';
}

/// Where a comment begins, or a string. A '#' behind a comma, in front of a number, belongs to it:
/// DADDUI R1,R1,#-8.
std::size_t end_of_statement(const std::string& line) {
  std::size_t at = line.find_first_of("#;\"");
  while (at < line.size() && line[at] == '#') {
    const std::size_t before = at == 0 ? std::string::npos : line.find_last_not_of(" \t", at - 1);
    const char behind = at + 1 < line.size() ? line[at + 1] : ' ';
    const bool number = is_digit(behind) || behind == '-' || behind == '+';
    if (before == std::string::npos || line[before] != ',' || !number)
      break;
    at = line.find_first_of("#;\"", at + 1);
  }
  return std::min(at, line.size());
}

} // namespace

Statement statement_of(const std::string& line) {
  Statement statement{0, end_of_statement(line)};
  for (;;) {
    const std::size_t word = line.find_first_not_of(" \t", statement.begin);
    if (word == std::string::npos || word >= statement.end)
      break;
    std::size_t end = word;
    while (end < statement.end && in_word(line[end]))
      ++end;
    if (end == word || end >= statement.end || line[end] != ':')
      break;
    statement.begin = end + 1;
  }
  statement.begin = std::min(line.find_first_not_of(" \t", statement.begin), statement.end);
  return statement;
}

std::vector<RegisterWord> register_words(const isa::Program& program, const std::string& line) {
  const Statement statement = statement_of(line);
  std::vector<RegisterWord> words;
  bool mnemonic = program.isa != isa::Isa::tac;
  for (std::size_t at = statement.begin; at < statement.end;) {
    if (!in_word(line[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < statement.end && in_word(line[at]))
      ++at;
    const bool number = is_digit(line[begin]);
    if (!mnemonic && !number)
      if (const RegId reg = program.register_named(line.substr(begin, at - begin));
          reg != kNoRegister)
        words.push_back({begin, at - begin, reg});
    mnemonic = false;
  }
  return words;
}

std::uint32_t own_line(const Block& block, Node node) {
  const isa::Program& program = *block.program;
  const std::uint32_t index = block.index_of(node);
  const std::uint32_t line = program.decoded ? 0 : program.source[index].line;
  if (line == 0 || line > program.source_lines.size() ||
      (index > 0 && program.source[index - 1].line == line) ||
      (index + 1 < program.source.size() && program.source[index + 1].line == line))
    return 0;
  return line;
}

bool words_are_operands(const Block& block, Node node, RegId& written) {
  written = kNoRegister;
  const isa::Instruction& instruction = block.instruction(node);
  const isa::MicroOp& micro_op = block.micro_op(node);
  const std::uint32_t line = own_line(block, node);
  if (line == 0 || instruction.micro_op_count != 1 || micro_op.write_count > 1 ||
      has_side_effects(instruction) || isa::is_jump(instruction.op_class))
    return false;
  std::vector<RegisterWord> words =
      register_words(*block.program, block.program->source_lines[line - 1]);
  if (micro_op.write_count == 1) {
    if (words.empty() || words.front().reg != micro_op.writes[0] ||
        instruction.rd != micro_op.writes[0])
      return false;
    written = micro_op.writes[0];
    words.erase(words.begin());
    // An operation that also reads its destination without a second operand cannot be split.
    isa::Instruction other = instruction;
    other.rd = kNoRegister - 1;
    const isa::MicroOp other_op = isa::micro_op_for(other);
    for (const isa::RegisterRead& read : other_op.sources())
      if (read.reg == other.rd)
        return false;
  }
  const auto reads = micro_op.sources();
  const auto named = [&words](RegId reg) {
    return std::any_of(words.begin(), words.end(),
                       [reg](const RegisterWord& word) { return word.reg == reg; });
  };
  const auto read = [&reads](RegId reg) {
    return std::any_of(reads.begin(), reads.end(),
                       [reg](const isa::RegisterRead& r) { return r.reg == reg; });
  };
  return std::all_of(reads.begin(), reads.end(),
                     [&](const isa::RegisterRead& r) { return named(r.reg); }) &&
         std::all_of(words.begin(), words.end(),
                     [&](const RegisterWord& w) { return w.reg == 0 || read(w.reg); });
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines)
    text += line + "\n";
  return text;
}

std::string with_statement(const std::string& line, const std::string& statement) {
  const Statement part = statement_of(line);
  return line.substr(0, part.begin) + statement + line.substr(part.end);
}

} // namespace stallscope::sched
