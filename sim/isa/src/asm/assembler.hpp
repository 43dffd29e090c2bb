#pragma once

#include "asm/address_table.hpp"
#include "asm/emitter.hpp"
#include "asm/text/leniency.hpp"
#include "asm/text/line_reader.hpp"
#include "base/result.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stallscope::isa::assembly {

/// The number before a line in a book, "(3) add ..." or "40 beq ..."; other kind: none.
[[nodiscard]] Token numbering_of(std::string_view line);

/// The assembler shared by the notations. The first pass reads every line, expands macros and
/// pseudo-instructions and lays out the sections, whose sizes never change afterwards; the second
/// pass fills in values that depend on labels.
class Assembler {
public:
  Assembler(Dialect& dialect, std::string_view file, std::string_view text);

  [[nodiscard]] Result<Program> run();
  /// An instruction was rejected because an address does not fit its constant.
  [[nodiscard]] bool has_long_address() const { return has_long_address_; }
  /// The text looks like compiler output for a processor with delay slots, without a directive that
  /// says so.
  [[nodiscard]] bool looks_written_for_delay_slots() const { return looks_written_for_slots_; }
  /// Reads the text as written for delay slots; call before run().
  void assume_delay_slots() { assumes_slots_ = true; }

private:
  struct BareLabel {
    Token name;
    Place place;
    SymbolId symbol;
  };
  using Tokens = std::vector<Token>;
  using Directive = void (Assembler::*)(const Tokens& tokens, std::size_t at);
  static const std::unordered_map<std::string_view, Directive>& directives();

  // First pass: statements.
  void read_lines();
  void statement(const Tokens& tokens, std::size_t at);
  void split_statements(const Tokens& tokens);
  /// Reports once that a comment starting with ';' contains an instruction.
  void look_into_comment(const Tokens& tokens);
  void substitute_names(Tokens& tokens);
  bool label(const Tokens& tokens, std::size_t& at);
  std::optional<SymbolId> define_label(const Token& name, std::string_view text);
  void assign(const Token& name, const Tokens& tokens, std::size_t at, bool again);
  void instruction(const Tokens& tokens, std::size_t at);
  void directive(const Tokens& tokens, std::size_t at);
  void use_macro(const Token& name, const Macro& macro, const Tokens& tokens, std::size_t at);
  bool condition_holds(std::string_view directive, const SourceLine& line);
  bool conditional(std::string_view directive, const SourceLine& line);

  // Additional syntax of the lenient mode: assembler_lenient.cpp.
  void prepare_leniency();
  /// The number before a line, as on slides: the target of a branch to that number.
  void number_line();
  /// NASM directives have no dot: "global main". Returns false for unknown directives.
  bool directive_of_nasm(const Tokens& tokens, std::size_t at);
  // nasm.cpp
  /// "x db 1, 2", "resb 16", "times 4 dd 0", "n equ $-x"; false if it is not a statement of this
  /// kind.
  bool data_of_nasm(const Tokens& tokens, std::size_t at);
  void define_data_of_nasm(const Tokens& tokens, std::size_t at, unsigned bytes);
  void reserve_of_nasm(const Tokens& tokens, std::size_t at, unsigned bytes);
  void repeat_of_nasm(const Tokens& tokens, std::size_t at);
  /// Reads R1 <- R2 + R3 as add R1, R2, R3.
  void read_arrow(Tokens& tokens);
  void read_arrow_behind_mnemonic(Tokens& tokens) const;
  /// The line is 'stall', as in a schedule in a book.
  [[nodiscard]] bool is_stall(const Tokens& tokens, std::size_t at) const;
  void leave_stall_out(const Token& stall);
  /// A label without ':'.
  bool bare_label(const Tokens& tokens, std::size_t& at);
  [[nodiscard]] bool begins_statement(const Token& token) const;
  /// A table heading before the first instruction, "Instruction Issue Execute Write".
  [[nodiscard]] bool is_heading(const Tokens& tokens) const;
  [[nodiscard]] bool is_caption(const Tokens& tokens) const;
  /// ". . .": omitted lines in a book.
  [[nodiscard]] bool is_ellipsis() const;
  bool leave_line_out(const Tokens& tokens);
  bool is_remark(std::string_view text);
  [[nodiscard]] bool begins_operands(const std::string& mnemonic, std::string_view rest) const;
  /// An instruction without the cycle columns after it: "LD F6,34(R2)  1 3 4".
  [[nodiscard]] Tokens without_columns(const Tokens& tokens, std::size_t at);
  /// Bare labels that are alone on their lines and never referenced are mistyped instructions.
  void check_bare_labels();
  /// Binds undefined names to labels that differ only in case.
  void bind_other_cases();
  /// .text and .data may be followed by an address, which is ignored.
  void section_address(const Tokens& tokens, std::size_t at);

  // Directives; `at` is the position after the name of the directive.
  void section_text(const Tokens& tokens, std::size_t at);
  void section_data(const Tokens& tokens, std::size_t at);
  void section_read_only(const Tokens& tokens, std::size_t at);
  void section_bss(const Tokens& tokens, std::size_t at);
  void section_named(const Tokens& tokens, std::size_t at);
  void section_previous(const Tokens& tokens, std::size_t at);
  void align_power(const Tokens& tokens, std::size_t at);
  void align_either(const Tokens& tokens, std::size_t at) {
    dialect_.aligns_by_bytes() ? align_bytes(tokens, at) : align_power(tokens, at);
  }
  void align_bytes(const Tokens& tokens, std::size_t at);
  void data_1(const Tokens& tokens, std::size_t at) { integers(tokens, at, 1); }
  void data_2(const Tokens& tokens, std::size_t at) { integers(tokens, at, 2); }
  void data_word(const Tokens& tokens, std::size_t at) {
    integers(tokens, at, dialect_.word_bytes());
  }
  void data_4(const Tokens& tokens, std::size_t at) { integers(tokens, at, 4); }
  void data_8(const Tokens& tokens, std::size_t at) { integers(tokens, at, 8); }
  void data_float(const Tokens& tokens, std::size_t at) { reals(tokens, at, 4); }
  void data_double(const Tokens& tokens, std::size_t at) { reals(tokens, at, 8); }
  void data_ascii(const Tokens& tokens, std::size_t at) { strings(tokens, at, false); }
  void data_asciz(const Tokens& tokens, std::size_t at) { strings(tokens, at, true); }
  void data_space(const Tokens& tokens, std::size_t at);
  void data_fill(const Tokens& tokens, std::size_t at);
  void data_common(const Tokens& tokens, std::size_t at);
  void define_symbol(const Tokens& tokens, std::size_t at);
  void define_text(const Tokens& tokens, std::size_t at);
  void declare_global(const Tokens& tokens, std::size_t at);
  void relocation(const Tokens& tokens, std::size_t at);
  void declare_local(const Tokens& tokens, std::size_t at);
  /// .gpword and .gpdword: distances from the table of addresses.
  void from_table(const Tokens& tokens, std::size_t at, unsigned bytes);
  void from_table_4(const Tokens& tokens, std::size_t at) { from_table(tokens, at, 4); }
  void from_table_8(const Tokens& tokens, std::size_t at) { from_table(tokens, at, 8); }
  void declare_extern(const Tokens& tokens, std::size_t at);
  void define_macro(const Tokens& tokens, std::size_t at);
  void undefine_macro(const Tokens& tokens, std::size_t at);
  void stray_end(const Tokens& tokens, std::size_t at);
  void repeat_block(const Tokens& tokens, std::size_t at);
  void set_register(const Tokens& tokens, std::size_t at);
  void set_option(const Tokens& tokens, std::size_t at);
  /// .set noreorder of MIPS assemblers: the instruction after a branch is in its delay slot.
  void set_reordering(const Tokens& tokens, std::size_t at);
  /// The instructions from `first` on, made from the last statement, are in the delay slot of the
  /// branch before them, but the machine has no delay slots: moves them before the branch.
  void leave_delay_slot(std::size_t first, bool has_label, const Token& name);
  [[nodiscard]] bool is_in_delay_slot(std::size_t first) const;
  [[nodiscard]] std::string skip_slot(std::size_t slot, bool has_label);
  void find_end_of_own_text();
  [[nodiscard]] bool follows_conditional_call(std::size_t slot) const;
  [[nodiscard]] std::string move_before_call(std::size_t slot, bool has_label);
  [[nodiscard]] std::string move_before_branch(std::size_t slot, bool has_label);
  [[nodiscard]] std::string copy_operand_of_branch(std::size_t slot, RegId written);
  [[nodiscard]] bool fills_delay_slots(const Program& program) const;
  void user_error(const Tokens& tokens, std::size_t at);
  // Function information of compilers. Other uses of these directives are meant for other tools.
  void declare_type(const Tokens& tokens, std::size_t at);
  void declare_size(const Tokens& tokens, std::size_t at);
  void begin_procedure(const Tokens& tokens, std::size_t at);
  void end_procedure(const Tokens& tokens, std::size_t at);
  void end_function(std::string_view name);
  void mark_functions(Program& program, std::uint64_t text_base) const;
  void not_supported(const Tokens& tokens, std::size_t at);

  // Helpers of directives.
  void integers(const Tokens& tokens, std::size_t at, unsigned bytes);
  void reals(const Tokens& tokens, std::size_t at, unsigned bytes);
  void strings(const Tokens& tokens, std::size_t at, bool terminated);
  void put(const std::optional<std::int64_t>& value, const Expr& expr, unsigned bytes,
           const Place& place);
  void align(std::uint64_t bytes, const Place& place, std::uint8_t fill = 0);
  void align_data(unsigned bytes, const Place& place);
  bool room(std::uint64_t bytes, const Place& place);
  void switch_section(SectionNumber section);
  std::optional<Expr> expression(const Tokens& tokens, std::size_t& at);
  std::optional<std::int64_t> constant(const Tokens& tokens, std::size_t& at);
  std::optional<std::int64_t> count(const Tokens& tokens, std::size_t& at, std::uint64_t most,
                                    std::string_view what);
  std::optional<double> real(const Tokens& tokens, std::size_t& at, bool single);
  bool comma(const Tokens& tokens, std::size_t& at);
  bool next_value(const Tokens& tokens, std::size_t& at);
  bool finished(const Tokens& tokens, std::size_t at);
  std::optional<Token> name_token(const Tokens& tokens, std::size_t& at, std::string_view what);
  [[nodiscard]] Place place(const Token& token) const { return place_of(token, line_); }
  [[nodiscard]] Value here() const;
  Section& current() { return sections_[static_cast<std::size_t>(section_)]; }

  // Between the passes: absent_functions.cpp.
  /// Appends the functions that the text calls but does not contain; each returns 0 immediately.
  void add_absent_functions();
  [[nodiscard]] bool is_last_of_function(const Pending& jump) const;
  [[nodiscard]] std::vector<SymbolId> absent_functions() const;
  void warn_of_absent_functions(const std::vector<SymbolId>& functions);
  /// The address after the text itself, which a program that falls off its end reaches.
  [[nodiscard]] std::uint64_t end_of_text() const;

  // Second pass.
  struct Placed {
    std::array<std::uint64_t, kSectionCount> base{};
    std::uint64_t data_end = 0;
    std::uint64_t heap = 0;
  };
  Placed place_sections();
  // address_table.cpp
  void place_address_table();
  [[nodiscard]] std::int64_t address_table();
  void fill_data();
  void make_code(Program& program, std::uint64_t base);
  [[nodiscard]] Instruction instruction_of(const Pending& pending, std::int64_t value,
                                           std::uint64_t pc) const;
  void append_decoded(Program& program, const Pending& pending, std::int64_t value,
                      std::uint64_t pc);
  /// The content of .text: machine code and data from directives within it.
  [[nodiscard]] std::vector<std::uint8_t> text_bytes(const Program& program,
                                                     std::uint64_t base) const;
  [[nodiscard]] bool only_executes_code() const;
  void make_data(Program& program, const Placed& placed);
  void make_symbols(Program& program);
  void make_registers(Program& program);
  // relocation.cpp
  [[nodiscard]] bool keeps_return_address(const Pending& pending) const;
  std::optional<std::int64_t> target_value(const Pending& pending, std::uint64_t pc,
                                           std::uint64_t text_base);
  std::optional<std::int64_t> lower_of_upper(const Pending& pending, std::uint64_t label,
                                             std::uint64_t text_base, unsigned bits);
  std::optional<std::int64_t> relocated(const Pending& pending, std::int64_t number,
                                        std::uint64_t pc, std::uint64_t text_base);
  std::optional<std::int64_t> final_value(const Pending& pending, std::uint64_t pc,
                                          std::uint64_t text_base);
  [[nodiscard]] std::int64_t distance_to(std::uint64_t target, std::uint64_t pc) const;
  std::optional<std::int64_t> numbered_target(const Pending& pending, std::int64_t number,
                                              std::uint64_t pc, std::uint64_t text_base);
  /// Reports a symbol whose address is too long for the instruction; false if the value is no such
  /// symbol.
  bool report_long_address(const Pending& pending, std::int64_t value);
  bool check_range(const Pending& pending, char letter, std::int64_t value, std::uint64_t pc);
  // second_pass.cpp
  [[nodiscard]] std::string operand_text(const Pending& pending, std::size_t at,
                                         std::int64_t value) const;
  [[nodiscard]] std::string text_of(const Pending& pending, std::int64_t value) const;
  [[nodiscard]] std::optional<SymbolId> entry_label() const;
  void choose_entry(Program& program, std::uint64_t base);

  struct RegisterSetting {
    RegId reg;
    Expr value;
    std::uint64_t bits; ///< bits of a real number
    bool is_real;
    Place place;
  };
  struct Condition {
    bool active;  ///< the lines are assembled
    bool done;    ///< a branch was taken, or no branch may be taken
    bool in_else; ///< .else has been read
    Place opened;
  };

  Dialect& dialect_;
  std::string file_;
  std::string_view text_;
  Reporter reporter_;
  LexicalRules rules_;
  std::string without_comments_;
  std::optional<LineReader> reader_;
  Leniency leniency_;
  std::vector<BareLabel> bare_labels_; ///< labels alone on their lines
  bool stall_left_out_ = false;        ///< a message about it has been issued
  bool left_by_branch_ = false;        ///< a message about it has been issued
  bool columns_left_out_ = false;      ///< a message about it has been issued
  bool statement_in_comment_ = false;  ///< a message about it has been issued
  Symbols symbols_;
  std::vector<Section> sections_;
  Emitter emitter_;
  AddressTable address_table_;
  std::uint64_t address_table_begin_ = 0; ///< in .rodata
  OperandParser operands_;

  SourceLine line_;
  std::vector<Operand> operand_buffer_;
  SectionNumber section_ = kText;
  SectionNumber previous_section_ = kText;
  std::vector<SectionNumber> section_stack_;
  bool auto_align_ = true;
  std::optional<std::uint64_t> own_text_bytes_; ///< in front of functions that are added
  std::vector<SymbolId>
      labels_here_; ///< labels with nothing after them yet: they move when data is aligned
  std::vector<Condition> conditions_;
  std::unordered_map<std::string_view, Macro> macros_;
  std::unordered_map<std::string_view, Tokens> texts_; ///< texts defined by .eqv
  std::vector<DataFixup> fixups_;
  std::vector<RegisterSetting> settings_;
  std::vector<std::string_view> function_names_; ///< names from .type NAME, @function
  std::vector<std::pair<std::string_view, std::uint64_t>>
      function_ends_;             ///< offsets in .text, from .size and .cfi_endproc
  std::string_view last_label_;   ///< last label in .text, except local ones
  std::string_view in_procedure_; ///< name of the .cfi_startproc in effect
  std::size_t directive_suggestions_ = 0;
  bool has_long_address_ = false;
  bool misses_delay_slots_ = false;      ///< a message about it has been issued
  bool looks_written_for_slots_ = false; ///< determined at the end
  bool skips_slots_ = false;             ///< branch-likely instructions skip their slots, which no
                                         ///< machine with slots supports
  bool assumes_slots_ = false;           ///< see assume_delay_slots
  bool says_reordering_ = false;         ///< .set noreorder or reorder is in the text
  std::optional<Place> no_reorder_;      ///< of the .set noreorder in force
  std::size_t behind_slot_ = 0; ///< the instruction behind the last delay slot that is filled
  bool moves_slot_ = true;      ///< of the last branch: it is one branch that always has its slot
  bool slot_is_of_likely_ = false; ///< of the last branch
};

} // namespace stallscope::isa::assembly
