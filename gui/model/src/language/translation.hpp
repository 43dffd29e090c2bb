#pragma once

#include "machine/machine_file.hpp"
#include "model/language/strings.hpp"
#include "sched/message.hpp"

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

// The languages of the window beside English, in which everything is written first. A written
// language is a folder with one Translation; a script is made from one by a table.
namespace stallscope::gui {

/// The header of an included program.
struct ExampleWords {
  std::string_view name; ///< "lecture/p4"; for pairs compiled with -O1 and -O2 the first one
  std::string_view title;
  std::string_view look_at;
};

/// What a language says in place of English: the window's texts, and those of other libraries. A
/// text that it returns empty is shown in English.
struct Translation {
  Language written;
  StringTable (*table)();
  /// The pattern of a message of a scheduler or transformation, and what joins its values.
  std::string_view (*message)(sched::MessageId id);
  sched::ListWords list_words;
  std::string_view comma;                               ///< between parts of a title
  std::string_view (*scheduler)(std::string_view name); ///< its priority rule
  /// Headings and states of a core's structures: "ready from 12" is 第 12 周期就绪. Texts without
  /// an entry, such as numbers and code, are unchanged.
  std::string (*structure)(std::string_view english);
  std::string (*relief)(std::string_view name);  ///< a removed restriction (session::Relief)
  std::string (*unit)(std::string_view english); ///< an operation class in the processor figure
  // Meanings of the keys of machine files, plans, graphs and scenarios ("offload").
  std::string_view (*machine_key)(const machine::KeyInfo& key);
  std::string_view (*plan_key)(std::string_view key);
  std::string_view (*graph_key)(std::string_view key);
  std::string_view (*scenario_key)(std::string_view scenario, std::string_view key);
  std::string_view (*plan_schedule)(std::string_view name);
  /// The text of an operation of a plan or graph, such as "gradients of layer 3 to the host"; texts
  /// that consist of names only are unchanged.
  std::string (*operation)(std::string_view english);
  /// A text of a diagnostic of the assembler or of a machine file; one without an entry is
  /// unchanged.
  std::string (*diagnostic)(std::string_view english);
  std::string (*in_parentheses)(std::string_view text);  ///< what stands behind a message
  const ExampleWords* (*example)(std::string_view name); ///< null for a program without a header
  /// All texts but those of `table`, to determine the characters of a font.
  std::vector<std::string_view> (*other_texts)();
};

[[nodiscard]] const Translation& chinese_translation();

/// Of a language: its texts, null for English; and the script in which they are shown, null for
/// that in which they are written.
struct Wording {
  const Translation* words = nullptr;
  std::string (*script)(std::string_view text) = nullptr;

  [[nodiscard]] std::string shown(std::string_view text) const {
    return script != nullptr ? script(text) : std::string(text);
  }
};
[[nodiscard]] Wording wording_of(Language language);

/// A text in the current language. `of` returns it in a written language; empty: it is shown in
/// English.
template <class Of> [[nodiscard]] std::string translated(std::string_view english, Of of) {
  const Wording wording = wording_of(language());
  if (wording.words == nullptr)
    return std::string(english);
  const auto text = of(*wording.words);
  return text.empty() ? std::string(english) : wording.shown(text);
}

/// A text in every language, as translated().
[[nodiscard]] std::array<std::string, kLanguages.size()>
in_all_languages(std::string_view english,
                 const std::function<std::string(const Translation&)>& of);

} // namespace stallscope::gui
