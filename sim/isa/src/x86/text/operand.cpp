#include "x86/text/operand.hpp"

#include "asm/text/leniency.hpp"
#include "base/ascii.hpp"
#include "x86/micro_ops/x87.hpp"
#include "x86/text/thread_variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stallscope::isa::x86 {

namespace {

using assembly::is;
using assembly::Token;
using assembly::TokenKind;

class OperandReader {
public:
  OperandReader(const Source& source, std::size_t at) : source_(source), at_(at) {}

  std::optional<std::vector<Operand>> run() {
    std::vector<Operand> operands;
    if (token().kind == TokenKind::end)
      return operands;
    while (true) {
      const std::size_t first = at_;
      Operand operand;
      if (!read(operand))
        return std::nullopt;
      place_thread_variable(source_, operand);
      set_place(operand, first);
      operands.push_back(operand);
      if (token().kind == TokenKind::end)
        return operands;
      if (source_.lenient && token().kind == TokenKind::identifier &&
          !token().text.starts_with('@')) // CS:APP: addq $8, %rdx  Increment data+i
        return operands;
      if (!is(token(), ','))
        return fail(fmt::format("unexpected '{}'", token().text), "',' or the end of the line");
      ++at_;
      if (token().kind == TokenKind::end)
        return fail("the line ends behind a comma", "an operand");
    }
  }

private:
  [[nodiscard]] const Token& token(std::size_t ahead = 0) const {
    return source_.tokens[std::min(at_ + ahead, source_.tokens.size() - 1)];
  }

  std::nullopt_t fail(std::string message, std::string expected, std::string suggestion = {}) {
    source_.reporter.error(source_.place(std::min(at_, source_.tokens.size() - 1)),
                           std::move(message), std::move(expected), std::move(suggestion));
    return std::nullopt;
  }

  void set_place(Operand& operand, std::size_t first) const {
    const Token& from = source_.tokens[first];
    const Token& last = source_.tokens[at_ - 1];
    const std::uint32_t end = last.column + static_cast<std::uint32_t>(last.text.size());
    operand.place = {source_.line, from.column, end - from.column};
    operand.text = source_.line.text.substr(from.column - 1, end - from.column);
  }

  /// '%' is at at_.
  std::optional<Register> read_register() {
    ++at_;
    const Token& name = token();
    if (name.kind == TokenKind::identifier) {
      if (is_segment(name.text))
        return fail(
            fmt::format("segment register '%{}': only what it points to is there", name.text),
            "an address such as %fs:40, or code without it: gcc -fno-stack-protector");
      if (const auto missing = missing_vectors(name.text, "%"))
        return fail(missing->message, missing->expected);
      if (lower(name.text) == "st") {
        const auto reg = read_stack_register(source_, at_);
        return reg ? reg
                   : fail(fmt::format("'%{}' is no register of the x87 stack", name.text),
                          "%st, or %st(0) to %st(7)");
      }
      if (const auto reg = register_named(name.text)) {
        ++at_;
        return reg;
      }
    }
    std::string suggestion;
    if (name.kind == TokenKind::identifier) {
      std::vector<std::string_view> names;
      for (const std::string& known : all_names())
        names.push_back(known);
      const std::string_view nearest = nearest_word(name.text, names);
      suggestion = nearest.empty() ? std::string() : fmt::format("%{}", nearest);
    }
    return fail(name.kind == TokenKind::end ? "the line ends where a register is needed"
                                            : fmt::format("'%{}' is no register", name.text),
                "a register such as %rax", suggestion);
  }

  static bool is_segment(std::string_view name) { return name == "fs" || name == "gs"; }

  /// name@GOTOFF+4: clang puts the addend after the relocation.
  [[nodiscard]] bool adds_behind_relocation() const {
    return token().kind == TokenKind::identifier && token(1).kind == TokenKind::identifier &&
           token(1).text.starts_with('@') && (is(token(2), '+') || is(token(2), '-')) &&
           token(3).kind == TokenKind::number;
  }

  bool read_value(Operand& operand) {
    if (adds_behind_relocation()) {
      Token end = source_.tokens.back();
      end.kind = TokenKind::end;
      const std::vector<Token> sum{token(), token(2), token(3), end};
      std::size_t at = 0;
      ++at_;
      if (!read_expression(source_, sum, at, operand) || !read_relocation(operand))
        return false;
      at_ += 2;
      return true;
    }
    if (!read_expression(source_, source_.tokens, at_, operand))
      return false;
    return read_relocation(operand);
  }

  /// name@PLT, name@GOTPCREL; in 32-bit code name@GOT, and name@GOTOFF, which is relative to the
  /// table
  bool read_relocation(Operand& operand) {
    const Token& word = token();
    if (word.kind != TokenKind::identifier || !word.text.starts_with('@'))
      return true;
    const std::string relocation = lower(word.text);
    operand.got = relocation == "@gotpcrel" || relocation == "@got";
    operand.of_thread = of_thread_named(relocation);
    if (!operand.got && operand.of_thread == OfThread::none && relocation != "@plt" &&
        relocation != "@gotoff") {
      (void)fail(fmt::format("'{}' means nothing here", word.text),
                 "@PLT, @GOTPCREL, @GOT, @GOTOFF, those of variables of threads such as @TPOFF, or "
                 "nothing");
      return false;
    }
    ++at_;
    return true;
  }

  bool read(Operand& operand) {
    if (is(token(), '*')) {
      operand.star = true;
      ++at_;
    }
    if (is(token(), '$')) {
      operand.kind = Operand::Kind::immediate;
      ++at_;
      if (token().kind == TokenKind::real) {
        (void)fail(fmt::format("'{}' is no integer", token().text),
                   "a constant in .rodata, loaded with movsd");
        return false;
      }
      if (is_table_of_offsets(token().text)) {
        ++at_;
        return read_behind_table(source_, at_, operand);
      }
      return read_value(operand);
    }
    if (is(token(), '%') && is_segment(token(1).text) && is(token(2), ':')) {
      at_ += 3;
      const std::size_t first = at_;
      operand.thread = true;
      return read_memory(operand) && place_in_thread_block(source_, first, operand);
    }
    if (is(token(), '%') && is_flat_segment(token(1).text) && is(token(2), ':')) {
      at_ += 3;
      return read_memory(operand);
    }
    if (is(token(), '%')) {
      const auto reg = read_register();
      if (!reg)
        return false;
      operand.kind = Operand::Kind::reg;
      operand.reg = *reg;
      return true;
    }
    if (is_intel())
      return false;
    return read_memory(operand);
  }

  /// Registers without '%' and addresses in brackets.
  bool is_intel() {
    const bool bracket = is(token(), '[');
    const bool sized = token(1).text == "PTR" || token(1).text == "ptr";
    const bool bare = token().kind == TokenKind::identifier && register_named(token().text) &&
                      (token(1).kind == TokenKind::end || is(token(1), ','));
    if (!bracket && !sized && !bare)
      return false;
    (void)fail(fmt::format("'{}': this looks like Intel syntax", token().text),
               "AT&T syntax: sources first, registers with %, constants with $, addresses as "
               "8(%rax,%rcx,4)",
               bare ? fmt::format("%{}", token().text) : std::string());
    return true;
  }

  bool read_memory(Operand& operand) {
    operand.kind = Operand::Kind::memory;
    const bool at_base = is(token(), '(') && (is(token(1), '%') || is(token(1), ','));
    if (!at_base && !read_value(operand))
      return false;
    if (!is(token(), '(')) {
      operand.bare = true;
      return true;
    }
    ++at_;
    if (is(token(), '%') && !read_base(operand))
      return false;
    if (is(token(), ',')) {
      ++at_;
      if (!read_index(operand))
        return false;
    }
    if (!is(token(), ')')) {
      (void)fail("the parenthesis is not closed", "')', as in 8(%rax,%rcx,4)");
      return false;
    }
    ++at_;
    return true;
  }

  bool is_address(const std::optional<Register>& reg, bool is_index) {
    if (!reg)
      return false;
    if (reg->width == source_.address_width ||
        (is_index && reg->width >= kXmmWidth)) // index register of a gather
      return true;
    --at_;
    (void)fail(fmt::format("'%{}' cannot be part of an address", token().text),
               fmt::format("a register of {} bits such as %{}", 8U << source_.address_width,
                           name_of(kRax, source_.address_width)),
               reg->width >= kXmmWidth ? "" : "%" + name_of(reg->id, source_.address_width));
    return false;
  }

  bool read_base(Operand& operand) {
    if (token(1).text == "rip") {
      at_ += 2;
      operand.rip = true;
      return true;
    }
    operand.base = read_register();
    return is_address(operand.base, false);
  }

  bool read_index(Operand& operand) {
    if (is(token(), '%')) {
      operand.index = read_register();
      if (!is_address(operand.index, true))
        return false;
      if (operand.index->id == kRsp) {
        --at_;
        (void)fail("%rsp cannot be an index", "another register, or %rsp as base");
        return false;
      }
    }
    if (!is(token(), ','))
      return true;
    ++at_;
    const Token& factor = token();
    constexpr std::array<std::uint64_t, 4> kFactors{1, 2, 4, 8};
    for (std::uint8_t i = 0; i < kFactors.size(); ++i)
      if (factor.kind == TokenKind::number && factor.value == kFactors.at(i)) {
        operand.scale = i;
        ++at_;
        return true;
      }
    (void)fail(fmt::format("'{}' is no scale", factor.text), "1, 2, 4 or 8");
    return false;
  }

  const Source& source_;
  std::size_t at_;
};

} // namespace

std::optional<MissingVectors> missing_vectors(std::string_view name, std::string_view sign) {
  const std::string word = lower(name);
  if (!word.starts_with("zmm"))
    return std::nullopt;
  return MissingVectors{
      fmt::format(
          "'{0}{1}' holds vectors of 512 bits (AVX-512), and there are those of 128 and 256, "
          "in {0}xmm and {0}ymm registers: SSE2 to SSE4.1, AVX, AVX2 and FMA",
          sign, name),
      "code for these: gcc -mprefer-vector-width=256 -mno-avx512f; or scalar code: gcc "
      "-fno-tree-vectorize"};
}

bool read_expression(const Source& source, const std::vector<Token>& tokens, std::size_t& at,
                     Operand& operand) {
  const auto expr = source.symbols.parse(tokens, at, source.line, source.here, source.reporter);
  if (!expr)
    return false;
  operand.has_value = true;
  operand.value = *expr;
  if (expr->is_constant())
    operand.known = expr->constant;
  else if (const auto value = source.symbols.evaluate(*expr);
           value && value->section == assembly::kAbsolute)
    operand.known = value->number;
  return true;
}

std::optional<Register> read_stack_register(const Source& source, std::size_t& at) {
  const auto token = [&](std::size_t ahead) -> const Token& {
    return source.tokens[std::min(at + ahead, source.tokens.size() - 1)];
  };
  if (!is(token(1), '(')) {
    ++at;
    return Register{kX87Stack, kX87Width, false};
  }
  if (token(2).kind != TokenKind::number || token(2).value >= kX87Count || !is(token(3), ')'))
    return std::nullopt;
  const auto number = static_cast<RegId>(token(2).value);
  at += 4;
  return Register{static_cast<RegId>(kX87Stack + number), kX87Width, false};
}

bool is_table_of_offsets(std::string_view name) {
  return name == "_GLOBAL_OFFSET_TABLE_";
}

bool read_behind_table(const Source& source, std::size_t& at, Operand& operand) {
  operand.table = true;
  if (!assembly::is(source.tokens[at], '+')) // clang: +(.Ltmp0-.L0$pb)
    return true;
  ++at;
  return read_expression(source, source.tokens, at, operand);
}

bool place_in_thread_block(const Source& source, std::size_t at, Operand& operand) {
  if (operand.of_thread == OfThread::offset) { // block + offset
    operand.of_thread = OfThread::none;
    operand.bare = false;
    return true;
  }
  if (operand.has_value && !operand.known) {
    source.reporter.error(source.place(at), "what is the place of this in the block of the thread?",
                          "a number, or a variable of the thread such as name@TPOFF");
    return false;
  }
  operand.value = {0, 0, operand.known.value_or(0) + static_cast<std::int64_t>(kThreadBlock)};
  operand.known = operand.value.constant;
  operand.has_value = true;
  operand.bare = false;
  return true;
}

std::optional<std::vector<Operand>> read_operands(const Source& source, std::size_t at) {
  return OperandReader(source, at).run();
}

} // namespace stallscope::isa::x86
