#include "asm/assembler.hpp"
#include "asm/text/literals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace stallscope::isa::assembly {

namespace {

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start &&
         (text.size() == start.size() || text[start.size()] == '.');
}

} // namespace

const std::unordered_map<std::string_view, Assembler::Directive>& Assembler::directives() {
  static const std::unordered_map<std::string_view, Directive> kDirectives = {
      {".text", &Assembler::section_text},
      {".code", &Assembler::section_text}, // WinMIPS64, EduMIPS64
      {".data", &Assembler::section_data},
      {".sdata", &Assembler::section_data},
      {".rodata", &Assembler::section_read_only},
      {".rdata", &Assembler::section_read_only},
      {".bss", &Assembler::section_bss},
      {".section", &Assembler::section_named},
      {".pushsection", &Assembler::section_named},
      {".popsection", &Assembler::section_previous},
      {".previous", &Assembler::section_previous},
      {".align", &Assembler::align_either},
      {".p2align", &Assembler::align_power},
      {".balign", &Assembler::align_bytes},
      {".byte", &Assembler::data_1},
      {".half", &Assembler::data_2},
      {".2byte", &Assembler::data_2},
      {".short", &Assembler::data_2},
      {".hword", &Assembler::data_2},
      {".value", &Assembler::data_2},
      {".2byte", &Assembler::data_2},
      {".word", &Assembler::data_word},
      {".4byte", &Assembler::data_4},
      {".word16", &Assembler::data_2},
      {".word32", &Assembler::data_4},
      {".word64", &Assembler::data_8},
      {".int", &Assembler::data_4},
      {".long", &Assembler::data_4},
      {".4byte", &Assembler::data_4},
      {".dword", &Assembler::data_8},
      {".8byte", &Assembler::data_8},
      {".quad", &Assembler::data_8},
      {".8byte", &Assembler::data_8},
      {".float", &Assembler::data_float},
      {".single", &Assembler::data_float},
      {".double", &Assembler::data_double},
      {".ascii", &Assembler::data_ascii},
      {".asciz", &Assembler::data_asciz},
      {".asciiz", &Assembler::data_asciz},
      {".string", &Assembler::data_asciz},
      {".space", &Assembler::data_space},
      {".skip", &Assembler::data_space},
      {".zero", &Assembler::data_space},
      {".fill", &Assembler::data_fill},
      {".comm", &Assembler::data_common},
      {".lcomm", &Assembler::data_common},
      {".equ", &Assembler::define_symbol},
      {".set", &Assembler::define_symbol},
      {".equiv", &Assembler::define_symbol},
      {".eqv", &Assembler::define_text},
      {".globl", &Assembler::declare_global},
      {".global", &Assembler::declare_global},
      {".local", &Assembler::declare_local},
      {".reloc", &Assembler::relocation},
      {".extern", &Assembler::declare_extern},
      {".gpword", &Assembler::from_table_4},
      {".gpdword", &Assembler::from_table_8},
      {".macro", &Assembler::define_macro},
      {".purgem", &Assembler::undefine_macro},
      {".endm", &Assembler::stray_end},
      {".endmacro", &Assembler::stray_end},
      {".end_macro", &Assembler::stray_end},
      {".endr", &Assembler::stray_end},
      {".rept", &Assembler::repeat_block},
      {".rep", &Assembler::repeat_block},
      {".reg", &Assembler::set_register},
      {".option", &Assembler::set_option},
      {".error", &Assembler::user_error},
      {".type", &Assembler::declare_type},
      {".size", &Assembler::declare_size},
      {".cfi_startproc", &Assembler::begin_procedure},
      {".cfi_endproc", &Assembler::end_procedure},
      {".include", &Assembler::not_supported},
      {".incbin", &Assembler::not_supported},
      {".org", &Assembler::not_supported},
      {".kdata", &Assembler::not_supported},
      {".ktext", &Assembler::not_supported},
  };
  return kDirectives;
}

bool Dialect::is_for_other_tools(std::string_view directive) {
  static constexpr std::array<std::string_view, 9> kIgnored = {
      ".file",      ".ident",    ".loc",     ".weak",       ".hidden",
      ".protected", ".internal", ".addrsig", ".addrsig_sym"};
  return directive.starts_with(".cfi_") ||
         std::find(kIgnored.begin(), kIgnored.end(), directive) != kIgnored.end();
}

// --- sections
// -------------------------------------------------------------------------------------------------------

void Assembler::switch_section(SectionNumber section) {
  labels_here_.clear();
  auto_align_ = true;
  if (section != section_)
    previous_section_ = section_;
  section_ = section;
}

namespace {
constexpr std::string_view kNoAddress = "nothing behind it: sections have fixed places";
} // namespace

void Assembler::section_address(const Tokens& tokens, std::size_t at) {
  if (tokens[at].kind == TokenKind::end)
    return;
  if (dialect_.is_lenient() && tokens[at].kind == TokenKind::number)
    reporter_.warning(place(tokens[at]),
                      "sections have fixed places: this address changes nothing");
  else
    reporter_.error(place(tokens[at]), "a section cannot be placed at an address",
                    std::string(kNoAddress));
}

void Assembler::section_text(const Tokens& tokens, std::size_t at) {
  section_address(tokens, at);
  switch_section(kText);
}

void Assembler::section_data(const Tokens& tokens, std::size_t at) {
  section_address(tokens, at);
  switch_section(kData);
}

void Assembler::section_read_only(const Tokens& tokens, std::size_t at) {
  if (finished(tokens, at))
    switch_section(kReadOnly);
}

void Assembler::section_bss(const Tokens& tokens, std::size_t at) {
  if (finished(tokens, at))
    switch_section(kBss);
}

void Assembler::section_named(const Tokens& tokens, std::size_t at) {
  const bool push = tokens[at - 1].text.size() > 8; // .pushsection
  const Token& name = tokens[at];
  if (name.kind != TokenKind::identifier && name.kind != TokenKind::string) {
    reporter_.error(place(name), "the section has no name", "a section such as .data");
    return;
  }
  std::string_view text = name.text;
  if (name.kind == TokenKind::string)
    text = text.substr(1, text.size() - 2);
  SectionNumber section = kData;
  if (starts_with(text, ".text"))
    section = kText;
  else if (starts_with(text, ".rodata") || starts_with(text, ".srodata") ||
           starts_with(text, ".rdata"))
    section = kReadOnly;
  else if (starts_with(text, ".bss") || starts_with(text, ".sbss"))
    section = kBss;
  else if (starts_with(text, ".note") || starts_with(text, ".comment") ||
           starts_with(text, ".eh_frame") || starts_with(text, ".riscv") ||
           starts_with(text, ".gnu") || text.substr(0, 6) == ".debug")
    section = kDiscarded;
  // The flags of other sections describe their content: "ax" is code, without w it is read-only.
  else if (is(tokens[at + 1], ',') && tokens[at + 2].kind == TokenKind::string) {
    const std::string_view flags = tokens[at + 2].text;
    if (flags.find('x') != std::string_view::npos)
      section = kText;
    else if (flags.find('a') != std::string_view::npos && flags.find('w') == std::string_view::npos)
      section = kReadOnly;
  }
  if (push)
    section_stack_.push_back(section_);
  switch_section(section);
}

void Assembler::section_previous(const Tokens& tokens, std::size_t at) {
  if (!finished(tokens, at))
    return;
  if (tokens[at - 1].text.size() <= 9) { // .previous
    switch_section(previous_section_);
    return;
  }
  if (section_stack_.empty()) {
    reporter_.error(place(tokens[at - 1]), ".popsection without .pushsection");
    return;
  }
  const SectionNumber section = section_stack_.back();
  section_stack_.pop_back();
  switch_section(section);
}

void Assembler::declare_global(const Tokens& tokens, std::size_t at) {
  // All names are global: there is only one file.
  do {
    const std::optional<Token> name = name_token(tokens, at, "a name");
    if (!name)
      return;
    address_table_.note_global(name->text);
  } while (comma(tokens, at));
  (void)finished(tokens, at);
}

/// .reloc OFFSET, TYPE, SYMBOL tells linkers of calls through the table of addresses.
void Assembler::relocation(const Tokens& tokens, std::size_t at) {
  for (; tokens[at].kind != TokenKind::end; ++at)
    if (tokens[at].text == "R_MIPS_JALR" && is(tokens[at + 1], ','))
      address_table_.note_function(tokens[at + 2].text);
}

void Assembler::declare_local(const Tokens& tokens, std::size_t at) {
  do {
    const std::optional<Token> name = name_token(tokens, at, "a name");
    if (!name)
      return;
    address_table_.note_local(name->text);
  } while (comma(tokens, at));
}

void Assembler::declare_extern(const Tokens& tokens, std::size_t at) {
  std::size_t behind = at;
  if (!name_token(tokens, behind, "a name"))
    return;
  if (tokens[behind].kind != TokenKind::end) // MARS: with a size, it allocates the space itself
    data_common(tokens, at);
}

void Assembler::not_supported(const Tokens& tokens, std::size_t at) {
  reporter_.error(place(tokens[at - 1]), fmt::format("'{}' is not supported", tokens[at - 1].text));
}

// --- names
// ----------------------------------------------------------------------------------------------------------

/// noat, nomacro and other options of MIPS assemblers have no effect.
void Assembler::set_reordering(const Tokens& tokens, std::size_t at) {
  if (tokens[at].text == "noreorder")
    no_reorder_ = place(tokens[at]);
  else if (tokens[at].text == "reorder")
    no_reorder_.reset();
  else
    return;
  says_reordering_ = true;
}

void Assembler::define_symbol(const Tokens& tokens, std::size_t at) {
  const bool set = tokens[at - 1].text.size() == 4 && (tokens[at - 1].text[1] | 0x20) == 's';
  if (set && tokens[at].kind == TokenKind::identifier && tokens[at + 1].kind == TokenKind::end) {
    set_reordering(tokens, at);
    return;
  }
  const std::optional<Token> name = name_token(tokens, at, "a name");
  if (!name)
    return;
  if (!comma(tokens, at)) {
    reporter_.error(place(tokens[at]), "no value for the name", "',' and a value");
    return;
  }
  const bool once = tokens[0].kind != TokenKind::end && tokens[at - 3].text == ".equiv";
  assign(*name, tokens, at, !once);
}

void Assembler::define_text(const Tokens& tokens, std::size_t at) {
  const std::optional<Token> name = name_token(tokens, at, "a name");
  if (!name)
    return;
  (void)comma(tokens, at); // optional
  if (tokens[at].kind == TokenKind::end) {
    reporter_.error(place(tokens[at]), "no text for the name",
                    "a constant, a register or other text");
    return;
  }
  if (dialect_.register_named(name->text)) {
    reporter_.error(place(*name), fmt::format("'{}' is a register", name->text), "another name");
    return;
  }
  Tokens text(tokens.begin() + static_cast<std::ptrdiff_t>(at), tokens.end() - 1);
  // Texts within the text are replaced now, so that no text can contain itself.
  substitute_names(text);
  constexpr std::size_t kMaxTokens = 1000;
  if (text.size() > kMaxTokens) {
    reporter_.error(place(*name), "the text is too long",
                    fmt::format("at most {} words", kMaxTokens));
    return;
  }
  texts_[name->text] = std::move(text);
}

void Assembler::set_register(const Tokens& tokens, std::size_t at) {
  const Token& name = tokens[at];
  const std::optional<RegId> reg =
      name.kind == TokenKind::identifier ? dialect_.register_named(name.text) : std::nullopt;
  if (!reg) {
    reporter_.error(place(name), fmt::format("'{}' is no register", name.text),
                    std::string(dialect_.register_example(false)),
                    name.kind == TokenKind::identifier ? suggest_register(dialect_, name.text)
                                                       : "");
    return;
  }
  ++at;
  if (!is(tokens[at], '=') && !is(tokens[at], ',')) {
    reporter_.error(place(tokens[at]), "no value for the register", ".reg NAME = value");
    return;
  }
  ++at;
  RegisterSetting setting{*reg, {}, 0, false, place(tokens[at])};
  const std::size_t first = is(tokens[at], '-') || is(tokens[at], '+') ? at + 1 : at;
  const bool fp = dialect_.is_fp(*reg);
  if (tokens[first].kind == TokenKind::real) {
    const std::optional<double> value = real(tokens, at, false);
    if (!value || !finished(tokens, at))
      return;
    if (!fp) {
      reporter_.error(setting.place, "a real number for an integer register", "an integer");
      return;
    }
    setting.is_real = true;
    setting.bits = bits_of(*value);
  } else {
    const std::optional<Expr> expr = expression(tokens, at);
    if (!expr || !finished(tokens, at))
      return;
    setting.value = *expr;
  }
  if (*reg == 0) {
    reporter_.error(place(name), "the zero register has no other value");
    return;
  }
  settings_.push_back(setting);
}

void Assembler::set_option(const Tokens& tokens, std::size_t at) {
  const std::optional<Token> name = name_token(tokens, at, "an option such as norvc");
  if (!name || name->text == "arch") // .option arch, +zba: all extensions are available anyway
    return;
  if (!dialect_.set_option(name->text)) {
    const bool pop = name->text == "pop";
    reporter_.error(place(*name),
                    pop ? ".option pop without .option push"
                        : fmt::format("unknown option '{}'", name->text),
                    pop ? "a line .option push before it" : "rvc, norvc, push, pop, arch, ...");
    return;
  }
  (void)finished(tokens, at);
}

void Assembler::user_error(const Tokens& tokens, std::size_t at) {
  std::string text = "error in the program";
  if (tokens[at].kind == TokenKind::string) {
    text.clear();
    (void)string_bytes(tokens[at], line_, reporter_, text);
  }
  reporter_.error(place(tokens[at - 1]), std::move(text));
}

// --- small parts
// ----------------------------------------------------------------------------------------------------

bool Assembler::comma(const Tokens& tokens, std::size_t& at) {
  if (!is(tokens[at], ','))
    return false;
  ++at;
  return true;
}

bool Assembler::finished(const Tokens& tokens, std::size_t at) {
  if (tokens[at].kind == TokenKind::end)
    return true;
  reporter_.error(place(tokens[at]), fmt::format("unexpected '{}'", tokens[at].text),
                  "the end of the line");
  return false;
}

std::optional<Token> Assembler::name_token(const Tokens& tokens, std::size_t& at,
                                           std::string_view what) {
  if (tokens[at].kind == TokenKind::identifier)
    return tokens[at++];
  reporter_.error(place(tokens[at]),
                  tokens[at].kind == TokenKind::end
                      ? "the line ends where a name is needed"
                      : fmt::format("'{}' is no name", tokens[at].text),
                  std::string(what));
  return std::nullopt;
}

std::optional<Expr> Assembler::expression(const Tokens& tokens, std::size_t& at) {
  return symbols_.parse(tokens, at, line_, here(), reporter_);
}

std::optional<std::int64_t> Assembler::constant(const Tokens& tokens, std::size_t& at) {
  Fields fields;
  fields.value_place = place(tokens[at]);
  const std::optional<Expr> expr = expression(tokens, at);
  if (!expr)
    return std::nullopt;
  fields.value = *expr;
  return emitter_.constant(fields);
}

std::optional<std::int64_t> Assembler::count(const Tokens& tokens, std::size_t& at,
                                             std::uint64_t most, std::string_view what) {
  const Place where = place(tokens[at]);
  const std::optional<std::int64_t> value = constant(tokens, at);
  if (value && (*value < 0 || static_cast<std::uint64_t>(*value) > most)) {
    reporter_.error(where, fmt::format("{} is no {}", *value, what), fmt::format("0 to {}", most));
    return std::nullopt;
  }
  return value;
}

} // namespace stallscope::isa::assembly
