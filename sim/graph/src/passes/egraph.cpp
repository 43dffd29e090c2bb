#include "passes/egraph.hpp"

#include "base/check.hpp"
#include "graph/evaluate/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace stallscope::graph {

namespace {

constexpr std::size_t kMostENodes = 20'000;
constexpr unsigned kMostSaturationRounds = 12;
constexpr std::int64_t kMostFoldedElements = 4096;
constexpr double kCostOfKernel = 1e6; ///< the number of launches dominates bytes and FLOP

/// A single operator whose inputs are placeholders with the types and shapes of its operand
/// classes.
struct Stand {
  Graph graph;
  Node node;
};

} // namespace

EGraph::EGraph(const Graph& graph) : from_(graph) {
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    ENode made;
    made.op = node.op;
    made.attributes = node.attributes;
    for (const NodeId in : node.inputs)
      made.inputs.push_back(of_node_[in]);
    if (node.op == Op::constant)
      made.value = node.value;
    if (node.op == Op::param || node.op == Op::input || node.op == Op::fused ||
        node.op == Op::unknown || node.condition != kNoNode || node.chooses)
      made.source = id;
    of_node_.push_back(add(std::move(made)));
  }
}

ClassId EGraph::find(ClassId id) const {
  while (parent_[id] != id)
    id = parent_[id] = parent_[parent_[id]];
  return id;
}

std::string EGraph::key_of(const ENode& node) const {
  if (node.source != kNoNode)
    return fmt::format("source {}", node.source);
  std::string inputs;
  for (const ClassId in : node.inputs)
    inputs += fmt::format("{},", find(in));
  const Attributes& a = node.attributes;
  std::string key =
      fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}{}{}{}{}", static_cast<unsigned>(node.op),
                  inputs, fmt::join(a.axes, ","), fmt::join(a.shape, ","), a.begin, a.end, a.stride,
                  a.padding, a.epsilon, static_cast<unsigned>(a.type), a.keep, a.transpose_a,
                  a.transpose_b, a.channels_last, a.laid);
  if (node.value != nullptr)
    key += fmt::format("|constant {}", number_of(node.value));
  return key;
}

/// Equal constants, bit by bit, have one number. Only the first of them is kept here, so that its
/// address stays its own.
std::size_t EGraph::number_of(const std::shared_ptr<const Tensor>& value) const {
  if (const auto known = constant_number_.find(value.get()); known != constant_number_.end())
    return known->second;
  auto hash = static_cast<std::uint64_t>(value->type);
  for (const double each : value->values)
    hash = (hash ^ std::bit_cast<std::uint64_t>(each)) * 0x100000001b3ULL;
  for (const std::size_t other : constants_by_hash_[hash]) {
    const Tensor& of = *constants_[other];
    if (of.type == value->type && of.shape == value->shape &&
        std::memcmp(of.values.data(), value->values.data(),
                    value->values.size() * sizeof(double)) == 0)
      return other;
  }
  constants_by_hash_[hash].push_back(constants_.size());
  constant_number_.emplace(value.get(), constants_.size());
  constants_.push_back(value);
  return constants_.size() - 1;
}

/// The class of an operator; kNoClass: invalid inputs.
ClassId EGraph::add(ENode node) {
  for (ClassId& in : node.inputs)
    in = find(in);
  std::string key = key_of(node);
  if (const auto found = known_.find(key); found != known_.end())
    return find(found->second);
  EClass made;
  if (node.source != kNoNode) {
    made.type = from_.nodes[node.source].type;
    made.shape = from_.nodes[node.source].shape;
  } else if (node.value != nullptr) {
    made.type = node.value->type;
    made.shape = node.value->shape;
    made.value = node.value;
  } else {
    Stand stand;
    bool all_constant = true;
    std::vector<const Tensor*> values;
    for (const ClassId in : node.inputs) {
      Node input;
      input.op = Op::input;
      input.type = classes_[in].type;
      input.shape = classes_[in].shape;
      input.name = fmt::format("{}", stand.graph.nodes.size());
      stand.node.inputs.push_back(static_cast<NodeId>(stand.graph.nodes.size()));
      stand.graph.nodes.push_back(std::move(input));
      values.push_back(classes_[in].value.get());
      all_constant = all_constant && values.back() != nullptr;
    }
    stand.node.op = node.op;
    stand.node.attributes = node.attributes;
    if (infer(stand.graph, stand.node))
      return kNoClass;
    made.type = stand.node.type;
    made.shape = stand.node.shape;
    node.attributes = stand.node.attributes;
    // A rounded result is another number than the exact one: rules would make both equal, and with
    // them numbers that are not.
    if (all_constant && elements_of(made.shape) <= kMostFoldedElements)
      if (Tensor value = compute(stand.node, values, from_.decimals);
          is_finite(value) &&
          (made.type == Type::f64 || value.values == compute(stand.node, values, -1, true).values))
        made.value = std::make_shared<const Tensor>(std::move(value));
  }
  const auto id = static_cast<ClassId>(classes_.size());
  const auto value = made.value;
  const bool folded = value != nullptr && node.value == nullptr;
  made.nodes.push_back(std::move(node));
  classes_.push_back(std::move(made));
  parent_.push_back(id);
  known_.emplace(std::move(key), id);
  ++count_;
  if (folded)
    merge(id, add_constant(*value));
  return find(id);
}

ClassId EGraph::add_constant(Tensor value) {
  ENode node;
  node.value = std::make_shared<const Tensor>(std::move(value));
  return add(std::move(node));
}

bool EGraph::merge(ClassId a, ClassId b) {
  a = find(a);
  b = find(b);
  if (a == b)
    return false;
  STALLSCOPE_CHECK(classes_[a].shape == classes_[b].shape && classes_[a].type == classes_[b].type,
                   "equal values have one shape");
  if (classes_[a].nodes.size() < classes_[b].nodes.size())
    std::swap(a, b);
  parent_[b] = a;
  EClass& to = classes_[a];
  EClass& from = classes_[b];
  to.nodes.insert(to.nodes.end(), std::make_move_iterator(from.nodes.begin()),
                  std::make_move_iterator(from.nodes.end()));
  from.nodes.clear();
  if (to.value == nullptr)
    to.value = from.value;
  return true;
}

/// Restores congruence: operators with equivalent inputs are equivalent.
void EGraph::rebuild() {
  for (bool changed = true; changed;) {
    changed = false;
    known_.clear();
    std::vector<std::pair<ClassId, ClassId>> equal;
    count_ = 0;
    for (ClassId id = 0; id < classes_.size(); ++id) {
      std::vector<ENode> kept;
      for (ENode& node : classes_[id].nodes) {
        for (ClassId& in : node.inputs)
          in = find(in);
        const auto [found, added] = known_.try_emplace(key_of(node), id);
        if (added)
          kept.push_back(std::move(node));
        else if (find(found->second) != id)
          equal.emplace_back(found->second, id);
      }
      classes_[id].nodes = std::move(kept);
      count_ += classes_[id].nodes.size();
    }
    for (const auto& [a, b] : equal)
      changed = merge(a, b) || changed;
  }
}

bool EGraph::binds(const std::string& variable, ClassId id, Found& found) const {
  const EClass& of = classes_[id];
  const bool constant = variable[0] == 'c' || variable[0] == 'k';
  const bool single = variable[0] == 's' || variable[0] == 'k';
  if ((constant && of.value == nullptr) || (single && elements_of(of.shape) != 1))
    return false;
  const auto [known, added] = found.bindings.try_emplace(variable, id);
  return added || known->second == id;
}

void EGraph::match(const Pattern& pattern, ClassId id, const Found& so_far,
                   std::vector<Found>& out) const {
  id = find(id);
  if (pattern.kind == Pattern::Kind::variable) {
    Found found = so_far;
    if (binds(pattern.variable, id, found))
      out.push_back(std::move(found));
    return;
  }
  const EClass& of = classes_[id];
  if (pattern.kind == Pattern::Kind::number) {
    if (of.value != nullptr && std::all_of(of.value->values.begin(), of.value->values.end(),
                                           [&](double value) { return value == pattern.number; }))
      out.push_back(so_far);
    return;
  }
  for (const ENode& node : of.nodes) {
    if (node.op != pattern.op || node.source != kNoNode ||
        node.inputs.size() != pattern.inputs.size() ||
        (node.op == Op::matmul && is_transposed(node.attributes)))
      continue; // rules are about products without transposed operands
    Found found = so_far;
    const auto [like, added] = found.attributes.try_emplace(node.op, node.attributes);
    if (added || like->second == node.attributes)
      match_inputs(pattern, node, 0, found, out);
  }
}

void EGraph::match_inputs(const Pattern& pattern, const ENode& node, std::size_t input,
                          const Found& so_far, std::vector<Found>& out) const {
  if (input == node.inputs.size()) {
    out.push_back(so_far);
    return;
  }
  std::vector<Found> each;
  match(pattern.inputs[input], node.inputs[input], so_far, each);
  for (const Found& found : each)
    match_inputs(pattern, node, input + 1, found, out);
}

void EGraph::match_all(const std::vector<Rule>& rules, std::vector<Found>& found) {
  for (const Rule& rule : rules)
    for (ClassId id = 0; id < classes_.size() && found.size() < kMostENodes; ++id) {
      if (find(id) != id || (rule.real && classes_[id].type == Type::i32))
        continue;
      Found start;
      start.rule = &rule;
      start.root = id;
      match(rule.from, id, start, found);
    }
}

ClassId EGraph::build(const Pattern& pattern, const Found& found, Type type) {
  if (pattern.kind == Pattern::Kind::variable)
    return found.bindings.at(pattern.variable);
  if (pattern.kind == Pattern::Kind::number)
    return add_constant(filled(type, {}, pattern.number));
  ENode node;
  node.op = pattern.op;
  node.rule = found.rule->name;
  if (const auto like = found.attributes.find(pattern.op); like != found.attributes.end())
    node.attributes = like->second;
  for (const Pattern& input : pattern.inputs) {
    node.inputs.push_back(build(input, found, type));
    if (node.inputs.back() == kNoClass)
      return kNoClass;
  }
  return add(std::move(node));
}

void EGraph::saturate(const std::vector<Rule>& rules) {
  for (unsigned round = 0; round < kMostSaturationRounds; ++round) {
    std::vector<Found> found;
    match_all(rules, found);
    bool changed = false;
    for (const Found& match_of : found) {
      if (classes_.size() > kMostENodes)
        return rebuild();
      const ClassId root = find(match_of.root);
      const ClassId made = build(match_of.rule->to, match_of, classes_[root].type);
      if (made == kNoClass)
        continue;
      const ClassId now = find(match_of.root);
      if (classes_[find(made)].shape == classes_[now].shape &&
          classes_[find(made)].type == classes_[now].type)
        changed = merge(now, made) || changed;
    }
    rebuild();
    if (!changed) {
      saturated_ = true;
      return;
    }
  }
}

double EGraph::own_cost(const ENode& node, const EClass& of) const {
  if (node.value != nullptr || is_source(node.op))
    return 0;
  Graph alone;
  Node own;
  own.op = node.op;
  own.attributes = node.attributes;
  own.type = of.type;
  own.shape = of.shape;
  own.name = std::string("y");
  if (node.source != kNoNode)
    own.steps = from_.nodes[node.source].steps;
  for (const ClassId in : node.inputs) {
    Node input;
    input.op = Op::input;
    input.type = classes_[find(in)].type;
    input.shape = classes_[find(in)].shape;
    input.name = fmt::format("{}", alone.nodes.size());
    own.inputs.push_back(static_cast<NodeId>(alone.nodes.size()));
    alone.nodes.push_back(std::move(input));
  }
  const auto id = static_cast<NodeId>(alone.nodes.size());
  alone.nodes.push_back(std::move(own));
  return (launches_nothing(alone, id) ? 1.0 : kCostOfKernel) +
         static_cast<double>(bytes_of(alone, id)) + static_cast<double>(flop_of(alone, id));
}

/// Bellman and Ford: the cost of a class is the minimum over its nodes, including their inputs.
void EGraph::find_costs() {
  const double never = std::numeric_limits<double>::infinity();
  cost_.assign(classes_.size(), never);
  best_.assign(classes_.size(), 0);
  std::vector<std::vector<double>> own(classes_.size());
  for (ClassId id = 0; id < classes_.size(); ++id)
    for (const ENode& node : classes_[id].nodes)
      own[id].push_back(own_cost(node, classes_[id]));
  for (bool changed = true; changed;) {
    changed = false;
    for (ClassId id = 0; id < classes_.size(); ++id)
      for (std::size_t i = 0; i < classes_[id].nodes.size(); ++i) {
        double sum = own[id][i];
        for (const ClassId in : classes_[id].nodes[i].inputs)
          sum += cost_[find(in)];
        if (sum < cost_[id]) {
          cost_[id] = sum;
          best_[id] = i;
          changed = true;
        }
      }
  }
}

NodeId EGraph::emit(ClassId id, Graph& out) {
  id = find(id);
  if (const auto found = emitted_.find(id); found != emitted_.end())
    return found->second;
  const ENode& of = classes_[id].nodes[best_[id]];
  Node node;
  if (of.source != kNoNode)
    node = from_.nodes[of.source];
  node.op = of.op;
  node.attributes = of.attributes;
  node.inputs.clear();
  for (const ClassId in : of.inputs)
    node.inputs.push_back(emit(in, out));
  if (node.condition != kNoNode)
    node.condition = emit(of_node_[node.condition], out);
  node.type = classes_[id].type;
  node.shape = classes_[id].shape;
  if (of.value != nullptr)
    node.value = of.value;
  if (!node.named)
    node.name = fmt::format("%{}", out.nodes.size());
  const auto made = static_cast<NodeId>(out.nodes.size());
  out.nodes.push_back(std::move(node));
  return emitted_[id] = made;
}

Graph EGraph::extract() {
  find_costs();
  emitted_.clear();
  Graph out;
  out.name = from_.name;
  out.decimals = from_.decimals;
  for (NodeId id = 0; id < from_.nodes.size(); ++id)
    if (from_.nodes[id].op == Op::param || from_.nodes[id].op == Op::input)
      emit(of_node_[id], out);
  for (const Output& output : from_.outputs) {
    const NodeId id = emit(of_node_[output.node], out);
    out.outputs.push_back({output.name, id});
  }
  for (NodeId id = 0; id < from_.nodes.size(); ++id) {
    const auto found = emitted_.find(find(of_node_[id]));
    const Node& old = from_.nodes[id];
    if (!old.named || found == emitted_.end())
      continue;
    Node& node = out.nodes[found->second];
    if (!node.named) {
      node.name = old.name;
      node.named = true;
      node.place = old.place;
      node.backward = old.backward;
    } else if (node.name != old.name) {
      out.aliases.push_back({old.name, found->second});
    }
  }
  for (const Output& alias : from_.aliases)
    if (const auto found = emitted_.find(find(of_node_[alias.node])); found != emitted_.end())
      out.aliases.push_back({alias.name, found->second});
  place_all(out);
  mark_backward(out);
  return out;
}

/// Source position of each emitted node: that of an equal node of the input graph, else that of its
/// reader.
void EGraph::place_all(Graph& out) {
  for (NodeId id = 0; id < from_.nodes.size(); ++id) {
    const auto found = emitted_.find(find(of_node_[id]));
    if (found != emitted_.end() && out.nodes[found->second].place.line == 0)
      out.nodes[found->second].place = from_.nodes[id].place;
  }
  for (auto id = static_cast<NodeId>(out.nodes.size()); id-- > 0;)
    for (const NodeId in : out.nodes[id].inputs)
      if (out.nodes[in].place.line == 0)
        out.nodes[in].place = out.nodes[id].place;
}

/// What named results and outputs of the forward graph need is forward, so that no forward node
/// needs a backward one; all else is backward.
void EGraph::mark_backward(Graph& out) {
  if (std::none_of(from_.nodes.begin(), from_.nodes.end(),
                   [](const Node& node) { return node.backward; }))
    return;
  std::vector<bool> forward(out.nodes.size(), false);
  const auto mark = [&](NodeId old) {
    const auto found = emitted_.find(find(of_node_[old]));
    if (found != emitted_.end() && !from_.nodes[old].backward)
      forward[found->second] = true;
  };
  for (NodeId id = 0; id < from_.nodes.size(); ++id)
    if (from_.nodes[id].named)
      mark(id);
  for (const Output& output : from_.outputs)
    mark(output.node);
  for (auto id = static_cast<NodeId>(out.nodes.size()); id-- > 0;) {
    Node& node = out.nodes[id];
    node.backward = !forward[id] && !is_source(node.op);
    for (const NodeId in : node.inputs)
      forward[in] = forward[in] || forward[id];
  }
}

} // namespace stallscope::graph
