#include "asm/assembler.hpp"
#include "base/ascii.hpp"
#include "notation/front_ends.hpp"
#include "x86/build/build.hpp"
#include "x86/build/build_x87.hpp"
#include "x86/library/absent_function.hpp"
#include "x86/library/finish_program.hpp"
#include "x86/library/library.hpp"
#include "x86/library/routines.hpp"
#include "x86/micro_ops/counted_loops.hpp"
#include "x86/micro_ops/memory_sequences.hpp"
#include "x86/micro_ops/resolve_x87.hpp"
#include "x86/micro_ops/stack_sequences.hpp"
#include "x86/micro_ops/string_operations.hpp"
#include "x86/relocation.hpp"
#include "x86/text/intel.hpp"
#include "x86/text/narrow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace stallscope::isa {

namespace x86 {

namespace {

using assembly::Emitter;
using assembly::is;
using assembly::Pending;
using assembly::Row;
using assembly::SourceLine;
using assembly::Symbols;
using assembly::Token;
using assembly::TokenKind;

/// Text where linkers put it; other parts as in the other notations.
constexpr assembly::Layout kLayout = {
    .text = 0x401000,
    .data_region = 0x10000000,
    .data = 0x10000000,
    .heap = 0x10040000,
    .heap_bytes = 0x10000000,
    .stack_begin = 0x7ef00000,
    .stack_end = 0x7ffff000,
};
/// As after a call: the return address on top, above it a multiple of 16.
constexpr std::uint64_t kStackTop = kLayout.stack_end - 0x1008;
constexpr std::uint64_t kNarrowTop = 4; ///< added for a 32-bit return address

/// With a rep prefix, processors selected by -march=haswell count zeros instead, which gcc uses on
/// all processors: both give the same result for nonzero operands.
bool is_scan(std::string_view name) {
  return name.starts_with("bsf") || name.starts_with("bsr");
}

class X86Dialect : public assembly::Dialect {
public:
  /// `intel_lines`: number of lines in Intel syntax at the start of the text. `narrow`: 32-bit
  /// code.
  X86Dialect(assembly::Reading reading, std::uint32_t intel_lines, bool narrow, bool nasm)
      : Dialect(reading), intel_lines_(intel_lines), narrow_(narrow), nasm_(nasm) {}

  Isa isa() const override { return Isa::x86; }
  unsigned xlen() const override { return narrow_ ? 32 : 64; }
  assembly::LexicalRules lexical_rules() const override { return {.dollar_immediate = true}; }
  assembly::Layout layout() const override { return kLayout; }
  const assembly::InstructionTable& table() const override {
    static const assembly::InstructionTable kNone{{}};
    return kNone;
  }
  unsigned flags() const override { return 0; }
  bool aligns_data() const override { return false; }
  /// x86 code may be at any address; the fixed size of 4 bytes per instruction is internal.
  bool aligns_code() const override { return true; }
  unsigned word_bytes() const override { return 2; }
  bool aligns_by_bytes() const override { return true; }

  std::optional<RegId> register_named(std::string_view text) override {
    const auto reg = x86::register_named(text);
    return reg ? std::optional(reg->id) : std::nullopt;
  }
  std::string_view register_text(RegId reg) const override {
    static const std::vector<std::string> kNames = program_names();
    return kNames.at(reg);
  }
  std::vector<std::string> register_names() const override {
    return program_names(address_width());
  }
  std::string_view register_example(bool fp) const override {
    return fp ? "a register such as xmm0" : "a register such as rax";
  }
  bool looks_like_register(std::string_view) const override { return false; }
  /// The table that @GOTOFF is relative to is at 0.
  bool is_plain_relocation(std::string_view text) const override {
    return narrow_ && lower(text) == "@gotoff";
  }
  /// "data16" as data, in front of calls of __tls_get_addr.
  void set_has_thread_calls(bool has) { has_thread_calls_ = has; }
  bool is_prefix_in_code(std::int64_t value, unsigned bytes) const override {
    return has_thread_calls_ && ((bytes == 1 && value == 0x66) || (bytes == 2 && value == 0x6666));
  }
  RegId temporary() override { return kNoRegister; }
  assembly::ImmediateRange range(char) const override { return {INT64_MIN, INT64_MAX}; }
  std::string_view operand_name(char) const override { return {}; }
  void expand(Emitter&, const Row&, const assembly::Fields&) override {}
  void complete(Instruction&, const Row&) const override {}

  bool is_mnemonic(std::string_view name) const override {
    return find_mnemonic(name) != nullptr ||
           (narrow_ && find_mnemonic(name_in_32_bits(std::string(name))) != nullptr) ||
           name.starts_with("rep") || name == "lock" || is_string_operation(name) ||
           is_stack_sequence(name) || is_counted_loop(name);
  }
  bool reads_instructions() const override { return true; }
  void read(Emitter& emitter, Symbols& symbols, const std::vector<Token>& tokens, std::size_t at,
            const SourceLine& line, const assembly::Value& here) override;
  std::optional<Finished> finished(const Pending& pending, std::uint64_t pc, Symbols& symbols,
                                   Emitter& emitter) override;
  const Row* padding(std::uint64_t bytes) const override {
    if (bytes < kInstructionBytes)
      return nullptr;
    const std::uint64_t words = std::min<std::uint64_t>(bytes / kInstructionBytes, kNops.size());
    return &kNops.at(words - 1);
  }

  std::optional<assembly::Transfer> transfer_of(const Pending& pending) const override;
  /// The results of the compiler's own library are part of the computation of a text.
  bool knows_function(std::string_view name) const override {
    return (!narrow_ && function_named(name)) || missing_of_libgcc(name);
  }
  std::string function_like(std::string_view name) const override {
    return narrow_ ? std::string() : std::string(nearest_word(name, functions_there()));
  }
  void append_absent_function(Emitter& emitter, const assembly::Place& place, Ending ending,
                              std::string_view text) override {
    const Returns returns{text.find("xmm0") != std::string_view::npos, takes_result(place)};
    for (Statement& statement :
         absent_function(ending, returns, place, emitter.reporter(), address_width()))
      append(emitter, place, std::move(statement));
  }

  std::vector<InitialRegister> initial_registers(std::uint64_t) const override {
    return {{kRsp, narrow_ ? kStackTop + kNarrowTop : kStackTop}};
  }

  bool ignores_own_directive(std::string_view directive) const override {
    return directive == (narrow_ ? ".code32" : ".code64") || directive == ".att_syntax" ||
           (intel_lines_ > 0 && directive == ".intel_syntax");
  }

private:
  /// After the call whose target is written at this place.
  [[nodiscard]] bool takes_result(const assembly::Place& place) const {
    const auto call = std::find_if(statements_.begin(), statements_.end(), [&](const Statement& s) {
      return s.label && s.label->place.line.line == place.line.line &&
             s.label->place.line.expansion == place.line.expansion &&
             s.label->place.column == place.column;
    });
    return call != statements_.end() && takes_x87_result({call + 1, statements_.end()});
  }
  /// Skips prefixes; false: the statement contains nothing else, or an error was reported.
  bool skip_prefixes(Emitter& emitter, const std::vector<Token>& tokens, std::size_t& at,
                     const SourceLine& line, Repeat& repeat);
  /// Reads instructions that are expanded to several; false: a different instruction.
  bool read_sequence(Emitter& emitter, const Source& source, std::size_t at, std::string name,
                     Repeat repeat);
  void report_unknown(Emitter& emitter, const std::string& name, const assembly::Place& place);
  void append(Emitter& emitter, const assembly::Place& place, Statement made);

  static inline const Row kRow{.mnemonic = {}, .format = {}, .size = kInstructionBytes};
  static inline const std::array<Row, 3> kNops{
      {{.mnemonic = "nop", .format = {}, .op = Op::nop, .op_class = OpClass::nop, .size = 4},
       {.mnemonic = "nop", .format = {}, .op = Op::nop, .op_class = OpClass::nop, .size = 8},
       {.mnemonic = "nop", .format = {}, .op = Op::nop, .op_class = OpClass::nop, .size = 12}}};

  std::string repeat_before_; ///< the prefix at the end of the previous statement
  [[nodiscard]] std::uint8_t address_width() const { return narrow_ ? 2 : 3; }

  std::uint32_t intel_lines_; ///< after them follow routines in AT&T syntax
  bool narrow_, nasm_;
  bool has_thread_calls_ = false;
  std::vector<Statement> statements_;
  std::size_t suggestions_ = 0;
};

/// Checks the instruction after the prefix `word`; false after a report.
bool may_repeat(Emitter& emitter, const std::string& word, const Token& instruction,
                const SourceLine& line) {
  const std::string name = lower(instruction.text);
  std::string sized = name;
  if (sized.size() == 5 && sized.back() == 'd') // Intel syntax: movsd
    sized.back() = 'l';
  if (name == "ret" || name == "retq" || is_scan(name) || takes_repeat(sized, *repeat_named(word)))
    return true;
  emitter.reporter().error(assembly::place_of(instruction, line),
                           fmt::format("'{}' cannot stand before '{}'", word, name),
                           "rep before movs and stos, repe or repne before cmps and scas");
  return false;
}

bool X86Dialect::skip_prefixes(Emitter& emitter, const std::vector<Token>& tokens, std::size_t& at,
                               const SourceLine& line, Repeat& repeat) {
  // On a single core every instruction is atomic.
  std::string written = std::exchange(repeat_before_, {});
  for (; tokens[at].kind == TokenKind::identifier; ++at) {
    const std::string word = lower(tokens[at].text);
    if (!repeat_named(word) && word != "lock" && word != "notrack" && word != "bnd" &&
        word != "data16" && word != "rex64")
      break;
    if (repeat_named(word))
      written = word;
  }
  if (tokens[at].kind != TokenKind::identifier) { // rep; ret
    repeat_before_ = written;
    return false;
  }
  if (written.empty())
    return true;
  repeat = *repeat_named(written);
  return may_repeat(emitter, written, tokens[at], line);
}

void X86Dialect::report_unknown(Emitter& emitter, const std::string& name,
                                const assembly::Place& place) {
  if (const std::string_view expected = reason_for_absence(name); !expected.empty()) {
    emitter.reporter().error(place, fmt::format("'{}' is not in the subset", name),
                             std::string(expected));
    return;
  }
  if (const std::string sizes = sizes_of(name); !sizes.empty()) {
    emitter.reporter().error(place,
                             fmt::format("there is no '{}': '{}' has not this size", name,
                                         name.substr(0, name.size() - 1)),
                             sizes);
    return;
  }
  std::string suggestion;
  if (emitter.reporter().may_suggest(suggestions_))
    suggestion = nearest_word(name, mnemonic_names());
  emitter.reporter().error(place, fmt::format("unknown instruction '{}'", name),
                           "an instruction, a directive or a label with ':'",
                           std::move(suggestion));
}

/// After a string operation: only its implied operands, as written by clang.
bool names_implied_operands(const std::vector<Token>& tokens, std::size_t at) {
  static constexpr std::array<std::string_view, 15> kImplied{
      "byte", "word", "dword", "qword", "ptr", "es",  "ds", "edi",
      "rdi",  "esi",  "rsi",   "al",    "ax",  "eax", "rax"};
  bool points = false;
  for (std::size_t i = at + 1; i < tokens.size() && tokens[i].kind != TokenKind::end; ++i) {
    if (tokens[i].kind == TokenKind::number)
      return false;
    if (tokens[i].kind != TokenKind::identifier)
      continue;
    const std::string word = lower(tokens[i].text);
    if (std::find(kImplied.begin(), kImplied.end(), word) == kImplied.end())
      return false;
    points =
        points ||
        (word.ends_with('i') && i > 0 &&
         (is(tokens[i - 1], '[') || (is(tokens[i - 1], '%') && i > 1 && is(tokens[i - 2], '('))));
  }
  return points;
}

/// An undefined name that is also a library function.
bool may_be_library(const Operand& label, const Symbols& symbols) {
  const auto symbol = symbols.sole_symbol(label.value);
  return symbol && symbols[*symbol].kind == assembly::SymbolKind::undefined &&
         function_named(symbols[*symbol].name);
}

void X86Dialect::read(Emitter& emitter, Symbols& symbols, const std::vector<Token>& tokens,
                      std::size_t at, const SourceLine& line, const assembly::Value& here) {
  Repeat repeat = Repeat::none;
  const bool intel = line.line <= intel_lines_;
  if (!skip_prefixes(emitter, tokens, at, line, repeat))
    return;
  std::string name = lower(tokens[at].text);
  if (repeat != Repeat::none && is_scan(name))
    name.replace(0, 3, name[2] == 'f' ? "tzcnt" : "lzcnt");
  const assembly::Place place = assembly::place_of(tokens[at], line);
  const Source source{tokens,          line,         here, symbols, emitter.reporter(),
                      address_width(), is_lenient(), nasm_};
  if (read_sequence(emitter, source, at, name, repeat))
    return;
  if (narrow_)
    name = name_in_32_bits(std::move(name));
  const Mnemonic* mnemonic = find_mnemonic(name);
  if (mnemonic == nullptr) {
    report_unknown(emitter, name, place);
    return;
  }
  const std::string written = name;
  const auto operands =
      intel ? read_intel_operands(source, at + 1, name) : read_operands(source, at + 1);
  if (!operands)
    return;
  if (intel) // its size may have added a suffix
    mnemonic = find_mnemonic(name);
  if (auto steps =
          memory_sequence(name, *mnemonic, *operands, place, emitter.reporter(), address_width())) {
    for (Statement& step : *steps)
      append(emitter, place, std::move(step));
    return;
  }
  if (auto steps = x87_steps(name, written, *operands, place, emitter.reporter(), intel)) {
    for (Statement& step : *steps)
      append(emitter, place, std::move(step));
    return;
  }
  auto made = build(name, *mnemonic, *operands, place, emitter.reporter(), address_width());
  if (!made)
    return;
  if (intel) // displayed as written, destination first
    made->text = text_in_intel_order(written, *operands);
  const bool leaves = !narrow_ && mnemonic->shape == Shape::jump && made->label &&
                      may_be_library(*made->label, symbols);
  append(emitter, place, std::move(*made));
  if (!leaves)
    return;
  // A jump to a library function is a call after which this function returns too.
  Statement back;
  back.instruction.op = Op::x86_ret;
  back.form.width = address_width();
  back.text = "ret";
  append(emitter, place, std::move(back));
}

bool X86Dialect::read_sequence(Emitter& emitter, const Source& source, std::size_t at,
                               std::string name, Repeat repeat) {
  const bool intel = source.line.line <= intel_lines_;
  const assembly::Place place = source.place(at);
  std::vector<Statement> steps;
  if (is_stack_sequence(name) || is_counted_loop(name)) {
    const auto operands =
        intel ? read_intel_operands(source, at + 1, name) : read_operands(source, at + 1);
    const auto make = is_stack_sequence(name) ? stack_sequence : counted_loop;
    if (operands)
      steps = make(name, *operands, place, emitter.reporter(), address_width());
  } else {
    if (source.tokens[at + 1].kind != TokenKind::end && !names_implied_operands(source.tokens, at))
      return false;
    if (intel && name.size() == 5 && name.back() == 'd')
      name.back() = 'l';
    if (!is_string_operation(name))
      return false;
    steps = string_operation(name, repeat);
  }
  for (Statement& step : steps)
    append(emitter, place, std::move(step));
  return true;
}

void X86Dialect::append(Emitter& emitter, const assembly::Place& place, Statement made) {
  emitter.append_own(kRow, static_cast<std::uint32_t>(statements_.size()), place);
  statements_.push_back(std::move(made));
}

std::optional<assembly::Transfer> X86Dialect::transfer_of(const Pending& pending) const {
  if (pending.row != &kRow)
    return std::nullopt;
  const Statement& made = statements_[pending.fields.own];
  const Op op = made.instruction.op;
  if (!made.label || (op != Op::x86_call && op != Op::jump))
    return std::nullopt;
  return assembly::Transfer{made.label->value, made.label->place, op == Op::x86_call};
}

std::optional<X86Dialect::Finished> X86Dialect::finished(const Pending& pending, std::uint64_t pc,
                                                         Symbols& symbols, Emitter& emitter) {
  Finished result;
  Instruction& i = result.instruction;
  if (pending.row != &kRow) { // padding
    i.op = Op::nop;
    i.op_class = OpClass::nop;
    i.pc = pc;
    i.size = static_cast<std::uint8_t>(pending.row->size);
    result.text = "nop";
    return result;
  }
  Statement& made = statements_[pending.fields.own];
  if (!relocate(made, pc, narrow_, symbols, emitter))
    return std::nullopt;
  i = made.instruction;
  i.pc = pc;
  i.raw = made.form.pack();
  i.raw |= pack(find_traits(i)); // uses the form
  switch (i.op) {
  case Op::nop:
    i.op_class = OpClass::nop;
    break;
  case Op::jump:
    i.op_class = OpClass::jump;
    break;
  case Op::syscall:
  case Op::breakpoint:
  case Op::fence:
  case Op::unknown:
    i.op_class = OpClass::system;
    break;
  default:
    i.op_class = whole_class(i);
  }
  result.text = std::move(made.text);
  return result;
}

} // namespace

} // namespace x86

Result<Program> assemble_x86(std::string_view file, std::string_view text,
                             const AssembleOptions& options) {
  const bool may_be_narrow = x86::is_32_bit_text(text);
  const auto with_routines = [text](bool narrow) {
    const std::string routines = x86::routines_for(text, narrow);
    return routines.empty() ? std::string() : std::string(text) + routines;
  };
  const std::string whole = with_routines(false);
  const std::string whole_of_32_bits = may_be_narrow ? with_routines(true) : std::string();
  Result<Program> program = assembly::exactly_or_leniently([&](assembly::Reading reading) {
    // In AT&T syntax such a text is invalid, so this does not change the meaning of valid text.
    const bool intel = reading == assembly::Reading::lenient && x86::is_intel_syntax(text);
    const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
    const bool narrow = reading == assembly::Reading::lenient && may_be_narrow;
    x86::X86Dialect dialect(reading, intel ? static_cast<std::uint32_t>(lines) : 0, narrow,
                            intel && x86::is_nasm_syntax(text));
    dialect.set_strict(options.strict, options.library);
    dialect.set_has_thread_calls(text.find("__tls_get_addr") != std::string_view::npos);
    const std::string& longer = narrow ? whole_of_32_bits : whole;
    return assembly::Assembler(dialect, file, longer.empty() ? text : std::string_view(longer))
        .run();
  });
  if (!program.ok())
    return program;
  x86::finish_program(*program, text, x86::kStackTop);
  if (auto problem = x86::resolve_x87(*program))
    return *std::move(problem);
  return program;
}

} // namespace stallscope::isa
