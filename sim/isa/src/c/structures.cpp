#include "structures.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa {

namespace {

/// Limit for nested definitions.
constexpr unsigned kMaxStructureDepth = 32;

class StructureReader {
public:
  StructureReader(const std::vector<CToken>& tokens, const CTypedefs& typedefs, CStructures& known)
      : tokens_(tokens), typedefs_(typedefs), known_(known) {}

  std::string structure(const CSpecifiers& specifiers, unsigned depth) {
    if (const auto named = typedefs_.find(specifiers.type_name); named != typedefs_.end())
      return named->second.structure;
    if (specifiers.body == 0)
      return specifiers.tag;
    const std::string key =
        specifiers.tag.empty() ? fmt::format("{{{}}}", known_.size()) : specifiers.tag;
    known_[key]; // reserves the number
    if (specifiers.is_enum)
      known_[key] = enumerators(specifiers.body);
    else if (depth < kMaxStructureDepth)
      known_[key] = members(specifiers.body, depth);
    return key;
  }

private:
  /// `RED, GREEN = 1 << 3,`: the compiler knows their values.
  [[nodiscard]] std::vector<CMember> enumerators(std::size_t open) const {
    std::vector<CMember> found;
    const std::size_t close = behind_bracket(tokens_, open, tokens_.size()) - 1;
    for (std::size_t begin = open + 1; begin < close;) {
      if (is_c_name(tokens_[begin].text)) {
        CMember one;
        one.name = tokens_[begin].text;
        one.is_enumerator = true;
        found.push_back(std::move(one));
      }
      begin = end_of_part(begin, close, ",") + 1;
    }
    return found;
  }

  [[nodiscard]] std::vector<CMember> members(std::size_t open, unsigned depth) {
    std::vector<CMember> found;
    const std::size_t close = behind_bracket(tokens_, open, tokens_.size()) - 1;
    for (std::size_t begin = open + 1; begin < close;) {
      const std::size_t end = end_of_part(begin, close, ";");
      add_declaration(begin, end, depth, found);
      begin = end + 1;
    }
    return found;
  }

  /// The next token with this text outside brackets.
  [[nodiscard]] std::size_t end_of_part(std::size_t begin, std::size_t end,
                                        std::string_view text) const {
    std::size_t i = begin;
    while (i < end && tokens_[i].text != text) {
      const std::string_view t = tokens_[i].text;
      i = t == "(" || t == "[" || t == "{" ? behind_bracket(tokens_, i, end) : i + 1;
    }
    return std::min(i, end);
  }

  void add_declaration(std::size_t begin, std::size_t end, unsigned depth,
                       std::vector<CMember>& into) {
    if (begin == end || tokens_[begin].text == "_Static_assert" ||
        tokens_[begin].text == "static_assert")
      return;
    const CSpecifiers specifiers = read_specifiers(tokens_, begin, end, typedefs_, true);
    CMember member;
    member.structure = structure(specifiers, depth + 1);
    const bool anonymous = specifiers.end >= end && specifiers.tag.empty();
    if (anonymous && specifiers.body != 0 && !specifiers.is_enum)
      into.push_back(member);
    for (std::size_t from = specifiers.end; from < end;) {
      const std::size_t to = end_of_part(from, end, ",");
      add_member(begin, specifiers, from, to, member, into);
      from = to + 1;
    }
  }

  void add_member(std::size_t begin, const CSpecifiers& specifiers, std::size_t from,
                  std::size_t to, CMember member, std::vector<CMember>& into) const {
    const CDeclarator declarator = read_declarator(tokens_, from, to, typedefs_);
    if (declarator.name == CDeclarator::kNoName)
      return; // `int : 3`
    member.name = tokens_[declarator.name].text;
    member.derivations = declarator.derivations;
    if (const auto named = typedefs_.find(specifiers.type_name); named != typedefs_.end())
      member.derivations.insert(member.derivations.end(), named->second.derivations.begin(),
                                named->second.derivations.end());
    member.is_open =
        !declarator.derivations.empty() && declarator.derivations.front() == CDerivation::array &&
        declarator.opened.front() + 1 < to && tokens_[declarator.opened.front() + 1].text == "]";
    if (declarator.end < to && tokens_[declarator.end].text == ":")
      member.type = type_text(begin, specifiers);
    into.push_back(std::move(member));
  }

  /// An enumeration defined there has type int, or possibly unsigned.
  [[nodiscard]] std::string type_text(std::size_t begin, const CSpecifiers& specifiers) const {
    if (specifiers.body != 0)
      return "unsigned";
    std::string text;
    for (std::size_t i = begin; i < specifiers.end; ++i)
      text += fmt::format("{}{}", text.empty() ? "" : " ", tokens_[i].text);
    return text.empty() ? "int" : text;
  }

  const std::vector<CToken>& tokens_;
  const CTypedefs& typedefs_;
  CStructures& known_;
};

} // namespace

std::string read_structure(const std::vector<CToken>& tokens, const CSpecifiers& specifiers,
                           const CTypedefs& typedefs, CStructures& known) {
  return StructureReader(tokens, typedefs, known).structure(specifiers, 0);
}

} // namespace stallscope::isa
