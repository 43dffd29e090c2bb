#include "processor/unit_words.hpp"

#include "language/translation.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace stallscope::gui {

namespace {

using isa::OpClass;

struct Word {
  std::string_view text;
  std::vector<std::size_t> classes; ///< any of these
};

constexpr std::size_t of(OpClass c) {
  return static_cast<std::size_t>(c);
}

const std::vector<Word>& all_words() {
  static const std::vector<Word> words{
      {"int", {of(OpClass::integer), of(OpClass::shift)}},
      {"mul", {of(OpClass::multiply)}},
      {"div", {of(OpClass::divide)}},
      {"br", {of(OpClass::branch), of(OpClass::jump)}},
      {"load", {of(OpClass::load), of(OpClass::fp_load)}},
      {"store", {of(OpClass::store), of(OpClass::fp_store)}},
      {"sta", {machine::kStoreAddress}},
      {"std", {machine::kStoreData}},
      {"fpadd", {of(OpClass::fp_add)}},
      {"fpmul", {of(OpClass::fp_multiply)}},
      {"fpdiv", {of(OpClass::fp_divide)}},
      {"fma", {of(OpClass::fp_fused)}},
      {"fpmov", {of(OpClass::fp_move)}},
  };
  return words;
}

} // namespace

std::string port_words(const machine::Port& port) {
  const bool split = port.executes[machine::kStoreAddress] || port.executes[machine::kStoreData];
  std::string words;
  for (const Word& word : all_words())
    if (std::any_of(word.classes.begin(), word.classes.end(),
                    [&port](std::size_t c) { return port.executes[c]; }) &&
        !(split && word.text == "store"))
      words += (words.empty() ? "" : " ") +
               translated(word.text, [&](const Translation& in) { return in.unit(word.text); });
  return words;
}

} // namespace stallscope::gui
