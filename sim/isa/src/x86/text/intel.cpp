#include "x86/text/intel.hpp"

#include "asm/text/leniency.hpp"
#include "asm/text/token.hpp"
#include "base/ascii.hpp"
#include "isa/assemble.hpp"
#include "notation/notation.hpp"
#include "x86/build/build_x87.hpp"
#include "x86/micro_ops/counted_loops.hpp"
#include "x86/text/mnemonics.hpp"
#include "x86/text/thread_variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

namespace stallscope::isa::x86 {

namespace {

using assembly::is;
using assembly::Token;
using assembly::TokenKind;

constexpr std::string_view kSizeSuffixes = "bwlq";

/// log2 of the bytes of "dword" and similar words.
std::optional<std::uint8_t> size_named(std::string_view word) {
  static constexpr std::array<std::string_view, 4> kNames{"byte", "word", "dword", "qword"};
  const std::string name = lower(word);
  for (std::uint8_t i = 0; i < kNames.size(); ++i)
    if (kNames.at(i) == name)
      return i;
  if (name == "xmmword" || name == "oword")
    return kXmmWidth;
  if (name == "tbyte" || name == "tword")
    return kX87Width;
  if (name == "ymmword" || name == "yword")
    return kYmmWidth;
  return std::nullopt;
}

class IntelReader {
public:
  IntelReader(const Source& source, std::size_t at, bool jumps)
      : source_(source), at_(at), jumps_(jumps) {}

  std::optional<std::vector<Operand>> run() {
    std::vector<Operand> operands;
    while (token().kind != TokenKind::end) {
      const std::size_t first = at_;
      Operand operand;
      if (!read(operand))
        return std::nullopt;
      const Token& from = source_.tokens[first];
      const Token& last = source_.tokens[at_ - 1];
      const std::uint32_t end = last.column + static_cast<std::uint32_t>(last.text.size());
      place_thread_variable(source_, operand);
      operand.place = {source_.line, from.column, end - from.column};
      operand.text = source_.line.text.substr(from.column - 1, end - from.column);
      operands.push_back(operand);
      if (token().kind == TokenKind::end)
        break;
      if (!is(token(), ',') || token(1).kind == TokenKind::end) {
        fail(fmt::format("unexpected '{}'", token().text),
             "',' and an operand, or the end of the line");
        return std::nullopt;
      }
      ++at_;
    }
    std::reverse(operands.begin(), operands.end());
    return operands;
  }

  /// Size of the memory operand, as written.
  [[nodiscard]] std::optional<std::uint8_t> size() const { return size_; }

private:
  [[nodiscard]] const Token& token(std::size_t ahead = 0) const {
    return source_.tokens[std::min(at_ + ahead, source_.tokens.size() - 1)];
  }
  void fail(std::string message, std::string expected) {
    source_.reporter.error(source_.place(std::min(at_, source_.tokens.size() - 1)),
                           std::move(message), std::move(expected));
  }
  [[nodiscard]] bool word(std::string_view text) const {
    return token().kind == TokenKind::identifier && lower(token().text) == text;
  }

  void read_size() {
    const bool bracket = is(token(), '['); // call [QWORD PTR f[rip]]
    const Token& name = token(bracket ? 1 : 0);
    if (name.kind != TokenKind::identifier)
      return;
    const auto found = size_named(name.text);
    const bool ptr = lower(token(bracket ? 2 : 1).text) == "ptr";
    if (!found || (!ptr && !(is(token(1), '[') && !bracket))) // NASM: dword [rdi]
      return;
    size_ = found;
    outer_bracket_ = bracket;
    at_ += (bracket ? 2 : 1) + (ptr ? 1 : 0);
    sized_ = true;
  }

  /// zmm0, zmmword
  bool is_missing_vector() {
    const auto missing =
        token().kind == TokenKind::identifier ? missing_vectors(token().text, "") : std::nullopt;
    if (missing)
      fail(missing->message, missing->expected);
    return missing.has_value();
  }

  bool read(Operand& operand) {
    sized_ = false;
    outer_bracket_ = false;
    if (is_missing_vector())
      return false;
    read_size();
    if (!outer_bracket_ && is(token(), '[') && is_segment_at(1)) { // NASM: [fs:40]
      at_ += 3;
      outer_bracket_ = true;
      return read_of_thread(operand);
    }
    if (is_segment_at(0)) {
      at_ += 2;
      return read_of_thread(operand);
    }
    if (token().kind == TokenKind::identifier && is_flat_segment(lower(token().text)) &&
        is(token(1), ':')) {
      at_ += 2;
      sized_ = true; // a number is an address
    }
    if (word("short"))
      ++at_;
    if (word("offset")) {
      ++at_;
      if (word("flat") && is(token(1), ':'))
        at_ += 2;
      operand.kind = Operand::Kind::immediate;
      if (is_table_of_offsets(token().text)) {
        ++at_;
        return read_behind_table(source_, at_, operand);
      }
      return read_terms(operand) && take_value(operand);
    }
    if (word("st") && !sized_) {
      const auto reg = read_stack_register(source_, at_);
      if (!reg) {
        fail("this is no register of the x87 stack", "st, or st(0) to st(7)");
        return false;
      }
      operand.kind = Operand::Kind::reg;
      operand.reg = *reg;
      return true;
    }
    if (token().kind == TokenKind::identifier && !sized_)
      if (const auto reg = register_named(token().text)) {
        operand.kind = Operand::Kind::reg;
        operand.reg = *reg;
        operand.star = jumps_;
        ++at_;
        return true;
      }
    return read_memory_or_value(operand);
  }

  [[nodiscard]] bool is_segment_at(std::size_t ahead) const {
    const std::string name = lower(token(ahead).text);
    return (name == "fs" || name == "gs") && is(token(ahead + 1), ':');
  }

  bool read_of_thread(Operand& operand) {
    const std::size_t first = at_;
    operand.thread = true;
    sized_ = true; // a number is an address
    return read_memory_or_value(operand) && place_in_thread_block(source_, first, operand);
  }

  bool read_memory_or_value(Operand& operand) {
    value_.clear();
    bool brackets = outer_bracket_;
    if (!is(token(), '[') && !read_terms(operand))
      return false;
    while (is(token(), '[')) {
      brackets = true;
      ++at_;
      if (!read_terms(operand) || !close())
        return false;
    }
    if (outer_bracket_ && !close())
      return false;
    const bool named = std::any_of(value_.begin(), value_.end(), [](const Token& t) {
      return t.kind == TokenKind::identifier || t.kind == TokenKind::local_label;
    });
    const bool memory = brackets || sized_ || (named && !source_.nasm) || jumps_;
    operand.kind = memory ? Operand::Kind::memory : Operand::Kind::immediate;
    operand.bare = memory && !brackets && !sized_ && !operand.base && !operand.rip;
    operand.star = jumps_ && !operand.bare;
    return value_.empty() || take_value(operand);
  }

  bool close() {
    if (!is(token(), ']')) {
      fail("the bracket is not closed", "']', as in [rdi+rcx*4+8]");
      return false;
    }
    ++at_;
    return true;
  }

  /// Sums of registers, optionally with a factor, and of values; up to a bracket, or the end of the
  /// operand.
  bool read_terms(Operand& operand) {
    bool negative = false;
    while (true) {
      while (is(token(), '+') || is(token(), '-')) {
        negative = negative != is(token(), '-');
        ++at_;
      }
      if (!term(operand, negative))
        return false;
      negative = false;
      if (!is(token(), '+') && !is(token(), '-'))
        return true;
    }
  }

  bool term(Operand& operand, bool negative) {
    if (word("rel") && token(1).kind == TokenKind::identifier) { // NASM: [rel x]
      operand.rip = true;
      ++at_;
    }
    const Token& first = token();
    if (first.kind == TokenKind::identifier && lower(first.text) == "rip") {
      operand.rip = true;
      ++at_;
      return true;
    }
    const auto reg_at = [&](std::size_t ahead) {
      return token(ahead).kind == TokenKind::identifier ? register_named(token(ahead).text)
                                                        : std::nullopt;
    };
    if (const auto reg = reg_at(0)) {
      const bool scaled = is(token(1), '*');
      const Token factor = scaled ? token(2) : Token();
      at_ += scaled ? 3 : 1;
      return take_register(operand, *reg, scaled ? &factor : nullptr, negative);
    }
    if (first.kind == TokenKind::number && is(token(1), '*') && reg_at(2)) {
      const Token factor = first;
      const auto reg = reg_at(2);
      at_ += 3;
      return take_register(operand, *reg, &factor, negative);
    }
    if (first.kind != TokenKind::number && first.kind != TokenKind::identifier &&
        first.kind != TokenKind::local_label) {
      fail(first.kind == TokenKind::end ? "the line ends where an operand is needed"
                                        : fmt::format("'{}' is no operand", first.text),
           "a register such as eax, a number, a name or an address such as [rdi+8]");
      return false;
    }
    Token sign = first;
    sign.kind = TokenKind::punctuator;
    sign.value = assembly::punctuator(negative ? '-' : '+');
    if (negative || !value_.empty()) // a single symbol remains one
      value_.push_back(sign);
    value_.push_back(first);
    ++at_;
    const Token& behind = token();
    if (behind.kind == TokenKind::identifier && behind.text.starts_with('@')) {
      const std::string relocation = lower(behind.text);
      operand.got = relocation == "@gotpcrel" || relocation == "@got";
      operand.of_thread = of_thread_named(relocation);
      ++at_;
    }
    return true;
  }

  bool take_register(Operand& operand, const Register& reg, const Token* factor, bool negative) {
    constexpr std::array<std::uint64_t, 4> kFactors{1, 2, 4, 8};
    std::uint8_t scale = 0;
    if (factor != nullptr) {
      const auto found = std::find(kFactors.begin(), kFactors.end(), factor->value);
      if (factor->kind != TokenKind::number || found == kFactors.end()) {
        fail(fmt::format("'{}' is no scale", factor->text), "1, 2, 4 or 8");
        return false;
      }
      scale = static_cast<std::uint8_t>(found - kFactors.begin());
    }
    const bool vector = reg.width >= kXmmWidth; // index register of a gather
    const bool as_index = factor != nullptr || operand.base.has_value() || vector;
    if (negative || (reg.width != source_.address_width && !vector) ||
        (as_index && (operand.index || reg.id == kRsp))) {
      --at_;
      fail("this register cannot be part of the address here",
           fmt::format("at most a base and an index of {} bits, such as [{}+{}*4]; {} is no index",
                       8U << source_.address_width, name_of(kRdi, source_.address_width),
                       name_of(kRcx, source_.address_width), name_of(kRsp, source_.address_width)));
      return false;
    }
    (as_index ? operand.index : operand.base) = reg;
    operand.scale = as_index ? scale : operand.scale;
    return true;
  }

  bool take_value(Operand& operand) {
    Token end = source_.tokens.back();
    end.kind = TokenKind::end;
    value_.push_back(end);
    std::size_t at = 0;
    const bool ok = read_expression(source_, value_, at, operand);
    value_.clear();
    return ok;
  }

  const Source& source_;
  std::size_t at_;
  bool jumps_; ///< whether it is a jump or call
  bool sized_ = false;
  bool outer_bracket_ = false;
  std::optional<std::uint8_t> size_;
  std::vector<Token> value_;
};

/// The AT&T name of the instruction with a memory operand of this size.
std::string sized_name(const std::string& name, std::uint8_t size,
                       const std::vector<Operand>& operands) {
  if (const Mnemonic* known = find_mnemonic(name); known != nullptr && known->shape == Shape::x87)
    return name + x87_suffix(name, size);
  if (size > 3) { // vcvtpd2ps xmm0, YMMWORD PTR [rdi]
    const std::string lettered = name + (size == kYmmWidth ? 'y' : 'x');
    return find_mnemonic(lettered) != nullptr ? lettered : name;
  }
  if ((name == "movzx" || name == "movsx" || name == "movsxd") && operands.back().is_reg()) {
    const std::string to(1, kSizeSuffixes[operands.back().reg.width & 3]);
    return (name == "movzx" ? "movz" : "movs") + std::string(1, kSizeSuffixes[size]) + to;
  }
  if (name == "mov")
    return name + kSizeSuffixes[size];
  const Mnemonic* plain = find_mnemonic(name);
  const Mnemonic* sized = find_mnemonic(name + kSizeSuffixes[size]);
  const bool same = plain != nullptr && sized != nullptr && plain->op == sized->op &&
                    plain->shape == sized->shape &&
                    (plain->width == kAnyWidth || plain->shape == Shape::from_integer);
  // Conversions to integers use the size of their destination.
  return same && plain->shape != Shape::to_integer ? name + kSizeSuffixes[size] : name;
}

} // namespace

namespace {

/// %ymm0, even if unsupported, or $8, outside comments and strings.
bool has_sign_of_att(std::string_view text) {
  for (std::size_t at = text.find_first_of("%$"); at != std::string_view::npos;
       at = text.find_first_of("%$", at + 1)) {
    const std::size_t line = text.rfind('\n', at) + 1; // npos + 1 is 0
    const std::string_view before = text.substr(line, at - line);
    if (before.find_first_of("\"#") != std::string_view::npos ||
        before.find("//") != std::string_view::npos || at + 1 == text.size())
      continue;
    const auto next = static_cast<unsigned char>(text[at + 1]);
    const bool in_name = !before.empty() && assembly::is_word(before.back());
    if (text[at] == '%' ? std::isalpha(next) != 0
                        : !in_name && (std::isdigit(next) != 0 || next == '-'))
      return true;
  }
  return false;
}

} // namespace

bool is_intel_syntax(std::string_view text) {
  if (looks_like_x86(text) || (has_sign_of_att(text) && !is_nasm_syntax(text))) // NASM: $-x
    return false;
  return text.find(".intel_syntax") != std::string_view::npos || marks_of(text)[Isa::x86].count > 0;
}

std::optional<std::vector<Operand>> read_intel_operands(const Source& source, std::size_t at,
                                                        std::string& mnemonic) {
  const Mnemonic* known = find_mnemonic(mnemonic);
  const bool jumps =
      is_counted_loop(mnemonic) ||
      (known != nullptr && (known->shape == Shape::jump || known->shape == Shape::call ||
                            known->shape == Shape::branch));
  IntelReader reader(source, at, jumps);
  auto operands = reader.run();
  if (!operands || operands->empty())
    return operands;
  if (reader.size() && !jumps)
    mnemonic = sized_name(mnemonic, *reader.size(), *operands);
  // A 64-bit constant.
  const Operand& constant = operands->front();
  if (mnemonic == "mov" && constant.is_immediate() && constant.known &&
      (*constant.known > std::numeric_limits<std::uint32_t>::max() ||
       *constant.known < std::numeric_limits<std::int32_t>::min() ||
       (*constant.known > std::numeric_limits<std::int32_t>::max() &&
        operands->back().reg.width == 3)))
    mnemonic = "movabs";
  return operands;
}

std::string text_in_intel_order(std::string_view mnemonic, const std::vector<Operand>& operands) {
  std::string text(mnemonic);
  for (std::size_t i = operands.size(); i > 0; --i)
    text += fmt::format("{}{}", i == operands.size() ? " " : ", ", operands[i - 1].text);
  return text;
}

bool is_nasm_syntax(std::string_view text) {
  static constexpr std::array<std::string_view, 6> kWords{"section", "segment", "global",
                                                          "extern",  "bits",    "default"};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    std::string_view line = text.substr(0, end + 1);
    text.remove_prefix(end + 1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::string word =
        lower(line.substr(0, std::min(line.find_first_of(" \t\r\n"), line.size())));
    if (std::find(kWords.begin(), kWords.end(), word) != kWords.end())
      return true;
  }
  return false;
}

} // namespace stallscope::isa::x86
