#include "isa/call_results.hpp"

#include "base/input_limits.hpp"
#include "base/utf8.hpp"
#include "quad_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace stallscope::isa {

namespace {

__extension__ using Wide128 = unsigned __int128;

constexpr std::uint64_t kShownElements = 64;
constexpr std::uint64_t kShownText = 1000;
constexpr unsigned kMostValues = 64;    ///< limit, because the table may be damaged
constexpr unsigned kMostMembers = 8192; ///< limit for members; more than are written
constexpr unsigned kMostStructureBytes = 1U << 20;

/// stallscope_value in the text of the driver (driver.cpp).
struct Value {
  std::uint64_t name = 0;
  std::uint64_t at = 0;
  std::uint64_t count = 0;
  std::uint64_t row = 0;
  char kind = 0;
  unsigned size = 0;
  bool is_array = false;        ///< for a member
  unsigned first_bit = 0;       ///< start of a bit field, relative to the structure
  unsigned bits = 0;            ///< width of a bit field; 0: not a bit field
  std::vector<Value> members{}; ///< members of a structure; their `at` is relative to its start
  std::vector<Value> named{};   ///< constants of an enumeration; their `at` is the value
};

/// An entry of stallscope_members (struct_members.cpp).
struct MemberEntry {
  std::uint64_t at = 0; ///< the address of the entry itself
  std::uint64_t of = 0;
  std::uint64_t bits = 0; ///< address of an object with ones in the position of the bit field
  Value value;
};

std::string members(const Memory& memory, const Value& v, std::uint64_t at);
std::string text_at(const Memory& memory, std::uint64_t address);

/// The name of an enumeration value with this many bits; empty: no such constant.
std::string enumerator(const Memory& memory, const Value& v, std::uint64_t number, unsigned bits) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
  for (const Value& one : v.named)
    if (((one.at ^ number) & mask) == 0)
      return clean(text_at(memory, one.name));
  return {};
}

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

/// A bit field of the structure at `at`. A plain char is unsigned here (RISC-V's ABI).
std::string bit_field(const Memory& memory, const Value& v, std::uint64_t at) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < v.bits; ++i) {
    const std::uint64_t position = v.first_bit + i;
    bits |= (memory.load(at + position / 8, 1) >> (position % 8) & 1) << i;
  }
  const unsigned unused = 64 - v.bits;
  if (const std::string name = enumerator(memory, v, bits, v.bits); !name.empty())
    return name;
  if (v.kind == 'b')
    return bits != 0 ? "true" : "false";
  return v.kind == 'i' ? fmt::format("{}", static_cast<std::int64_t>(bits << unused) >> unused)
                       : fmt::format("{}", bits);
}

/// long double and __int128
std::string sixteen_bytes(const Memory& memory, char kind, std::uint64_t at) {
  const std::uint64_t low = memory.load(at, 8);
  const std::uint64_t high = memory.load(at + 8, 8);
  if (kind == 'f')
    return quad_text(low, high);
  const Wide128 bits = Wide128{high} << 64 | low;
  return kind == 'i' && high >> 63 != 0 ? fmt::format("-{}", -bits) : fmt::format("{}", bits);
}

std::string element(const Memory& memory, const Value& v, std::uint64_t at) {
  if (!v.members.empty())
    return members(memory, v, at);
  if (v.bits != 0)
    return bit_field(memory, v, at);
  if (v.size == 16 && std::string_view("fiu").find(v.kind) != std::string_view::npos)
    return sixteen_bytes(memory, v.kind, at);
  if (v.size == 0 || v.size > 8 || (v.size & (v.size - 1)) != 0)
    return v.kind == '?' ? fmt::format("({} bytes)", v.size) : "?";
  const std::uint64_t bits = memory.load(at, v.size);
  const unsigned unused = 64 - 8 * v.size;
  const auto number = static_cast<std::int64_t>(bits << unused) >> unused;
  if (const std::string name = enumerator(memory, v, bits, 8 * v.size); !name.empty())
    return name;
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
                        member.is_array ? elements(memory, placed)
                                        : element(memory, placed, placed.at));
  }
  return text + "}";
}

std::vector<MemberEntry> member_table(const Program& program, const Memory& memory, unsigned word) {
  const auto symbol = program.symbols.find("stallscope_members");
  std::vector<MemberEntry> table;
  if (symbol == program.symbols.end())
    return table;
  const std::uint64_t step = 6ULL * word + 8;
  for (unsigned i = 0; i < kMostMembers; ++i) {
    MemberEntry entry;
    entry.at = symbol->second.address + i * step;
    entry.of = memory.load(entry.at, word);
    if (entry.of == 0)
      break;
    entry.bits = memory.load(entry.at + word, word);
    entry.value = value_at(memory, entry.at + 2ULL * word, word);
    entry.value.is_array = entry.value.count != (word == 4 ? 0xFFFF'FFFFULL : ~0ULL);
    table.push_back(std::move(entry));
  }
  return table;
}

/// Finds the position of the ones in an object at `bits` of the size of the structure.
void find_bit_field(const Memory& memory, std::uint64_t bits, Value& field) {
  const unsigned end = 8 * std::min(field.size, kMostStructureBytes);
  const auto is_one = [&](unsigned bit) {
    return (memory.load(bits + bit / 8, 1) >> (bit % 8) & 1) != 0;
  };
  while (field.first_bit < end && !is_one(field.first_bit))
    ++field.first_bit;
  while (field.bits < 64 && field.first_bit + field.bits < end &&
         is_one(field.first_bit + field.bits))
    ++field.bits;
}

void add_members(const std::vector<MemberEntry>& table, const Memory& memory, std::uint64_t of,
                 std::size_t first, Value& value);

/// The members that belong to `of`: an object, or the preceding entry of an array of structures.
std::vector<Value> members_of(const std::vector<MemberEntry>& table, const Memory& memory,
                              std::uint64_t of, std::size_t first) {
  std::vector<Value> found;
  for (std::size_t i = first; i < table.size(); ++i) {
    const MemberEntry& entry = table[i];
    if (entry.of != of)
      continue;
    Value member = entry.value;
    if (entry.bits != 0)
      find_bit_field(memory, entry.bits, member);
    add_members(table, memory, entry.at, i + 1, member);
    found.push_back(std::move(member));
  }
  return found;
}

/// Adds to a value the entries that belong to `of`: the members of its structure or the names of
/// its enumeration.
void add_members(const std::vector<MemberEntry>& table, const Memory& memory, std::uint64_t of,
                 std::size_t first, Value& value) {
  if (std::string_view("?piu").find(value.kind) == std::string_view::npos)
    return;
  std::vector<Value> found = members_of(table, memory, of, first);
  const bool names = !found.empty() && found.front().kind == 'e';
  (names ? value.named : value.members) = std::move(found);
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
  const std::vector<MemberEntry> table = member_table(program, memory, word);
  std::string text;
  for (unsigned i = 1; i < kMostValues; ++i) {
    Value v = value_at(memory, address += step, word);
    if (v.name == 0)
      break;
    add_members(table, memory, v.at, 0, v); // 'p': for a structure of the size of a pointer
    const std::string name = clean(text_at(memory, v.name));
    if (name.empty())
      text += fmt::format("{}(...) = {}\n", function, element(memory, v, v.at));
    else if (v.count <= kMostBytes / std::max(v.size, 1U) && changed(before, memory, v))
      text += fmt::format("{} = {}\n", name, elements(memory, v));
  }
  return text.empty() ? fmt::format("{}(...) returned\n", function) : text;
}

} // namespace stallscope::isa
