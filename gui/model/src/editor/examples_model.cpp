#include "model/editor/examples_model.hpp"

#include "base/ascii.hpp"
#include "language/translation.hpp"
#include "programs/shipped.hpp"

#include <algorithm>

namespace stallscope::gui {

namespace {

/// The words of a command, with quotes removed.
std::vector<std::string> words_of(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  bool any = false;
  for (const char c : command) {
    if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote == 0 ? c : 0;
      any = true;
    } else if (c == ' ' && quote == 0) {
      if (any)
        words.push_back(word);
      word.clear();
      any = false;
    } else {
      word += c;
      any = true;
    }
  }
  if (any)
    words.push_back(word);
  return words;
}

} // namespace

std::optional<ExampleScene> scene_of(std::string_view command) {
  const std::vector<std::string> words = words_of(command);
  if (words.size() < 3 || words[0] != "stallscope" || words[1] != "run")
    return std::nullopt;
  ExampleScene scene;
  scene.command = command;
  scene.a.machine.clear();
  std::string against;
  std::string compare;
  scene.a.program.name = words[2];
  for (std::size_t i = 3; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool more = i + 1 < words.size();
    if ((word == "-m" || word == "--machine") && more)
      scene.a.machine = words[++i];
    else if (word == "--against" && more)
      against = words[++i];
    else if (word == "--compare" && more)
      compare = words[++i];
    else if (word == "--set" && more) {
      if (const Result<machine::Setting> setting = machine::parse_setting(words[++i]))
        scene.a.settings.push_back(*setting);
    } else if (word == "--diagram")
      scene.diagram = true;
  }
  if (scene.a.machine.empty())
    return std::nullopt;
  if (!against.empty() || !compare.empty()) {
    scene.b = scene.a;
    if (!against.empty())
      scene.b->program.name = against;
    if (!compare.empty()) {
      scene.b->machine = compare;
      scene.b->settings.clear();
    }
  }
  return scene;
}

namespace {

Example example_of(const programs::ShippedProgram& program) {
  Example example;
  example.name = program.name;
  example.folder = example.name.substr(0, example.name.find('/'));
  const std::vector<std::string_view> lines = programs::header_lines(program);
  std::string title;
  std::string look_at;
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty())
      look_at += (look_at.empty() ? "" : "\n") + paragraph;
    paragraph.clear();
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    while (!line.empty() && line.front() == ' ')
      line.remove_prefix(1);
    if (i == 0) {
      title = line;
    } else if (line.substr(0, 11) == "stallscope ") {
      end_paragraph();
      if (const auto scene = scene_of(line))
        example.scenes.push_back(*scene);
    } else if (line.empty()) {
      end_paragraph();
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
    }
  }
  end_paragraph();
  example.titles = in_all_languages(title, [&](const Translation& in) -> std::string {
    const ExampleWords* const words = in.example(program.name);
    const std::size_t flags = title.find(", gcc -O");
    if (words == nullptr)
      return {};
    return std::string(words->title) +
           (flags != std::string::npos ? std::string(in.comma) + title.substr(flags + 2) : "");
  });
  example.look_ats = in_all_languages(look_at, [&](const Translation& in) {
    const ExampleWords* const words = in.example(program.name);
    return std::string(words != nullptr ? words->look_at : std::string_view());
  });
  return example;
}

} // namespace

const std::vector<Example>& examples() {
  static const std::vector<Example> all = [] {
    std::vector<Example> list;
    for (const programs::ShippedProgram& program : programs::shipped())
      list.push_back(example_of(program));
    return list;
  }();
  return all;
}

std::vector<const Example*> examples_matching(std::string_view text) {
  const std::string wanted = lower(text);
  std::vector<const Example*> found;
  for (const Example& example : examples())
    if (lower(example.name + "\n" + example.title() + "\n" + example.look_at()).find(wanted) !=
        std::string::npos)
      found.push_back(&example);
  return found;
}

} // namespace stallscope::gui
