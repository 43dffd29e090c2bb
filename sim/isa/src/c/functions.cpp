#include "functions.hpp"

#include "base/ascii.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace stallscope::isa {

namespace {

std::string joined(const std::vector<CToken>& tokens, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view t = tokens[i].text;
    const std::string_view before = i > begin ? tokens[i - 1].text : std::string_view("(");
    const bool nests = t == "(" && i + 1 < end && tokens[i + 1].text == "*"; // int (*f)(int)
    const bool tight = t == ")" || t == "," || t == "[" || t == "]" || before == "(" ||
                       before == "[" || before == "*" ||
                       (t == "(" && !nests && (is_c_name(before) || before == ")"));
    text += tight ? "" : " ";
    text += t;
  }
  return text;
}

/// Ranges between commas outside brackets: [begin, end) of each.
std::vector<std::pair<std::size_t, std::size_t>>
between_commas(const std::vector<CToken>& tokens, std::size_t begin, std::size_t end) {
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  std::size_t from = begin;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view t = tokens[i].text;
    if (t == "(" || t == "[" || t == "{") {
      i = behind_bracket(tokens, i, end) - 1;
    } else if (t == ",") {
      parts.emplace_back(from, i);
      from = i + 1;
    }
  }
  if (from < end || !parts.empty())
    parts.emplace_back(from, end);
  return parts;
}

/// The structure named by specifiers, by its tag or by a type name; empty: another type.
std::string structure_named(const CSpecifiers& specifiers, const CTypedefs& typedefs) {
  const auto named = typedefs.find(specifiers.type_name);
  return named != typedefs.end() ? named->second.structure : specifiers.tag;
}

/// Specifiers and one declarator, which are not adjacent in `int a, *b`.
CParameter declared(const std::vector<CToken>& tokens, std::size_t begin,
                    const CSpecifiers& specifiers, std::size_t from, std::size_t to,
                    const CTypedefs& typedefs) {
  const CDeclarator declarator = read_declarator(tokens, from, to, typedefs);
  CParameter made;
  for (std::size_t i = begin; i < specifiers.end; ++i)
    made.words.emplace_back(tokens[i].text);
  if (!specifiers.has_type)
    made.words.emplace_back("int");
  const std::size_t moved = from - made.words.size();
  for (std::size_t i = from; i < to; ++i)
    made.words.emplace_back(tokens[i].text);
  made.name = declarator.name == CDeclarator::kNoName ? made.words.size() : declarator.name - moved;
  made.derivations = declarator.derivations;
  for (const std::size_t token : declarator.opened)
    made.opened.push_back(token - moved);
  if (const auto of_name = typedefs.find(specifiers.type_name); of_name != typedefs.end())
    made.derivations.insert(made.derivations.end(), of_name->second.derivations.begin(),
                            of_name->second.derivations.end());
  made.structure = structure_named(specifiers, typedefs);
  made.body = specifiers.body == 0 ? 0 : specifiers.body - begin;
  made.line = begin < tokens.size() ? tokens[begin].line : 0;
  return made;
}

/// `f(a, b) int a, *b; {`: a declaration for each name, int if none is given.
std::vector<CParameter> declared_behind(const std::vector<CToken>& tokens, std::size_t begin,
                                        const std::vector<std::string_view>& names,
                                        const CTypedefs& typedefs) {
  std::vector<CParameter> found;
  for (std::size_t end = begin; begin < tokens.size(); begin = end + 1) {
    end = begin;
    while (end < tokens.size() && tokens[end].text != ";")
      ++end;
    const CSpecifiers specifiers = read_specifiers(tokens, begin, end, typedefs, true);
    for (const auto& [from, to] : between_commas(tokens, specifiers.end, end))
      found.push_back(declared(tokens, begin, specifiers, from, to, typedefs));
  }
  std::vector<CParameter> in_order;
  for (const std::string_view name : names) {
    const auto one = std::find_if(found.begin(), found.end(), [name](const CParameter& p) {
      return p.name < p.words.size() && p.words[p.name] == name;
    });
    if (one != found.end())
      in_order.push_back(*one);
    else
      in_order.push_back({.words = {"int", std::string(name)}, .name = 1});
  }
  return in_order;
}

/// Reads the text in the brackets after a function's name.
void read_parameters(const std::vector<CToken>& tokens, std::size_t open, std::size_t end,
                     const CTypedefs& typedefs, CFunction& function) {
  const std::size_t close = behind_bracket(tokens, open, end) - 1;
  const auto parts = between_commas(tokens, open + 1, close);
  std::vector<std::string_view> names; // without types
  for (const auto& [from, to] : parts)
    if (to == from + 1 && is_c_name(tokens[from].text) &&
        !read_specifiers(tokens, from, to, typedefs, false).has_type)
      names.push_back(tokens[from].text);
  if (!parts.empty() && names.size() == parts.size()) {
    function.parameters = declared_behind(tokens, end, names, typedefs);
    return;
  }
  for (const auto& [from, to] : parts) {
    if (to == from + 1 && tokens[from].text == "...") {
      function.variadic = true;
    } else if (to > from && !(to == from + 1 && tokens[from].text == "void")) {
      const std::vector<CToken> words(tokens.begin() + static_cast<std::ptrdiff_t>(from),
                                      tokens.begin() + static_cast<std::ptrdiff_t>(to));
      function.parameters.push_back(parameter_of(words, typedefs));
    }
  }
}

/// The declaration of a function, including old-style parameter declarations after it.
struct FunctionHead {
  std::vector<CToken> tokens;
  CSpecifiers specifiers;
  CDeclarator declarator;

  FunctionHead(const std::vector<CToken>& all, const CTypedefs& typedefs)
      : tokens(without_attributes(all)),
        specifiers(read_specifiers(tokens, 0, tokens.size(), typedefs, false)),
        declarator(read_declarator(tokens, specifiers.end, tokens.size(), typedefs)) {}

  [[nodiscard]] bool is_function() const {
    return !specifiers.is_typedef && declarator.name != CDeclarator::kNoName &&
           !declarator.derivations.empty() &&
           declarator.derivations.front() == CDerivation::function &&
           (declarator.end == tokens.size() || is_c_name(tokens[declarator.end].text));
  }
  /// A declaration of parameters follows.
  [[nodiscard]] bool goes_on() const { return is_function() && declarator.end < tokens.size(); }
};

/// Whether the tokens of a declaration followed by a body define a function.
bool read_function(const std::vector<CToken>& all, const CTypedefs& typedefs, CFunction& function) {
  const FunctionHead head(all, typedefs);
  if (!head.is_function())
    return false;
  const auto& [tokens, specifiers, declarator] = head;
  function.name = tokens[declarator.name].text;
  function.line = tokens[declarator.name].line;
  function.is_static = specifiers.is_static;
  function.is_inline = specifiers.is_inline;
  const auto type = typedefs.find(specifiers.type_name);
  const bool nothing = specifiers.is_void || (type != typedefs.end() && type->second.is_void &&
                                              type->second.derivations.empty());
  function.returns_nothing = nothing && declarator.derivations.size() == 1;
  if (declarator.derivations.size() == 1 &&
      (type == typedefs.end() || type->second.derivations.empty()))
    function.returned_structure = structure_named(specifiers, typedefs);
  std::size_t first = 0;
  while (first < specifiers.end &&
         (tokens[first].text == "static" || tokens[first].text == "inline" ||
          tokens[first].text.starts_with("__inline")))
    ++first;
  function.prototype = joined(tokens, first, declarator.end);
  read_parameters(tokens, declarator.opened.front(), declarator.end, typedefs, function);
  return true;
}

/// Structures and names of types that a declaration defines.
void read_types(const std::vector<CToken>& all, CTypedefs& typedefs, CStructures& structures) {
  const std::vector<CToken> tokens = without_attributes(all);
  const CSpecifiers specifiers = read_specifiers(tokens, 0, tokens.size(), typedefs, false);
  const std::string structure = read_structure(tokens, specifiers, typedefs, structures);
  if (!specifiers.is_typedef)
    return;
  const auto base = typedefs.find(specifiers.type_name);
  const CTypedef of_base = base == typedefs.end() ? CTypedef{} : base->second;
  for (const auto& [from, to] : between_commas(tokens, specifiers.end, tokens.size())) {
    const CDeclarator declarator = read_declarator(tokens, from, to, typedefs);
    if (declarator.name == CDeclarator::kNoName)
      continue;
    CTypedef made{declarator.derivations, specifiers.is_void || of_base.is_void, structure};
    made.derivations.insert(made.derivations.end(), of_base.derivations.begin(),
                            of_base.derivations.end());
    typedefs.insert_or_assign(std::string(tokens[declarator.name].text), std::move(made));
  }
}

/// Tokens of preprocessed text with their positions, without system headers.
class Scanner {
public:
  explicit Scanner(std::string_view text) : text_(text) {}

  CSource read() {
    while (next()) {
      const std::string_view t = token_.text;
      if (t == "{" && !opens_list()) {
        CFunction function;
        read_types(declaration_, typedefs_, found_.structures.back());
        const bool is_function = read_function(declaration_, typedefs_, function);
        function.file = file_;
        function.unit = found_.structures.size() - 1;
        if (is_function && !system_)
          found_.functions.push_back(std::move(function));
        pass_bracket(false);
        declaration_.clear();
      } else if (t == "(" || t == "[" || t == "{") {
        pass_bracket(!is_initialised_);
      } else if (t == ";") {
        end_declaration();
      } else {
        is_initialised_ |= t == "=";
        declaration_.push_back(token_);
      }
    }
    return std::move(found_);
  }

private:
  bool next();
  void marker();
  void begin_unit();

  /// The brace begins members or an initializer, not a body.
  [[nodiscard]] bool opens_list() const {
    if (is_initialised_)
      return true;
    const std::vector<CToken> tokens = without_attributes(declaration_);
    const auto is_tag_word = [&tokens](std::size_t from_end) {
      if (tokens.size() < from_end)
        return false;
      const std::string_view word = tokens[tokens.size() - from_end].text;
      return word == "struct" || word == "union" || word == "enum";
    };
    return is_tag_word(1) || is_tag_word(2);
  }

  /// Skips to the end of the opened bracket.
  void pass_bracket(bool keep) {
    std::size_t depth = 0;
    do {
      const std::string_view t = token_.text;
      if (keep)
        declaration_.push_back(token_);
      depth += t == "(" || t == "[" || t == "{" ? 1 : 0;
      depth -= t == ")" || t == "]" || t == "}" ? 1 : 0;
    } while (depth > 0 && next());
  }

  void end_declaration() {
    if (FunctionHead(declaration_, typedefs_).goes_on()) {
      declaration_.push_back(token_);
      return;
    }
    read_types(declaration_, typedefs_, found_.structures.back());
    declaration_.clear();
    is_initialised_ = false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  CToken token_;
  std::vector<CToken> declaration_; ///< tokens since the end of the last declaration
  bool is_initialised_ = false;     ///< the declaration contains a '='
  CTypedefs typedefs_;              ///< type names of this translation unit
  CSource found_{.functions = {}, .structures = std::vector<CStructures>(1)};
  std::string file_;
  std::uint32_t line_ = 1;
  bool system_ = false;
};

/// `# 12 "file.h" 1 3`: the next line is line 12 of that file; 3: a system header. Pragmas are
/// skipped.
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
  if (file_ == "<built-in>")
    begin_unit();
}

/// Preprocessors begin each translation unit with built-in definitions.
void Scanner::begin_unit() {
  if (typedefs_.empty() && found_.structures.back().empty())
    return;
  typedefs_.clear();
  found_.structures.emplace_back();
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
  } else if (is_alphanumeric(c) || c == '_') {
    const bool is_number = is_digit(c);
    while (at_ < text_.size() &&
           (is_alphanumeric(text_[at_]) || text_[at_] == '_' || (is_number && text_[at_] == '.')))
      ++at_;
  } else {
    at_ += text_.substr(at_, 3) == "..." ? 3 : 1;
  }
  token_ = {text_.substr(begin, at_ - begin), line_};
  return true;
}

} // namespace

bool CParameter::is_pointer() const {
  return !derivations.empty() && !is_function();
}

bool CParameter::is_function() const {
  return !derivations.empty() &&
         (derivations.front() == CDerivation::function ||
          (derivations.front() == CDerivation::pointer && derivations.size() > 1 &&
           derivations[1] == CDerivation::function));
}

unsigned CParameter::dimensions() const {
  unsigned count = 1;
  while (count < derivations.size() && derivations[count] == CDerivation::array)
    ++count;
  return count;
}

CParameter parameter_of(const std::vector<CToken>& tokens, const CTypedefs& typedefs) {
  const CSpecifiers specifiers = read_specifiers(tokens, 0, tokens.size(), typedefs, true);
  return declared(tokens, 0, specifiers, specifiers.end, tokens.size(), typedefs);
}

CSource read_c(std::string_view preprocessed) {
  return Scanner(preprocessed).read();
}

std::vector<CFunction> defined_functions(std::string_view preprocessed) {
  return read_c(preprocessed).functions;
}

} // namespace stallscope::isa
