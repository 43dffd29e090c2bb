#include "call_text.hpp"

#include "call_constants.hpp"
#include "call_scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace stallscope::isa {

namespace {

constexpr unsigned kMaxExpressionDepth = 64;

/// A recursive descent over the text; the first problem ends it.
class Parser : CallScanner {
public:
  explicit Parser(std::string_view text) : CallScanner(text) {}

  Result<CallText> call() {
    CallText result;
    if (text_.size() > kMaxCallBytes) {
      complain(0, fmt::format("the call is longer than {} bytes", kMaxCallBytes), "a shorter one");
      return *problem_;
    }
    skip_blanks();
    result.function = name();
    if (result.function.empty())
      complain(at_, fmt::format("{} is no function", found()), "a call such as f(1000, {1,2,3})");
    expect('(', "'(' behind the function's name");
    skip_blanks();
    if (!problem_ && !take(')')) {
      do
        result.arguments.push_back(argument(0));
      while (!problem_ && take(','));
      expect(')', "',' or ')' behind an argument");
    }
    skip_blanks();
    if (!problem_ && at_ < text_.size() && take(';'))
      skip_blanks();
    if (!problem_ && at_ < text_.size())
      complain(at_, fmt::format("{} stands behind the call", found()), "nothing more");
    if (problem_)
      return *problem_;
    return result;
  }

private:
  CallArgument argument(unsigned depth);
  CallArgument list(unsigned depth);
  void item(CallArgument& into, unsigned depth, std::uint64_t& index);
  void run_of_numbers(CallArgument& into, const std::string& first, std::size_t begin,
                      std::uint64_t& index);
  /// A constant expression, with its value if it is a whole number that can be computed from the
  /// text.
  struct Expression {
    std::string text;
    std::optional<std::int64_t> number;
  };
  Expression expression(unsigned least_precedence, bool in_list, unsigned depth);
  Expression operand(bool in_list, unsigned depth);
  [[nodiscard]] const BinaryOperator* binary_operator(bool in_list) const;
  std::string value();
  std::string object();
  [[nodiscard]] std::size_t end_of_type() const;
  std::string member();
  void count(std::uint64_t more);

  std::uint64_t elements_ = 0;
  unsigned sizes_ = 0; ///< sizeof without brackets so far
};

void Parser::count(std::uint64_t more) {
  if (more > kMaxCallElements || elements_ + more > kMaxCallElements)
    complain(at_, fmt::format("the lists have more than {} elements", kMaxCallElements),
             "fewer, or a program that fills its memory itself");
  else
    elements_ += more;
}

std::string Parser::value() {
  skip_blanks();
  if (at_ < text_.size() && text_[at_] == '\'')
    return quoted('\'');
  if (at_ < text_.size() && begins_c_name(text_[at_]))
    return object();
  if (at_ + 1 < text_.size() && text_[at_] == '&' && begins_c_name(text_[at_ + 1])) {
    ++at_;
    return "&" + object();
  }
  return number();
}

/// A name, and what C puts behind one: a macro's arguments, an index, a member; sizeof and the
/// like.
std::string Parser::object() {
  std::string text = name();
  for (;;) {
    skip_blanks();
    const char c = at_ < text_.size() ? text_[at_] : ' ';
    const std::size_t member = c == '.' ? 1 : text_.substr(at_, 2) == "->" ? 2 : 0;
    if (problem_)
      return text;
    if (c == '(' || c == '[') {
      text += in_brackets();
    } else if (member != 0 && at_ + member < text_.size() && begins_c_name(text_[at_ + member])) {
      text += text_.substr(at_, member);
      at_ += member;
      text += name();
    } else if (text == "sizeof") {
      if (++sizes_ > kMaxExpressionDepth)
        complain(at_, fmt::format("sizeof stands more than {} times", kMaxExpressionDepth),
                 "a shorter expression");
      return problem_ ? text : text + " " + operand(false, 1).text;
    } else {
      return text;
    }
  }
}

/// "(unsigned char *)" in front of what is cast, or of a list: its end, behind the bracket. 0: what
/// begins here is no type in brackets.
std::size_t Parser::end_of_type() const {
  static constexpr std::array<std::string_view, 12> kTypes{"char",     "short",  "int",  "long",
                                                           "unsigned", "signed", "void", "float",
                                                           "double",   "_Bool",  "bool", "size_t"};
  std::size_t at = at_ + 1;
  const auto blanks = [&] {
    while (at < text_.size() && std::isspace(static_cast<unsigned char>(text_[at])) != 0)
      ++at;
  };
  std::size_t words = 0;
  bool derived = false;
  std::string_view word;
  for (blanks(); at < text_.size() && text_[at] != ')'; blanks()) {
    const std::size_t begin = at;
    while (at < text_.size() && in_c_name(text_[at]))
      ++at;
    if (at > begin) {
      word = text_.substr(begin, at - begin);
      if (!begins_c_name(word.front()) || (derived && word != "const"))
        return 0;
      ++words;
    } else if (words != 0 && (text_[at] == '*' || text_[at] == '[')) {
      derived = true;
      if (text_[at] == '[')
        at = std::min(text_.find(']', at), text_.size() - 1);
      ++at;
    } else {
      return 0;
    }
  }
  if (at >= text_.size() || words == 0)
    return 0;
  const std::size_t end = ++at;
  blanks();
  const char c = at < text_.size() ? text_[at] : ')';
  const bool begins_value =
      in_c_name(c) || std::string_view("'\"({~!.").find(c) != std::string::npos;
  const bool is_type = derived || words > 1 || word.ends_with("_t") ||
                       std::find(kTypes.begin(), kTypes.end(), word) != kTypes.end();
  return begins_value || (is_type && (c == '-' || c == '+' || c == '&')) ? end : 0;
}

/// The operator that begins here; nullptr: none. In a list `*` repeats.
const BinaryOperator* Parser::binary_operator(bool in_list) const {
  const BinaryOperator* const found = binary_operator_at(text_.substr(at_));
  return found != nullptr && in_list && found->text == "*" ? nullptr : found;
}

/// A value, an operand with a sign or another unary operator, or an expression in brackets.
Parser::Expression Parser::operand(bool in_list, unsigned depth) {
  skip_blanks();
  const std::size_t begin = at_;
  const char c = at_ < text_.size() ? text_[at_] : ' ';
  const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
  const bool sign = c == '-' || c == '+';
  const bool of_number =
      sign && (is_digit(next) || next == '.' || next == ',' || next == ')' || next == '}');
  const bool brackets = c == '(';
  if (const std::size_t end = brackets ? end_of_type() : 0;
      end != 0 && depth < kMaxExpressionDepth) {
    at_ = end;
    return {fmt::format("{}{}", text_.substr(begin, end - begin), operand(in_list, depth + 1).text),
            std::nullopt};
  }
  if (!brackets && (!(sign || c == '~' || c == '!') || of_number)) {
    Expression made{value(), std::nullopt};
    made.number = whole_number(made.text);
    return made;
  }
  if (depth >= kMaxExpressionDepth) {
    complain(begin, fmt::format("operators lie more than {} deep in each other", depth),
             "a shorter expression");
    return {};
  }
  ++at_;
  Expression inner = brackets ? expression(0, false, depth + 1) : operand(in_list, depth + 1);
  if (brackets) {
    expect(')', "')' behind an expression");
    return {"(" + inner.text + ")", inner.number};
  }
  if (inner.number && c == '-' && *inner.number != std::numeric_limits<std::int64_t>::min())
    inner.number = -*inner.number;
  else if (inner.number && c != '+')
    inner.number = c == '~'   ? std::optional(~*inner.number)
                   : c == '!' ? std::optional<std::int64_t>(*inner.number == 0)
                              : std::nullopt;
  return {fmt::format("{}{}{}", c, inner.text.starts_with(c) ? " " : "", inner.text), inner.number};
}

Parser::Expression Parser::expression(unsigned least_precedence, bool in_list, unsigned depth) {
  Expression left = operand(in_list, depth);
  while (!problem_) {
    skip_blanks();
    const BinaryOperator* const op = binary_operator(in_list);
    if (op == nullptr || op->precedence < least_precedence)
      break;
    if (depth >= kMaxExpressionDepth) {
      complain(at_, fmt::format("operators lie more than {} deep in each other", depth),
               "a shorter expression");
      break;
    }
    at_ += op->text.size();
    const Expression right = expression(op->precedence + 1, in_list, depth + 1);
    left.text += fmt::format(" {} {}", op->text, right.text);
    left.number =
        left.number && right.number ? op->apply(*left.number, *right.number) : std::nullopt;
  }
  if (least_precedence == 0 && !problem_ && depth < kMaxExpressionDepth && take('?')) {
    const Expression yes = expression(0, false, depth + 1);
    expect(':', "':' and the other value");
    const Expression no = expression(0, in_list, depth + 1);
    const std::optional<std::int64_t> number = !left.number        ? std::nullopt
                                               : *left.number != 0 ? yes.number
                                                                   : no.number;
    return {fmt::format("{} ? {} : {}", left.text, yes.text, no.text), number};
  }
  return left;
}

/// `.x =`, the designator of C before a member; empty: there is none.
std::string Parser::member() {
  skip_blanks();
  const std::size_t begin = at_;
  std::string text;
  while (at_ + 1 < text_.size() && text_[at_] == '.' && begins_c_name(text_[at_ + 1])) {
    ++at_;
    text += "." + name();
  }
  if (text.empty())
    return text;
  if (take('='))
    return text + " = ";
  complain(begin, fmt::format("'{}' is no value", text), fmt::format("a member's, {} = 1", text));
  return {};
}

CallArgument Parser::argument(unsigned depth) {
  skip_blanks();
  CallArgument result;
  result.column = static_cast<std::uint32_t>(at_ + 1);
  if (const std::size_t end = at_ < text_.size() && text_[at_] == '(' ? end_of_type() : 0;
      end != 0) { // (int[]){1,2,3}
    const std::size_t begin = std::exchange(at_, end);
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != '{')
      at_ = begin;
  }
  if (at_ < text_.size() && text_[at_] == '{')
    return list(depth);
  if (at_ < text_.size() && text_[at_] == '"') {
    result.kind = CallArgument::Kind::string;
    result.text = quoted('"');
    return result;
  }
  const Expression made = expression(0, depth > 0, 0);
  result.text = made.text;
  result.number = made.number;
  return result;
}

/// Reads the rest of `0..999` after `0`.
void Parser::run_of_numbers(CallArgument& into, const std::string& first, std::size_t begin,
                            std::uint64_t& index) {
  skip_blanks();
  const std::string last = number();
  if (problem_)
    return;
  const auto whole = [](std::string_view text) -> std::optional<std::int64_t> {
    if (text.starts_with('+'))
      text.remove_prefix(1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                    : std::nullopt;
  };
  const auto from = whole(first);
  const auto to = whole(last);
  if (!from || !to)
    return complain(begin, fmt::format("'{}..{}' is no run of whole numbers", first, last),
                    "one such as 0..999");
  // Unsigned: the difference of two 64-bit numbers always fits.
  const std::uint64_t distance =
      *from <= *to ? static_cast<std::uint64_t>(*to) - static_cast<std::uint64_t>(*from)
                   : static_cast<std::uint64_t>(*from) - static_cast<std::uint64_t>(*to);
  if (distance >= kMaxCallElements)
    return count(kMaxCallElements + 1);
  count(distance + 1);
  if (problem_)
    return;
  for (std::uint64_t i = 0; i <= distance; ++i)
    into.text += fmt::format("{}{}", i == 0 ? "" : ", ",
                             *from <= *to ? *from + static_cast<std::int64_t>(i)
                                          : *from - static_cast<std::int64_t>(i));
  index += distance + 1;
}

/// An element of a list, or several written as one.
void Parser::item(CallArgument& into, unsigned depth, std::uint64_t& index) {
  into.text += member();
  if (problem_)
    return;
  skip_blanks();
  const std::size_t begin = at_;
  CallArgument one = argument(depth + 1);
  skip_blanks();
  if (!problem_ && one.kind == CallArgument::Kind::value && text_.substr(at_, 2) == "..") {
    at_ += text_.substr(at_, 3) == "..." ? 3 : 2;
    return run_of_numbers(into, one.text, begin, index);
  }
  std::uint64_t times = 1;
  const bool repeated = at_ < text_.size() && (text_[at_] == 'x' || text_[at_] == '*') &&
                        !(at_ + 1 < text_.size() && begins_c_name(text_[at_ + 1]));
  if (!problem_ && repeated) {
    ++at_;
    skip_blanks();
    const std::size_t digits = at_;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), times);
    at_ = static_cast<std::size_t>(end - text_.data());
    if (error != std::errc() || times == 0)
      complain(digits, "the number of times is missing", "one such as in {0 x 1000}");
  }
  count(times);
  if (problem_)
    return;
  into.repeats |= times != 1 && one.kind != CallArgument::Kind::list && one.number != 0;
  if (times != 1)
    into.text += fmt::format("[{} ... {}] = ", index, index + times - 1);
  if (one.kind == CallArgument::Kind::list)
    into.inner.push_back({into.text.size(), 1, times != 1, one.column});
  for (const CallArgument::Inner& inner : one.inner)
    into.inner.push_back(
        {into.text.size() + inner.at, inner.depth + 1, inner.repeated || times != 1, inner.column});
  into.text += one.text;
  index += times;
  for (std::size_t i = 0; i < one.lengths.size(); ++i) {
    if (into.lengths.size() < i + 2)
      into.lengths.push_back(0);
    into.lengths[i + 1] = std::max(into.lengths[i + 1], one.lengths[i]);
  }
}

CallArgument Parser::list(unsigned depth) {
  CallArgument result;
  result.kind = CallArgument::Kind::list;
  result.column = static_cast<std::uint32_t>(at_ + 1);
  result.lengths = {0};
  if (depth >= kMaxCallDepth) {
    complain(at_, fmt::format("lists lie more than {} deep in each other", kMaxCallDepth),
             "fewer braces");
    return result;
  }
  ++at_;
  std::uint64_t elements = 0;
  result.text = "{ ";
  if (take('}')) {
    complain(at_ - 1, "an empty list", "at least one element, such as {0 x 1000}");
    return result;
  }
  do {
    result.text += elements == 0 ? "" : ", ";
    item(result, depth, elements);
  } while (!problem_ && take(','));
  expect('}', "',' or '}' behind an element");
  result.text += " }";
  result.lengths[0] = elements;
  return result;
}

} // namespace

Result<CallText> parse_call(std::string_view text) {
  return Parser(text).call();
}

} // namespace stallscope::isa
