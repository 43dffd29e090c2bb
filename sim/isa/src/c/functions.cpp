#include "functions.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace stallscope::isa {

namespace {

bool is_name(std::string_view word) {
  return !word.empty() &&
         (std::isalpha(static_cast<unsigned char>(word.front())) != 0 || word.front() == '_');
}

struct Token {
  std::string_view text;
  std::uint32_t line = 0;
};

bool is_attribute(std::string_view word) {
  return word == "__attribute__" || word == "__attribute" || word == "__asm__" || word == "asm" ||
         word == "__asm" || word == "_Alignas" || word == "__declspec";
}

/// Behind the bracket that closes the one at `open`; the end when none does.
std::size_t behind(const std::vector<Token>& tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const std::string_view t = tokens[i].text;
    depth += t == "(" || t == "[" ? 1 : 0;
    if ((t == ")" || t == "]") && --depth == 0)
      return i + 1;
  }
  return tokens.size();
}

/// Without attributes, and without words that mean nothing to callers.
std::vector<Token> plain(const std::vector<Token>& tokens) {
  constexpr std::array<std::string_view, 9> kIdle{"extern",     "inline",     "__inline",
                                                  "__inline__", "_Noreturn",  "__extension__",
                                                  "register",   "__restrict", "__restrict__"};
  std::vector<Token> kept;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is_attribute(tokens[i].text) && i + 1 < tokens.size() && tokens[i + 1].text == "(")
      i = behind(tokens, i + 1) - 1;
    else if (tokens[i].text != "restrict" &&
             std::find(kIdle.begin(), kIdle.end(), tokens[i].text) == kIdle.end())
      kept.push_back(tokens[i]);
  }
  return kept;
}

/// What a parameter declares: the first name behind "(*", else the last one in front of brackets.
std::size_t name_in(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 2 < words.size(); ++i)
    if (words[i] == "(" && words[i + 1] == "*")
      for (std::size_t k = i + 2; k < words.size() && words[k] != ")"; ++k)
        if (is_name(words[k]) && words[k] != "const")
          return k;
  const auto bracket = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word == "[" || word == "(";
  });
  const auto before = static_cast<std::size_t>(bracket - words.begin());
  return before > 1 && is_name(words[before - 1]) ? before - 1 : words.size();
}

std::string joined(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view t = tokens[i].text;
    const std::string_view before = i > begin ? tokens[i - 1].text : std::string_view("(");
    const bool tight = t == ")" || t == "," || t == "[" || t == "]" || before == "(" ||
                       before == "[" || before == "*" || (t == "(" && is_name(before));
    text += tight ? "" : " ";
    text += t;
  }
  return text;
}

/// The tokens of a declaration that a body follows: is it a function's?
bool read_function(const std::vector<Token>& all, CFunction& function) {
  const std::vector<Token> tokens = plain(all);
  std::size_t open = 0;
  while (open < tokens.size() && tokens[open].text != "(")
    ++open;
  if (open == 0 || open >= tokens.size() || !is_name(tokens[open - 1].text))
    return false;
  for (std::size_t i = 0; i < open; ++i)
    if (tokens[i].text == "=")
      return false;
  const std::size_t end = behind(tokens, open);
  function.name = tokens[open - 1].text;
  function.line = tokens[open - 1].line;
  bool pointer = false;
  bool nothing = false;
  std::size_t first = 0;
  for (std::size_t i = 0; i + 1 < open; ++i) {
    function.is_static |= tokens[i].text == "static";
    nothing |= tokens[i].text == "void";
    pointer |= tokens[i].text == "*";
    first += tokens[i].text == "static" && i == first ? 1 : 0;
  }
  function.returns_nothing = nothing && !pointer;
  function.prototype = joined(tokens, first, end);
  std::vector<std::string> words;
  std::size_t depth = 0;
  const auto finish = [&] {
    if (words == std::vector<std::string>{"..."})
      function.variadic = true;
    else if (!words.empty() && words != std::vector<std::string>{"void"})
      function.parameters.push_back({words, name_in(words)});
    words.clear();
  };
  for (std::size_t i = open + 1; i + 1 < end; ++i) {
    const std::string_view t = tokens[i].text;
    depth += t == "(" || t == "[" ? 1 : 0;
    depth -= t == ")" || t == "]" ? 1 : 0;
    if (t == "," && depth == 0)
      finish();
    else
      words.emplace_back(t);
  }
  finish();
  return true;
}

/// Tokens of preprocessed text with their places, system headers left out.
class Scanner {
public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<CFunction> functions() {
    std::vector<CFunction> found;
    std::size_t depth = 0;
    bool in_body = false;
    while (next()) {
      if (token_.text == "{") {
        CFunction function;
        if (depth == 0 && read_function(declaration_, function)) {
          in_body = true;
          function.file = file_;
          if (!system_)
            found.push_back(std::move(function));
        }
        ++depth;
      } else if (token_.text == "}") {
        depth -= depth > 0 ? 1 : 0;
        if (depth == 0 && in_body) {
          declaration_.clear();
          in_body = false;
        }
      } else if (depth == 0 && token_.text == ";") {
        declaration_.clear();
      } else if (depth == 0) {
        declaration_.push_back(token_);
      }
    }
    return found;
  }

private:
  bool next();
  void marker();

  std::string_view text_;
  std::size_t at_ = 0;
  Token token_;
  std::vector<Token> declaration_; ///< since the last one has ended
  std::string file_;
  std::uint32_t line_ = 1;
  bool system_ = false;
};

/// `# 12 "file.h" 1 3`: the next line is line 12 of it; 3: a header of the system. Pragmas are
/// passed over.
void Scanner::marker() {
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  std::string_view rest = text_.substr(at_ + 1, end - at_ - 1);
  at_ = std::min(end + 1, text_.size());
  while (rest.starts_with(' '))
    rest.remove_prefix(1);
  std::uint32_t number = 0;
  const auto [behind_number, error] =
      std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc()) {
    ++line_;
    return;
  }
  line_ = number;
  rest.remove_prefix(static_cast<std::size_t>(behind_number - rest.data()));
  const std::size_t open = rest.find('"');
  const std::size_t close = rest.rfind('"');
  if (open == std::string_view::npos || close <= open)
    return;
  file_ = rest.substr(open + 1, close - open - 1);
  const std::string_view flags = rest.substr(close + 1);
  system_ = flags.find('3') != std::string_view::npos || file_.starts_with('<');
}

bool Scanner::next() {
  bool line_begins = at_ == 0 || text_[at_ - 1] == '\n';
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\n') {
      ++line_;
      ++at_;
      line_begins = true;
    } else if (line_begins && c == '#') {
      marker();
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at_;
    } else {
      break;
    }
  }
  if (at_ >= text_.size())
    return false;
  const std::size_t begin = at_;
  const char c = text_[at_];
  if (c == '"' || c == '\'') {
    ++at_;
    while (at_ < text_.size() && text_[at_] != c && text_[at_] != '\n')
      at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
  } else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
  } else {
    at_ += text_.substr(at_, 3) == "..." ? 3 : 1;
  }
  token_ = {text_.substr(begin, at_ - begin), line_};
  return true;
}

} // namespace

bool CParameter::is_pointer() const {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word == "*" || word == "["; });
}

unsigned CParameter::dimensions() const {
  unsigned brackets = 0;
  bool pointed = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    brackets += words[i] == "[" ? 1 : 0;
    pointed |= words[i] == "(" && i + 1 < words.size() && words[i + 1] == "*";
  }
  return brackets == 0 ? 1 : brackets + (pointed ? 1 : 0);
}

std::vector<CFunction> defined_functions(std::string_view preprocessed) {
  return Scanner(preprocessed).functions();
}

} // namespace stallscope::isa
