#include "fx/text.hpp"

#include "base/ascii.hpp"
#include "base/number.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::graph::fx {

namespace {

constexpr unsigned kMostLevels = 20; ///< of lists within each other

class Line {
public:
  Line(std::string_view text, std::uint32_t number) : text_(text), number_(number) {}

  std::optional<LineProblem> parse(Statement& out) {
    blanks();
    const bool good = accept("return") ? results(out) : statement(out);
    blanks();
    if (good && at_ < text_.size())
      (void)fail("the end of the line");
    return problem_;
  }

private:
  bool statement(Statement& out) {
    if (!expect("%"))
      return false;
    out.name = word();
    if (!expect(":"))
      return false;
    // A type may stand before the number of users.
    const std::size_t users = std::min(text_.find("] = ", at_), text_.size());
    if (users == text_.size())
      return fail("[num_users=1] = and an operation");
    at_ = users + 4;
    out.operation = word();
    if (!expect("[target="))
      return false;
    out.place = place();
    const std::size_t end = std::min(text_.find(']', at_), text_.size());
    out.target = text_.substr(at_, end - at_);
    out.place.length = static_cast<std::uint32_t>(std::max<std::size_t>(1, out.target.size()));
    at_ = end;
    if (!expect("]"))
      return false;
    if (out.operation == "placeholder" || out.operation == "get_attr") {
      at_ = text_.size(); // a default value
      return true;
    }
    Argument all;
    if (!expect("(") || !expect("args =") || !argument(all, 0) || !expect(",") ||
        !expect("kwargs =") || !expect("{"))
      return false;
    out.arguments = std::move(all.items);
    while (!accept("}")) {
      const std::string_view name = word();
      Argument value;
      if (!expect(":") || !argument(value, 0))
        return false;
      out.keywords.emplace_back(name, std::move(value));
      (void)accept(",");
    }
    return expect(")");
  }

  bool results(Statement& out) {
    out.operation = "return";
    out.place = place();
    Argument all;
    if (!argument(all, 0))
      return false;
    if (all.kind == Argument::Kind::list)
      out.arguments = std::move(all.items);
    else
      out.arguments.push_back(std::move(all));
    return true;
  }

  bool argument(Argument& out, unsigned level) {
    blanks();
    if (level > kMostLevels)
      return fail("fewer lists within each other");
    if (accept("(") || accept("["))
      return list(out, level);
    if (accept("%")) {
      out.kind = Argument::Kind::node;
      out.text = word();
      return !out.text.empty() || fail("a name behind %");
    }
    out.text = word();
    if (out.text.empty())
      return fail("an argument");
    if (accept("(")) // slice(0, 3, None)
      return list(out, level);
    const auto number = parse_real(out.text);
    out.kind = number || out.text == "True" || out.text == "False" ? Argument::Kind::number
                                                                   : Argument::Kind::word;
    out.number = number.value_or(out.text == "True" ? 1 : 0);
    return true;
  }

  /// Behind the bracket.
  bool list(Argument& out, unsigned level) {
    const char* end = text_[at_ - 1] == '(' ? ")" : "]";
    out.kind = Argument::Kind::list;
    while (!accept(end)) {
      out.items.emplace_back();
      if (!argument(out.items.back(), level + 1))
        return false;
      if (!accept(",") && !peek(end))
        return fail(end);
    }
    return true;
  }

  /// Letters, digits, and what numbers and names of Python have besides.
  std::string_view word() {
    blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_alphanumeric(text_[at_]) ||
                                  std::string_view("_.+-").find(text_[at_]) != std::string::npos))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  void blanks() {
    while (at_ < text_.size() && is_blank(text_[at_]))
      ++at_;
  }
  [[nodiscard]] bool peek(std::string_view what) {
    blanks();
    return text_.substr(at_).starts_with(what);
  }
  bool accept(std::string_view what) {
    const bool there = peek(what);
    at_ += there ? what.size() : 0;
    return there;
  }
  bool expect(const char* what) { return accept(what) || fail(what); }
  bool fail(const char* expected) {
    const std::string_view there = text_.substr(at_, 1);
    problem_ = LineProblem{
        place(), there.empty() ? "the line ends" : fmt::format("unexpected '{}'", there), expected};
    return false;
  }
  [[nodiscard]] Place place() const { return {number_, static_cast<std::uint32_t>(at_ + 1), 1}; }

  std::string_view text_;
  std::uint32_t number_;
  std::size_t at_ = 0;
  std::optional<LineProblem> problem_;
};

} // namespace

std::optional<LineProblem> parse_line(std::string_view line, std::uint32_t number, Statement& out) {
  return Line(line, number).parse(out);
}

} // namespace stallscope::graph::fx
