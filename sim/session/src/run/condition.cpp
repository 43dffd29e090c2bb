#include "session/condition.hpp"

#include "base/number.hpp"
#include "base/trimmed.hpp"
#include "session/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace stallscope::session {

namespace {

using Compare = Condition::Compare;
using Kind = Condition::Kind;

std::optional<std::uint64_t> number(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative)
    text.remove_prefix(1);
  const std::optional<std::uint64_t> value = parse_number(text);
  return negative && value ? ~*value + 1 : value;
}

Diagnostic bad(std::string_view text, std::string message, std::string expected,
               std::string suggestion = {}) {
  Diagnostic d;
  d.message = fmt::format("condition '{}': {}", text, message);
  d.expected = std::move(expected);
  d.suggestion = std::move(suggestion);
  return d;
}

constexpr const char* kForms = "cycle N, pc ADDRESS, label NAME, line N, REGISTER == VALUE (or != "
                               "< <= > >=), access ADDRESS [BYTES] or "
                               "write ADDRESS [BYTES]";

/// Parses a number, or a symbol as its address.
std::optional<std::uint64_t> place(const isa::Program& program, std::string_view text) {
  if (const auto value = number(text))
    return value;
  const auto symbol = program.symbols.find(text);
  if (symbol == program.symbols.end())
    return std::nullopt;
  return symbol->second.address;
}

/// Parses a non-negative number: a cycle, a line, a length.
std::optional<std::uint64_t> count(std::string_view text) {
  return !text.empty() && text.front() == '-' ? std::nullopt : number(text);
}

std::string near_symbol(const isa::Program& program, std::string_view text) {
  std::vector<std::string_view> names;
  for (const auto& [name, symbol] : program.symbols)
    names.emplace_back(name);
  return std::string(nearest_word(text, names));
}

std::string near_register(const isa::Program& program, std::string_view text) {
  std::vector<std::string_view> names;
  for (const std::string& name : program.register_names)
    if (!name.empty())
      names.emplace_back(name);
  return std::string(nearest_word(text, names));
}

/// The first register that an instruction writes.
std::string_view example_register(const isa::Program& program) {
  for (const isa::MicroOp& micro_op : program.micro_ops)
    if (micro_op.write_count > 0)
      return program.register_names[micro_op.writes[0]];
  return "those of its instructions";
}

Result<Condition> comparison(const isa::Program& program, std::string_view text, std::size_t at) {
  Condition condition;
  condition.kind = Kind::register_is;
  condition.text = text;
  const std::string_view name = trimmed(text.substr(0, at));
  std::size_t length = 1;
  const char first = text[at];
  const bool equals = at + 1 < text.size() && text[at + 1] == '=';
  length += equals ? 1 : 0;
  if (first == '!' && !equals)
    return bad(text, "'!' alone compares nothing", "one of == != < <= > >=", "!=");
  if (first == '!')
    condition.compare = Compare::not_equal;
  else if (first == '<')
    condition.compare = equals ? Compare::less_equal : Compare::less;
  else if (first == '>')
    condition.compare = equals ? Compare::greater_equal : Compare::greater;
  condition.reg = program.register_named(name);
  if (condition.reg == kNoRegister)
    return bad(text, fmt::format("'{}' is no register of this program", name),
               fmt::format("a register such as {}", example_register(program)),
               near_register(program, name));
  const std::string_view right = trimmed(text.substr(at + length));
  const auto value = place(program, right);
  if (!value)
    return bad(text, fmt::format("'{}' is no number and no symbol", right),
               "a number such as 5 or 0x10");
  condition.value = *value;
  return condition;
}

Condition condition_of(Kind kind, std::string_view text, std::uint64_t value) {
  Condition condition;
  condition.kind = kind;
  condition.text = text;
  condition.value = value;
  return condition;
}

/// `line N` or `line FILE:N`. An executable's code may come from many files: without a file name,
/// the one that contains main.
Result<Condition> source_line(const isa::Program& program, std::string_view text,
                              std::string_view file, std::uint64_t line) {
  const Result<std::string> found = program.source_file_named(file);
  if (!found)
    return bad(text, found.diagnostics().front().message, found.diagnostics().front().expected);
  if (line > std::numeric_limits<std::uint32_t>::max() ||
      !program.has_line(*found, static_cast<std::uint32_t>(line)))
    return bad(text, fmt::format("line {} has no instruction", line), "a line with an instruction");
  Condition condition = condition_of(Kind::line, text, line);
  condition.file = *found;
  return condition;
}

Result<Condition> cycle_or_line(const isa::Program& program, std::string_view text,
                                std::string_view word, std::string_view rest) {
  const std::size_t colon = rest.rfind(':');
  const bool in_file = word == "line" && colon != std::string_view::npos;
  const auto value = count(in_file ? rest.substr(colon + 1) : rest);
  if (in_file && value && *value != 0)
    return source_line(program, text, rest.substr(0, colon), *value);
  if (!value || *value == 0)
    return bad(text, fmt::format("'{}' is no {} number", rest, word),
               fmt::format("{} N, counted from 1", word));
  if (word == "cycle")
    return condition_of(Kind::cycle, text, *value);
  return source_line(program, text, {}, *value);
}

Result<Condition> memory_access(const isa::Program& program, std::string_view text,
                                std::string_view word, std::string_view rest) {
  const std::size_t second = rest.find_first_of(" \t");
  const auto address = place(program, rest.substr(0, second));
  const auto bytes = second == std::string_view::npos ? std::optional<std::uint64_t>{1}
                                                      : count(trimmed(rest.substr(second)));
  if (!address || !bytes || *bytes == 0)
    return bad(text, "no memory place",
               fmt::format("{} ADDRESS [BYTES], the address a number or a symbol", word),
               address ? std::string{} : near_symbol(program, rest.substr(0, second)));
  if (*bytes - 1 > std::numeric_limits<std::uint64_t>::max() - *address)
    return bad(text, "the place reaches beyond the end of all addresses", "fewer bytes");
  Condition condition = condition_of(Kind::memory_access, text, *address);
  condition.bytes = *bytes;
  condition.writes_only = word == "write";
  return condition;
}

Result<Condition> code_place(const isa::Program& program, std::string_view text,
                             std::string_view target) {
  const auto address = place(program, target);
  if (!address)
    return bad(text, fmt::format("unknown label '{}'", target), kForms,
               near_symbol(program, target));
  // writable by the program itself
  const auto may_be_written = [&](const isa::MemoryRegion& region) {
    return program.written != nullptr && region.executable && region.writable &&
           region.begin <= *address && *address < region.end && *address % 2 == 0;
  };
  if (program.index_of(*address) == isa::kNoIndex &&
      std::none_of(program.regions.begin(), program.regions.end(), may_be_written))
    return bad(text, fmt::format("there is no instruction at {:#x}", *address),
               "the address of an instruction");
  return condition_of(Kind::pc, text, *address);
}

} // namespace

Result<Condition> parse_condition(const isa::Program& program, std::string_view whole) {
  const std::string_view text = trimmed(whole);
  if (text.empty())
    return bad(text, "it is empty", kForms);
  if (const std::size_t at = text.find_first_of("=!<>"); at != std::string_view::npos && at > 0)
    return comparison(program, text, at);

  const std::size_t space = text.find_first_of(" \t");
  const std::string_view word = text.substr(0, space);
  const std::string_view rest =
      space == std::string_view::npos ? std::string_view{} : trimmed(text.substr(space));
  if (number(text))
    return cycle_or_line(program, text, "cycle", text);
  if (word == "cycle" || word == "line")
    return cycle_or_line(program, text, word, rest);
  if (word == "access" || word == "write")
    return memory_access(program, text, word, rest);
  return code_place(program, text,
                    (word == "pc" || word == "label") && !rest.empty() ? rest : text);
}

bool compares(Compare compare, std::int64_t left, std::int64_t right) {
  switch (compare) {
  case Compare::equal:
    return left == right;
  case Compare::not_equal:
    return left != right;
  case Compare::less:
    return left < right;
  case Compare::less_equal:
    return left <= right;
  case Compare::greater:
    return left > right;
  case Compare::greater_equal:
    return left >= right;
  }
  return false;
}

bool follows_instructions(const isa::Program& program, RegId reg) {
  return program.isa != isa::Isa::riscv || reg < isa::kFirstFpRegister + 32;
}

bool may_fulfil(const Condition& condition, const isa::Program& program,
                const isa::Instruction& instruction) {
  switch (condition.kind) {
  case Kind::cycle:
    return false;
  case Kind::pc:
    return instruction.pc == condition.value;
  case Kind::line: {
    const std::uint32_t index = program.index_of(instruction.pc);
    if (index == isa::kNoIndex)
      return false;
    const isa::SourcePlace place = program.place_of(index);
    return place.line == condition.value && place.file == condition.file;
  }
  case Kind::register_is: {
    const auto ops = program.micro_ops_of(instruction);
    return std::any_of(ops.begin(), ops.end(), [&](const isa::MicroOp& op) {
      const auto written = op.destinations();
      return std::find(written.begin(), written.end(), condition.reg) != written.end();
    });
  }
  case Kind::memory_access:
    return isa::access_bytes(instruction) != 0;
  }
  return true;
}

bool may_fulfil(const Condition& condition, const isa::Program& program,
                const isa::Instruction& instruction, const isa::ArchState& behind,
                const isa::Effect& effect) {
  if (!may_fulfil(condition, program, instruction))
    return false;
  if (condition.kind == Kind::register_is)
    return compares(condition.compare, static_cast<std::int64_t>(behind.regs[condition.reg]),
                    static_cast<std::int64_t>(condition.value));
  if (condition.kind == Kind::memory_access)
    return effect.bytes != 0 && (effect.address - condition.value < condition.bytes ||
                                 condition.value - effect.address < effect.bytes);
  return true;
}

bool holds(const Condition& condition, const Simulation& simulation) {
  const isa::Program& program = simulation.program();
  switch (condition.kind) {
  case Kind::cycle:
    return simulation.cycle() >= condition.value;
  case Kind::pc:
    return simulation.any_fetched([&](std::uint32_t instruction) {
      return program.instruction(instruction).pc == condition.value;
    });
  case Kind::line:
    return simulation.any_fetched([&](std::uint32_t instruction) {
      const isa::SourcePlace place = program.place_of(instruction);
      return place.line == condition.value && place.file == condition.file;
    });
  case Kind::register_is:
    return compares(condition.compare,
                    static_cast<std::int64_t>(simulation.committed()[condition.reg]),
                    static_cast<std::int64_t>(condition.value));
  case Kind::memory_access:
    return simulation.any_access([&](const Simulation::Access& access) {
      return (!condition.writes_only || access.writes) &&
             // correct also at the end of the address space
             (access.address - condition.value < condition.bytes ||
              condition.value - access.address < access.bytes);
    });
  }
  return false;
}

} // namespace stallscope::session
