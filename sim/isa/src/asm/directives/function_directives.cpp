// Functions, as compilers declare them: .type NAME, @function and .size NAME, .-NAME, or
// .cfi_startproc and .cfi_endproc.

#include "asm/assembler.hpp"

#include <algorithm>

namespace stallscope::isa::assembly {

void Assembler::declare_type(const Tokens& tokens, std::size_t at) {
  if (tokens[at].kind != TokenKind::identifier)
    return;
  const bool function = std::any_of(
      tokens.begin() + static_cast<std::ptrdiff_t>(at) + 1, tokens.end(), [](const Token& token) {
        return token.text.find("function") != std::string_view::npos || token.text == "STT_FUNC";
      });
  if (function)
    function_names_.push_back(tokens[at].text);
}

/// Follows the function: .size NAME, .-NAME.
void Assembler::declare_size(const Tokens& tokens, std::size_t at) {
  if (tokens[at].kind == TokenKind::identifier)
    end_function(tokens[at].text);
}

void Assembler::begin_procedure(const Tokens&, std::size_t) {
  in_procedure_ = section_ == kText ? last_label_ : std::string_view();
}

void Assembler::end_procedure(const Tokens&, std::size_t) {
  if (!in_procedure_.empty())
    end_function(in_procedure_);
  in_procedure_ = {};
}

void Assembler::end_function(std::string_view name) {
  if (section_ == kText)
    function_ends_.emplace_back(name, static_cast<std::uint64_t>(here().number));
}

void Assembler::mark_functions(Program& program, std::uint64_t text_base) const {
  for (const std::string_view name : function_names_)
    if (const auto symbol = program.symbols.find(name); symbol != program.symbols.end())
      symbol->second.is_function = symbol->second.is_code;
  for (const auto& [name, end] : function_ends_) {
    const auto symbol = program.symbols.find(name);
    if (symbol == program.symbols.end() || !symbol->second.is_code ||
        symbol->second.address >= text_base + end)
      continue;
    symbol->second.is_function = true;
    symbol->second.size = text_base + end - symbol->second.address;
  }
}

} // namespace stallscope::isa::assembly
