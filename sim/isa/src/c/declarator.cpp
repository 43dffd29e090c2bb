#include "declarator.hpp"

#include "base/ascii.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace stallscope::isa {

namespace {

bool is_word_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_attribute_word(std::string_view word) {
  return is_word_of(word, {"__attribute__", "__attribute", "__asm__", "asm", "__asm", "_Alignas",
                           "alignas", "__declspec"});
}

bool is_qualifier(std::string_view word) {
  return is_word_of(word, {"const", "volatile", "__const", "__const__", "__volatile",
                           "__volatile__", "_Atomic", "_Thread_local", "__thread", "auto"});
}

bool is_type_word(std::string_view word) {
  return is_word_of(word, {"void",      "char",      "short",       "int",        "long",
                           "float",     "double",    "signed",      "unsigned",   "_Bool",
                           "bool",      "_Complex",  "__complex__", "__int128",   "__signed__",
                           "_Float16",  "_Float32",  "_Float64",    "_Float128",  "__float128",
                           "_Float32x", "_Float64x", "__auto_type", "_Decimal64", "__signed"});
}

/// Types with brackets after their keyword: typeof(x), _BitInt(7), _Atomic(int).
bool is_type_with_brackets(std::string_view word) {
  return is_word_of(word, {"__typeof__", "typeof", "__typeof", "_BitInt", "_Atomic"});
}

std::string_view text_at(const std::vector<CToken>& tokens, std::size_t at, std::size_t end) {
  return at < end ? tokens[at].text : std::string_view();
}

/// Declarators can be nested as deep as brackets.
constexpr unsigned kMaxDeclaratorDepth = 64;

class DeclaratorReader {
public:
  DeclaratorReader(const std::vector<CToken>& tokens, std::size_t end, const CTypedefs& typedefs)
      : tokens_(tokens), end_(end), typedefs_(typedefs) {}

  CDeclarator run(std::size_t begin) {
    made_.name = CDeclarator::kNoName;
    made_.end = read(begin, 0);
    return std::move(made_);
  }

private:
  [[nodiscard]] std::string_view at(std::size_t i) const { return text_at(tokens_, i, end_); }

  /// Whether the bracket contains a declarator rather than parameters.
  [[nodiscard]] bool nests(std::size_t open) const {
    const std::string_view next = at(open + 1);
    return next == "*" || next == "^" || next == "(" ||
           (is_c_name(next) && !is_type_word(next) && !is_qualifier(next) &&
            !is_type_with_brackets(next) && !is_word_of(next, {"struct", "union", "enum"}) &&
            !typedefs_.contains(next));
  }

  void derive(CDerivation derivation, std::size_t token) {
    made_.derivations.push_back(derivation);
    made_.opened.push_back(token);
  }

  /// Returns the position after the declarator.
  std::size_t read(std::size_t i, unsigned depth) {
    std::vector<std::size_t> stars;
    for (; at(i) == "*" || is_qualifier(at(i)); ++i)
      if (at(i) == "*")
        stars.push_back(i);
    if (at(i) == "(" && nests(i) && depth < kMaxDeclaratorDepth) {
      const std::size_t behind = behind_bracket(tokens_, i, end_);
      const std::size_t inside = read(i + 1, depth + 1);
      i = std::max(inside, behind);
    } else if (is_c_name(at(i)) && made_.name == CDeclarator::kNoName) {
      made_.name = i++;
    }
    for (; at(i) == "[" || at(i) == "("; i = behind_bracket(tokens_, i, end_))
      derive(at(i) == "[" ? CDerivation::array : CDerivation::function, i);
    for (const std::size_t star : stars)
      derive(CDerivation::pointer, star);
    return i;
  }

  const std::vector<CToken>& tokens_;
  std::size_t end_;
  const CTypedefs& typedefs_;
  CDeclarator made_;
};

} // namespace

bool is_c_name(std::string_view word) {
  return !word.empty() && (is_letter(word.front()) || word.front() == '_');
}

std::size_t behind_bracket(const std::vector<CToken>& tokens, std::size_t open, std::size_t end) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < end; ++i) {
    const std::string_view t = tokens[i].text;
    depth += t == "(" || t == "[" || t == "{" ? 1 : 0;
    if ((t == ")" || t == "]" || t == "}") && --depth == 0)
      return i + 1;
  }
  return end;
}

std::vector<CToken> without_attributes(const std::vector<CToken>& tokens) {
  constexpr std::array<std::string_view, 8> kIdle{"extern",       "_Noreturn", "__extension__",
                                                  "register",     "restrict",  "__restrict",
                                                  "__restrict__", "noreturn"};
  std::vector<CToken> kept;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view next = text_at(tokens, i + 1, tokens.size());
    const bool of_23 = tokens[i].text == "[" && next == "["; // [[gnu::noinline]]
    if (is_attribute_word(tokens[i].text) && next == "(")
      i = behind_bracket(tokens, i + 1, tokens.size()) - 1;
    else if (of_23)
      i = behind_bracket(tokens, i, tokens.size()) - 1;
    else if (std::find(kIdle.begin(), kIdle.end(), tokens[i].text) == kIdle.end())
      kept.push_back(tokens[i]);
  }
  return kept;
}

CSpecifiers read_specifiers(const std::vector<CToken>& tokens, std::size_t begin, std::size_t end,
                            const CTypedefs& typedefs, bool in_parameters) {
  CSpecifiers made;
  std::size_t i = begin;
  for (; i < end; ++i) {
    const std::string_view word = tokens[i].text;
    const std::string_view next = text_at(tokens, i + 1, end);
    if (is_type_with_brackets(word) && next == "(") {
      made.has_type = true;
      i = behind_bracket(tokens, i + 1, end) - 1;
    } else if (is_word_of(word, {"static", "inline", "__inline", "__inline__", "typedef"})) {
      made.is_static |= word == "static";
      made.is_typedef |= word == "typedef";
      made.is_inline |= word != "static" && word != "typedef";
    } else if (is_word_of(word, {"struct", "union", "enum"})) {
      made.has_type = true;
      made.is_enum = word == "enum";
      if (is_c_name(next))
        made.tag = std::string(word) + " " + std::string(next);
      i += is_c_name(next) ? 1 : 0;
      if (text_at(tokens, i + 1, end) == "{") {
        made.body = i + 1;
        i = behind_bracket(tokens, i + 1, end) - 1;
      }
    } else if (is_type_word(word)) {
      made.has_type = true;
      made.is_void |= word == "void";
    } else if (is_c_name(word) && !is_qualifier(word) && !made.has_type &&
               (in_parameters || typedefs.contains(word) || next == "*" || is_c_name(next))) {
      made.has_type = true;
      made.type_name = word;
    } else if (!is_qualifier(word)) {
      break;
    }
  }
  made.end = i;
  return made;
}

CDeclarator read_declarator(const std::vector<CToken>& tokens, std::size_t begin, std::size_t end,
                            const CTypedefs& typedefs) {
  return DeclaratorReader(tokens, end, typedefs).run(begin);
}

} // namespace stallscope::isa
