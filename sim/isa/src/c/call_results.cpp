#include "isa/call_results.hpp"

#include "base/input_limits.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace stallscope::isa {

namespace {

constexpr std::uint64_t kShownElements = 64;
constexpr std::uint64_t kShownText = 1000;
constexpr unsigned kMostValues = 64;    ///< of a table that may be damaged
constexpr unsigned kMostMembers = 1024; ///< the same

/// stallscope_value of the driver's text (driver.cpp).
struct Value {
  std::uint64_t name = 0;
  std::uint64_t at = 0;
  std::uint64_t count = 0;
  std::uint64_t row = 0;
  char kind = 0;
  unsigned size = 0;
  std::vector<Value> members{}; ///< of a structure; `at` is from its begin
};

std::string members(const Memory& memory, const Value& v, std::uint64_t at);

std::string text_at(const Memory& memory, std::uint64_t address) {
  std::string text;
  for (; text.size() < kShownText; ++address) {
    const auto c = static_cast<char>(memory.load(address, 1));
    if (c == '\0')
      return text;
    text += c;
  }
  return text + "...";
}

Value value_at(const Memory& memory, std::uint64_t address, unsigned word) {
  Value v;
  v.name = memory.load(address, word);
  v.at = memory.load(address + word, word);
  v.count = memory.load(address + 2ULL * word, word);
  v.row = memory.load(address + 3ULL * word, word);
  v.kind = static_cast<char>(memory.load(address + 4ULL * word, 4));
  v.size = static_cast<unsigned>(memory.load(address + 4ULL * word + 4, 4));
  return v;
}

std::string element(const Memory& memory, const Value& v, std::uint64_t at) {
  if (!v.members.empty())
    return members(memory, v, at);
  if (v.size == 0 || v.size > 8 || (v.size & (v.size - 1)) != 0)
    return v.kind == '?' ? fmt::format("({} bytes)", v.size) : "?";
  const std::uint64_t bits = memory.load(at, v.size);
  const unsigned unused = 64 - 8 * v.size;
  const auto number = static_cast<std::int64_t>(bits << unused) >> unused;
  switch (v.kind) {
  case 'b':
    return bits != 0 ? "true" : "false";
  case 'c':
    return bits >= 0x20 && bits < 0x7f ? fmt::format("'{}'", static_cast<char>(bits))
                                       : fmt::format("{}", number);
  case 'i':
    return fmt::format("{}", number);
  case 'u':
    return fmt::format("{}", bits);
  case 'f': {
    if (v.size == 4) {
      float narrow = 0;
      std::memcpy(&narrow, &bits, sizeof narrow);
      return fmt::format("{}", narrow);
    }
    double wide = 0;
    std::memcpy(&wide, &bits, sizeof wide);
    return fmt::format("{}", wide);
  }
  case 's':
    return bits == 0 ? "NULL" : fmt::format("\"{}\"", clean(text_at(memory, bits)));
  case 'p':
    return fmt::format("{:#x}", bits);
  default:
    return fmt::format("({} bytes)", v.size);
  }
}

std::string elements(const Memory& memory, const Value& v) {
  if (v.kind == 'c' && v.row == 0) {
    const std::string text = text_at(memory, v.at).substr(0, v.count);
    return fmt::format("\"{}\"", clean(text));
  }
  std::string text = "{";
  const std::uint64_t shown = std::min(v.count, kShownElements);
  for (std::uint64_t i = 0; i < shown; ++i) {
    const bool begins = v.row != 0 && i % v.row == 0;
    text += fmt::format("{}{}{}",
                        i == 0   ? ""
                        : begins ? "}, "
                                 : ", ",
                        begins ? "{" : "", element(memory, v, v.at + i * v.size));
  }
  text += v.count > shown ? fmt::format(", ... {} more", v.count - shown) : "";
  return text + (v.row != 0 ? "}}" : "}");
}

/// {x = 1, y = 2.5}
std::string members(const Memory& memory, const Value& v, std::uint64_t at) {
  std::string text;
  for (const Value& member : v.members) {
    Value placed = member;
    placed.at += at;
    text += fmt::format("{}{} = {}", text.empty() ? "{" : ", ", clean(text_at(memory, member.name)),
                        member.count > 1 ? elements(memory, placed)
                                         : element(memory, placed, placed.at));
  }
  return text + "}";
}

/// Those of stallscope_members (struct_members.cpp) that are told by the value's address.
std::vector<Value> members_of(const Program& program, const Memory& memory, const Value& v,
                              unsigned word) {
  const auto symbol = program.symbols.find("stallscope_members");
  std::vector<Value> found;
  if (symbol == program.symbols.end())
    return found;
  const std::uint64_t step = 4ULL * word + 8;
  for (unsigned i = 0; i < kMostMembers; ++i) {
    Value member = value_at(memory, symbol->second.address + i * step, word);
    const std::uint64_t of = member.name; // in the order of stallscope_member
    if (of == 0)
      break;
    member.name = member.at;
    member.at = member.count;
    member.count = member.row;
    member.row = 0;
    if (of == v.at)
      found.push_back(std::move(member));
  }
  return found;
}

bool changed(const Memory& before, const Memory& after, const Value& v) {
  const std::uint64_t bytes = v.count * v.size;
  for (std::uint64_t i = 0; i < bytes; ++i)
    if (before.load(v.at + i, 1) != after.load(v.at + i, 1))
      return true;
  return false;
}

} // namespace

std::string call_results(const Program& program, const ArchState& state) {
  const auto symbol = program.symbols.find("stallscope_values");
  if (symbol == program.symbols.end() || !program.decoded)
    return {};
  const unsigned word = program.xlen / 8;
  const std::uint64_t step = 4ULL * word + 8;
  const Memory& memory = state.memory;
  const Memory before = initial_state(program).memory;
  constexpr std::uint64_t kMostBytes = InputLimits::call_results;
  std::uint64_t address = symbol->second.address;
  const std::string function = clean(text_at(memory, memory.load(address, word)));
  std::string text;
  for (unsigned i = 1; i < kMostValues; ++i) {
    Value v = value_at(memory, address += step, word);
    if (v.name == 0)
      break;
    if (v.kind == '?' || v.kind == 'p') // of a structure as large as a pointer
      v.members = members_of(program, memory, v, word);
    const std::string name = clean(text_at(memory, v.name));
    if (name.empty())
      text += fmt::format("{}(...) = {}\n", function, element(memory, v, v.at));
    else if (v.count <= kMostBytes / std::max(v.size, 1U) && changed(before, memory, v))
      text += fmt::format("{} = {}\n", name, elements(memory, v));
  }
  return text.empty() ? fmt::format("{}(...) returned\n", function) : text;
}

} // namespace stallscope::isa
