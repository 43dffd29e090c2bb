#include "study/words.hpp"

#include "base/trimmed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace stallscope::graph {

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  while (begin <= list.size() && !list.empty()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    out.emplace_back(trimmed(std::string_view(list).substr(begin, end - begin)));
    begin = end + 1;
  }
  return out;
}

std::optional<NodeId> node_called(const Graph& g, const std::string& name, const char* option,
                                  Diagnostics& problems) {
  const NodeId id = g.find(name);
  if (id != kNoNode)
    return id;
  for (const Output& alias : g.aliases)
    if (alias.name == name)
      return alias.node;
  std::vector<std::string_view> names;
  for (const Node& node : g.nodes)
    if (node.named)
      names.push_back(node.name);
  Diagnostic problem;
  problem.message = fmt::format("{}: there is no '{}' in {}", option, name, g.name);
  problem.expected = "a name of the graph";
  problem.suggestion = nearest_word(name, names);
  problems.push_back(std::move(problem));
  return std::nullopt;
}

bool fail(Diagnostics& problems, std::string message) {
  Diagnostic problem;
  problem.message = std::move(message);
  problems.push_back(std::move(problem));
  return false;
}

} // namespace stallscope::graph
