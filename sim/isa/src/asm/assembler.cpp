#include "asm/assembler.hpp"

#include "asm/text/comments.hpp"
#include "base/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace stallscope::isa::assembly {

namespace {

std::vector<Section> make_sections() {
  std::vector<Section> sections;
  sections.emplace_back(".text", kMaxTextBytes);
  sections.emplace_back(".data", kMaxSectionBytes);
  sections.emplace_back(".rodata", kMaxSectionBytes);
  sections.emplace_back(".bss", kMaxSectionBytes);
  sections.emplace_back("(discarded)", kMaxSectionBytes);
  return sections;
}

} // namespace

Assembler::Assembler(Dialect& dialect, std::string_view file, std::string_view text)
    : dialect_(dialect), file_(file), text_(text), reporter_(file), rules_(dialect.lexical_rules()),
      sections_(make_sections()), emitter_(dialect, symbols_, reporter_, sections_[kText]),
      address_table_(symbols_), operands_(dialect, symbols_, address_table_, reporter_) {}

void Assembler::read_lines() {
  const bool blanked = blank_block_comments(text_, rules_, reporter_, without_comments_);
  reader_.emplace(blanked ? std::string_view(without_comments_) : text_, reporter_);
  if (dialect_.is_lenient())
    prepare_leniency();
  Tokens tokens;
  while (!reporter_.full() && !emitter_.out_of_room() && reader_->next(line_)) {
    if (dialect_.is_lenient() && is_ellipsis())
      continue;
    const std::size_t dot = line_.text.find('.');
    if (dot != std::string_view::npos && line_.text.find_first_not_of(" \t") == dot) {
      const std::string word = directive_of(line_.text);
      if (conditional(word, line_))
        continue;
    }
    if (!conditions_.empty() && !conditions_.back().active)
      continue;
    if (!scan_line(line_, rules_, reporter_, tokens, dialect_.is_lenient() ? &leniency_ : nullptr))
      continue;
    if (rules_.semicolon_comment && !statement_in_comment_)
      look_into_comment(tokens);
    if (!texts_.empty())
      substitute_names(tokens);
    if (dialect_.is_lenient()) {
      if (line_.text.find_first_not_of(" \t") == line_.text.find('|')) // a row of a table
        while (tokens.size() > 1 && is(tokens[tokens.size() - 2], '|'))
          tokens.erase(tokens.end() - 2);
      if (leave_line_out(tokens))
        continue;
      number_line();
      read_arrow(tokens);
      read_arrow_behind_mnemonic(tokens);
    }
    split_statements(tokens);
  }
  if (!conditions_.empty() && !reporter_.full())
    reporter_.error(conditions_.back().opened, "the condition does not end", "a line .endif");
  if (dialect_.is_lenient()) {
    bind_other_cases();
    check_bare_labels();
  }
}

void Assembler::split_statements(const Tokens& tokens) {
  std::size_t from = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is(tokens[i], ';'))
      continue;
    Tokens part(tokens.begin() + static_cast<std::ptrdiff_t>(from),
                tokens.begin() + static_cast<std::ptrdiff_t>(i));
    part.push_back({TokenKind::end, tokens[i].column, {}, 0});
    statement(part, 0);
    from = i + 1;
  }
  statement(tokens, from);
}

void Assembler::substitute_names(Tokens& tokens) {
  // In the line that defines a text, or tests for one, names are not replaced.
  if (!tokens.empty() && tokens.front().text == ".eqv")
    return;
  Tokens out;
  for (const Token& token : tokens) {
    const auto it = token.kind == TokenKind::identifier ? texts_.find(token.text) : texts_.end();
    if (it == texts_.end()) {
      out.push_back(token);
      continue;
    }
    for (Token part : it->second) {
      part.column = token.column;
      out.push_back(part);
    }
  }
  tokens = std::move(out);
}

Value Assembler::here() const {
  return {static_cast<std::int64_t>(sections_[static_cast<std::size_t>(section_)].size()),
          section_};
}

void Assembler::statement(const Tokens& tokens, std::size_t at) {
  if (dialect_.is_lenient() && dialect_.reads_instructions() && directive_of_nasm(tokens, at))
    return;
  while (label(tokens, at) || (dialect_.is_lenient() && bare_label(tokens, at))) {
  }
  if (dialect_.is_lenient() && dialect_.reads_instructions() && data_of_nasm(tokens, at))
    return;
  if (dialect_.is_lenient() && is_stall(tokens, at)) {
    leave_stall_out(tokens[at]);
    return;
  }
  const Token& first = tokens[at];
  if (first.kind == TokenKind::end)
    return;
  if (first.kind != TokenKind::identifier) {
    reporter_.error(place(first), fmt::format("'{}' begins no statement", first.text),
                    "a label, an instruction or a directive");
    return;
  }
  if (is(tokens[at + 1], '=')) {
    assign(first, tokens, at + 2, true);
    return;
  }
  if (const auto macro = macros_.find(first.text); macro != macros_.end())
    use_macro(first, macro->second, tokens, at + 1);
  else if (first.text.front() == '.')
    directive(tokens, at);
  else
    instruction(tokens, at);
}

bool Assembler::label(const Tokens& tokens, std::size_t& at) {
  const Token& name = tokens[at];
  const bool numbered = name.kind == TokenKind::number;
  if ((name.kind != TokenKind::identifier && !numbered) || !is(tokens[at + 1], ':'))
    return false;
  at += 2;
  (void)define_label(name, name.text);
  return true;
}

std::optional<SymbolId> Assembler::define_label(const Token& name, std::string_view text) {
  const bool numbered = name.kind == TokenKind::number;
  const std::optional<SymbolId> id =
      numbered ? symbols_.define_local(name.value) : symbols_.define(text, false);
  if (!id) {
    const SymbolEntry& before = symbols_[*symbols_.find(text)];
    reporter_.error(place(name),
                    fmt::format("'{}' is defined a second time; the first is in line {}", text,
                                before.defined.line.line),
                    "a name of its own");
    return std::nullopt;
  }
  SymbolEntry& entry = symbols_[*id];
  entry.kind = SymbolKind::label;
  entry.value = here();
  entry.is_code = section_ == kText;
  entry.defined = place(name);
  if (entry.is_code && !numbered && text.front() != '.' && text.front() != '$')
    last_label_ = text;
  labels_here_.push_back(*id);
  return id;
}

void Assembler::assign(const Token& name, const Tokens& tokens, std::size_t at, bool again) {
  labels_here_.clear();
  const std::optional<Expr> expr = expression(tokens, at);
  if (!expr || !finished(tokens, at))
    return;
  if (name.text == "." || dialect_.register_named(name.text)) {
    reporter_.error(place(name), fmt::format("'{}' cannot be given a value", name.text),
                    "a name that is no register (.reg sets a register)");
    return;
  }
  std::optional<SymbolId> id = symbols_.find(name.text);
  const bool label_before = id && symbols_[*id].kind == SymbolKind::label;
  id = label_before ? std::nullopt : symbols_.define(name.text, again);
  if (!id) {
    const SymbolEntry& before = symbols_[*symbols_.find(name.text)];
    reporter_.error(place(name),
                    fmt::format("'{}' is defined a second time; the first is in line {}", name.text,
                                before.defined.line.line),
                    "a name of its own");
    return;
  }
  SymbolEntry& entry = symbols_[*id];
  entry.kind = SymbolKind::constant;
  entry.expr = *expr;
  entry.defined = place(name);
}

void Assembler::instruction(const Tokens& tokens, std::size_t at) {
  const Token& name = tokens[at];
  if (section_ != kText) {
    reporter_.error(place(name), fmt::format("an instruction in {}", current().name()),
                    "a line .text before it");
    return;
  }
  const bool own = dialect_.reads_instructions();
  if (!own && dialect_.is_lenient()) {
    if (!operands_.parse(without_columns(tokens, at), at + 1, line_, here(), operand_buffer_))
      return;
  } else if (!own && !operands_.parse(tokens, at + 1, line_, here(), operand_buffer_)) {
    return;
  }
  if (const std::uint64_t alignment = dialect_.code_alignment();
      current().size() % alignment != 0) {
    if (!dialect_.aligns_code()) {
      reporter_.error(place(name),
                      fmt::format("the address of the instruction is no multiple of {}", alignment),
                      fmt::format("a line .balign {} before it", alignment));
      return;
    }
    align_data(static_cast<unsigned>(alignment), place(name));
  }
  const bool starts_block = !labels_here_.empty();
  labels_here_.clear();
  if (own) {
    dialect_.read(emitter_, symbols_, tokens, at, line_, here());
    return;
  }
  const auto& pending = emitter_.pending();
  const bool in_delay_slot = (dialect_.flags() & kDelaySlot) != 0 && !pending.empty() &&
                             is_control(pending.back().row->op_class);
  const std::size_t before = pending.size();
  emitter_.statement(lower(name.text), operand_buffer_, place(name));
  leave_delay_slot(before, starts_block, name);
  if (in_delay_slot && pending.size() > before + 1)
    reporter_.warning(
        place(name),
        fmt::format("'{}' becomes {} instructions, only the first is in the delay slot", name.text,
                    pending.size() - before));
}

void Assembler::directive(const Tokens& tokens, std::size_t at) {
  const Token& name = tokens[at];
  const std::string word = lower(name.text);
  if (word == ".option" && !dialect_.has_options())
    return;
  const auto it = directives().find(word);
  if (it != directives().end()) {
    (this->*it->second)(tokens, at + 1);
    return;
  }
  if (!dialect_.table().forms(word).empty()) { // .insn
    instruction(tokens, at);
    return;
  }
  if (dialect_.ignores_directive(word))
    return;
  std::string suggestion;
  if (reporter_.may_suggest(directive_suggestions_)) {
    std::vector<std::string_view> names;
    for (const auto& [directive, handler] : directives())
      names.push_back(directive);
    std::sort(names.begin(), names.end());
    suggestion = nearest_word(word, names);
  }
  reporter_.error(place(name), fmt::format("unknown directive '{}'", name.text),
                  "a directive such as .text, .word or .equ", std::move(suggestion));
}

Result<Program> Assembler::run() {
  read_lines();
  add_absent_functions();
  place_address_table();
  Program program;
  program.name = file_;
  program.isa = dialect_.isa();
  program.xlen = dialect_.xlen();
  program.misses_delay_slots = misses_delay_slots_ && !skips_slots_;
  const Placed placed = place_sections();
  if (!emitter_.out_of_room() && !reporter_.full()) {
    fill_data();
    make_code(program, placed.base[kText]);
    make_symbols(program);
    mark_functions(program, placed.base[kText]);
    make_data(program, placed);
    choose_entry(program, placed.base[kText]);
    make_registers(program);
    looks_written_for_slots_ = fills_delay_slots(program);
  }
  if (emitter_.temporary_used() && dialect_.names_temporary())
    reporter_.warning(
        *emitter_.temporary_used(),
        fmt::format("this pseudo-instruction overwrites {}, which the program also uses itself",
                    dialect_.register_text(dialect_.temporary())));
  Diagnostics diagnostics = reporter_.take();
  if (has_errors(diagnostics))
    return diagnostics;
  for (std::size_t at = 0; at < text_.size();) {
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    std::string_view line = text_.substr(at, end - at);
    if (!line.empty() && line.back() == '\r')
      line.remove_suffix(1);
    program.source_lines.emplace_back(line);
    at = end + 1;
  }
  program.register_names = dialect_.register_names();
  program.finish();
  return {std::move(program), std::move(diagnostics)};
}

} // namespace stallscope::isa::assembly
