#include "model/run/subject.hpp"

#include "base/input_limits.hpp"
#include "base/read_file.hpp"
#include "model/run/trace_course.hpp"

#include <algorithm>
#include <array>

namespace stallscope::gui {

namespace {

/// Top-level keys of plans that machines do not have.
constexpr std::array<std::string_view, 9> kPlanKeys{"schedule",      "order",   "devices",
                                                    "micro_batches", "forward", "backward",
                                                    "transfer",      "model",   "cluster"};

/// For invalid TOML: a line sets one of the plan keys.
bool looks_like_plan(std::string_view text) {
  return std::any_of(kPlanKeys.begin(), kPlanKeys.end(),
                     [text](std::string_view key) { return sets_key(text, key); });
}

/// The first bytes of a regular file; empty if it cannot be read.
std::string beginning_of(const std::string& name) {
  constexpr std::size_t kMost = std::size_t{1} << 16;
  std::string text;
  const Descriptor file = open_to_read(name, Streams::refuse);
  if (file.ok())
    (void)read_pieces(file, Streams::refuse, [&text](std::string_view piece) {
      text += piece.substr(0, kMost - text.size());
      return text.size() < kMost;
    });
  return text;
}

} // namespace

bool sets_key(std::string_view text, std::string_view key) {
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const std::string_view behind = text.substr(at + key.size());
    if ((at == 0 || text[at - 1] == '\n') &&
        behind.find_first_not_of(" \t") == std::min(behind.find('='), behind.size()))
      return true;
  }
  return false;
}

Subject subject_of_file(const std::string& name) {
  if (name.ends_with(".csv"))
    return Subject::plan;
  if (name.ends_with(".graph"))
    return Subject::graph;
  if (!name.ends_with(".toml"))
    return subject_of_trace(beginning_of(name)).value_or(Subject::program);
  const Result<std::string> text =
      read_file(name, InputLimits::toml, "a plan or machine file", Streams::refuse);
  return text && looks_like_plan(*text) ? Subject::plan : Subject::program;
}

} // namespace stallscope::gui
