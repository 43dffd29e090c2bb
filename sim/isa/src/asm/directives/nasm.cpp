#include "asm/assembler.hpp"
#include "base/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

/// Data as written for NASM and MASM and in books: without a dot, and with a name before it that
/// needs no colon.
namespace stallscope::isa::assembly {

namespace {

struct NasmData {
  std::string_view name;
  unsigned bytes = 0;
  bool reserves = false;
};
constexpr std::array<NasmData, 8> kNasmData{{{"db", 1, false},
                                             {"dw", 2, false},
                                             {"dd", 4, false},
                                             {"dq", 8, false},
                                             {"resb", 1, true},
                                             {"resw", 2, true},
                                             {"resd", 4, true},
                                             {"resq", 8, true}}};

const NasmData* nasm_data_named(const Token& token) {
  if (token.kind != TokenKind::identifier)
    return nullptr;
  const std::string word = lower(token.text);
  const auto found = std::find_if(kNasmData.begin(), kNasmData.end(),
                                  [&word](const NasmData& one) { return one.name == word; });
  return found == kNasmData.end() ? nullptr : &*found;
}

bool is_word_of_nasm(const Token& token, std::string_view word) {
  return token.kind == TokenKind::identifier && lower(token.text) == word;
}

bool begins_data_of_nasm(const Token& token) {
  return nasm_data_named(token) != nullptr || is_word_of_nasm(token, "times");
}

} // namespace

bool Assembler::data_of_nasm(const Tokens& given, std::size_t at) {
  if (given[at].kind != TokenKind::identifier)
    return false;
  Tokens tokens(given.begin() + static_cast<std::ptrdiff_t>(at), given.end());
  const Token next = tokens[std::min<std::size_t>(1, tokens.size() - 1)];
  const bool named = !begins_data_of_nasm(tokens[0]);
  if (named && !begins_data_of_nasm(next) && !is_word_of_nasm(next, "equ"))
    return false;
  for (Token& token : tokens) // the current address
    if (is(token, '$'))
      token = {TokenKind::identifier, token.column, ".", 0};
  if (named && is_word_of_nasm(next, "equ")) {
    assign(tokens[0], tokens, 2, false);
    return true;
  }
  if (named && !define_label(tokens[0], tokens[0].text))
    return true;
  const std::size_t first = named ? 1 : 0;
  if (is_word_of_nasm(tokens[first], "times")) {
    repeat_of_nasm(tokens, first + 1);
    return true;
  }
  const NasmData& data = *nasm_data_named(tokens[first]);
  if (data.reserves)
    reserve_of_nasm(tokens, first + 1, data.bytes);
  else
    define_data_of_nasm(tokens, first + 1, data.bytes);
  return true;
}

/// Strings and numbers in any order.
void Assembler::define_data_of_nasm(const Tokens& tokens, std::size_t at, unsigned bytes) {
  while (true) {
    std::size_t end = at;
    while (tokens[end].kind != TokenKind::end && !is(tokens[end], ','))
      ++end;
    Tokens item(tokens.begin() + static_cast<std::ptrdiff_t>(at),
                tokens.begin() + static_cast<std::ptrdiff_t>(end));
    item.push_back({TokenKind::end, tokens[end].column, {}, 0});
    if (item.front().kind == TokenKind::string && bytes == 1)
      strings(item, 0, false);
    else if (item.front().kind == TokenKind::real && bytes >= 4)
      reals(item, 0, bytes);
    else
      integers(item, 0, bytes);
    if (tokens[end].kind == TokenKind::end)
      return;
    at = end + 1;
  }
}

void Assembler::reserve_of_nasm(const Tokens& tokens, std::size_t at, unsigned bytes) {
  const Token first = tokens[at];
  const auto many = count(tokens, at, kMaxSectionBytes / bytes, "elements");
  if (!many || !finished(tokens, at))
    return;
  Token size = first;
  size.kind = TokenKind::number;
  size.value = static_cast<std::uint64_t>(*many) * bytes;
  data_space({size, {TokenKind::end, first.column, {}, 0}}, 0);
}

void Assembler::repeat_of_nasm(const Tokens& tokens, std::size_t at) {
  const auto many = count(tokens, at, kMaxSectionBytes, "times");
  if (!many)
    return;
  if (tokens[at].kind == TokenKind::end || is_word_of_nasm(tokens[at], "times")) {
    reporter_.error(place(tokens[at]), "'times' repeats one instruction, or data", "times 4 db 0");
    return;
  }
  const std::size_t errors = reporter_.error_count();
  for (std::int64_t i = 0; i < *many && reporter_.error_count() == errors; ++i)
    statement(tokens, at);
}

} // namespace stallscope::isa::assembly
