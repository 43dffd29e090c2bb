#include "graph/fx/read.hpp"

#include "base/utf8.hpp"
#include "fx/call.hpp"
#include "fx/text.hpp"
#include "notation/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::graph {

namespace fx {

namespace {

constexpr std::string_view kBegin = "graph(";

class Importer {
public:
  Importer(std::string_view text, std::string_view file,
           const std::map<std::string, std::int64_t>& dimensions)
      : text_(text), file_(file), dimensions_(dimensions) {
    graph_.name = clean(file);
  }

  Result<Graph> run() {
    std::uint32_t number = 0;
    std::string_view rest = text_;
    while (!rest.empty() && problems_.size() < kMostProblems) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      ++number;
      const std::size_t first = line.find_first_not_of(" \t\r");
      if (first == std::string_view::npos || line.substr(first).starts_with(kBegin))
        continue;
      Statement statement;
      if (const auto wrong = parse_line(line, number, statement))
        problem(wrong->place, wrong->message, wrong->expected);
      else
        take(statement);
      if (graph_.nodes.size() > kMostNodes) {
        problem({number, 1, 1}, fmt::format("more than {} operators", kMostNodes),
                "a smaller graph");
        break;
      }
    }
    if (problems_.empty() && graph_.outputs.empty())
      problem({number, 1, 1}, "the graph returns nothing", "return and a name");
    if (!problems_.empty())
      return problems_;
    return std::move(graph_);
  }

private:
  void problem(Place place, std::string message, std::string expected,
               std::string_view suggestion = {}) {
    problems_.push_back(error_at(graph_.name, text_, place, clean(message), std::move(expected),
                                 std::string(suggestion)));
  }

  void take(const Statement& s) {
    if (s.operation == "return")
      return results(s);
    if (clean(s.name) != s.name || s.name.empty() || nodes_.count(s.name) > 0) {
      problem(s.place, fmt::format("'{}' is no name, or is there already", s.name),
              "a name of its own");
      return;
    }
    NodeId& id = nodes_.try_emplace(s.name, kNoNode).first->second;
    if (s.operation == "placeholder" || s.operation == "get_attr")
      id = source(s);
    else
      id = call(s);
    if (id == kNoNode)
      return;
    Node& node = graph_.nodes[id];
    if (node.named) {
      graph_.aliases.push_back({std::string(s.name), id});
      return;
    }
    node.name = s.name;
    node.named = true;
  }

  /// The shape that --dimensions gives to a name; none: it gives none.
  [[nodiscard]] std::optional<Shape> given(std::string_view name) const {
    Shape out;
    std::int64_t product = 1;
    for (;;) {
      const auto found = dimensions_.find(fmt::format("{}.{}", name, out.size()));
      if (found == dimensions_.end())
        return out.empty() ? std::nullopt : std::optional(out);
      product *= found->second;
      if (product > kMostElements || out.size() >= kMostDimensions)
        return std::nullopt;
      out.push_back(found->second);
    }
  }
  static std::string expected_shape(std::string_view name) {
    return fmt::format("--dimensions {}.0=8,{}.1=16 for [8,16], of at most {} elements",
                       clean(name), clean(name), kMostElements);
  }

  NodeId source(const Statement& s) {
    const auto shape = given(s.name);
    if (!shape) {
      problem(s.place, fmt::format("the shape of '{}' is not in the text", s.name),
              expected_shape(s.name));
      return kNoNode;
    }
    elements_ += elements_of(*shape);
    if (elements_ > InputLimits::graph_elements) {
      problem(s.place, "all values up to here together are too large",
              fmt::format("at most {} elements", InputLimits::graph_elements));
      return kNoNode;
    }
    Node node;
    node.op = s.operation == "get_attr" ? Op::param : Op::input;
    node.type = Type::f32;
    node.shape = *shape;
    node.place = s.place;
    node.value =
        std::make_shared<const Tensor>(random_tensor(node.type, node.shape, seed_of(1, s.name)));
    return append(graph_, std::move(node));
  }

  /// A node that has a name; kNoNode: there is none, which is told, or it has failed.
  NodeId find(std::string_view name, Place place) {
    const auto found = nodes_.find(name);
    if (found != nodes_.end()) {
      failed_operand_ = failed_operand_ || found->second == kNoNode;
      return found->second;
    }
    std::vector<std::string_view> names;
    for (const auto& [known, id] : nodes_)
      names.push_back(known);
    failed_operand_ = true;
    problem(place, fmt::format("there is no '{}' above", name), "a result of a line above",
            problems_.size() < kMaxDiagnosticsShown ? nearest_word(name, names) : "");
    return kNoNode;
  }

  NodeId call(const Statement& s) {
    failed_operand_ = false;
    const std::size_t before = graph_.nodes.size();
    const std::string_view name = short_name(s.target);
    const Translate translate = s.operation == "call_module" ? nullptr : function_called(name);
    Call call(s, graph_, [this, &s](std::string_view operand) { return find(operand, s.place); });
    const NodeId id = translate == nullptr ? kNoNode : translate(call);
    if (failed_operand_)
      return kNoNode;
    if (call.problem()) {
      problem(s.place, call.problem()->message, call.problem()->expected);
      return kNoNode;
    }
    if (id != kNoNode)
      return id;
    while (graph_.nodes.size() > before) // of a form that is not supported
      graph_.nodes.pop_back();
    return unknown(s, translate == nullptr ? nearest_word(name, functions_read()) : "");
  }

  NodeId unknown(const Statement& s, std::string_view suggestion) {
    const auto shape = given(s.name);
    if (!shape) {
      problem(s.place,
              fmt::format("{} is not known{}, and the shape of '{}' is not in the text", s.target,
                          function_called(short_name(s.target)) != nullptr ? " with these arguments"
                                                                           : "",
                          s.name),
              expected_shape(s.name), suggestion);
      return kNoNode;
    }
    Node node;
    node.op = Op::unknown;
    for (const Argument& argument : s.arguments)
      if (argument.kind == Argument::Kind::node && node.inputs.size() < 64)
        node.inputs.push_back(find(argument.text, s.place));
    if (failed_operand_)
      return kNoNode;
    node.attributes.type = Type::f32;
    node.attributes.shape = *shape;
    node.attributes.called = clean(s.target);
    node.attributes.begin = static_cast<std::int64_t>(graph_.nodes.size());
    node.place = s.place;
    return append(graph_, std::move(node));
  }

  void results(const Statement& s) {
    for (const Argument& result : s.arguments) {
      failed_operand_ = false;
      const NodeId id = result.kind == Argument::Kind::list ? kNoNode : find(result.text, s.place);
      if (id != kNoNode)
        graph_.outputs.push_back({std::string(result.text), id});
      else if (!failed_operand_)
        problem(s.place, "a result that is no tensor", "return (a, b)");
    }
  }

  std::string_view text_;
  std::string_view file_;
  const std::map<std::string, std::int64_t>& dimensions_;
  Graph graph_;
  Diagnostics problems_;
  std::map<std::string_view, NodeId> nodes_; ///< kNoNode: defined with errors
  bool failed_operand_ = false;              ///< of the current line: told before
  std::int64_t elements_ = 0;                ///< of all inputs and params
};

} // namespace

} // namespace fx

bool is_fx(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return text.substr(first).starts_with(fx::kBegin);
}

Result<Graph> read_fx(std::string_view text, std::string_view file,
                      const std::map<std::string, std::int64_t>& dimensions) {
  return fx::Importer(text, file, dimensions).run();
}

} // namespace stallscope::graph
