#include "graph/memory/lifetimes.hpp"

namespace stallscope::graph {

namespace {

/// The elements are contiguous in row-major order, so that a reshape needs no copy.
bool lies_in_rows(const Shape& shape, const std::vector<std::int64_t>& strides) {
  std::int64_t next = 1;
  for (std::size_t i = shape.size(); i-- > 0;) {
    if (shape[i] != 1 && strides[i] != next)
      return false;
    next *= shape[i];
  }
  return true;
}

StorageView view_of(const Graph& graph, NodeId id, const StorageView& of) {
  const Node& node = graph.nodes[id];
  const Shape& shape = graph.nodes[node.inputs[0]].shape;
  StorageView out{of.storage, of.offset, {}};
  switch (node.op) {
  case Op::transpose:
    for (const std::int64_t axis : node.attributes.axes)
      out.strides.push_back(of.strides[static_cast<std::size_t>(axis)]);
    return out;
  case Op::slice: {
    const auto axis = static_cast<std::size_t>(node.attributes.axes[0]);
    out.strides = of.strides;
    out.offset += node.attributes.begin * of.strides[axis];
    return out;
  }
  case Op::broadcast: {
    out.strides.assign(node.shape.size(), 0);
    const std::size_t lead = node.shape.size() - shape.size();
    for (std::size_t i = 0; i < shape.size(); ++i)
      out.strides[lead + i] = shape[i] == 1 ? 0 : of.strides[i];
    return out;
  }
  default: // reshape
    if (!lies_in_rows(shape, of.strides))
      return {id, 0, row_strides(node.shape)};
    out.strides = row_strides(node.shape);
    return out;
  }
}

} // namespace

std::vector<StorageView> storage_views(const Graph& graph) {
  std::vector<StorageView> out;
  // By source: what it is a part of, and where its elements lie in that.
  std::vector<StorageView> laid(graph.nodes.size());
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (!node.attributes.laid)
      continue;
    StorageView part{id, 0, row_strides(node.shape)};
    const auto axis = static_cast<std::size_t>(node.attributes.axes[0]);
    for (const NodeId in : node.inputs) {
      laid[in] = part;
      part.offset += graph.nodes[in].shape[axis] * part.strides[axis];
    }
  }
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (info(node.op).kind == OpClass::view)
      out.push_back(view_of(graph, id, out[node.inputs[0]]));
    else if (laid[id].storage != kNoNode)
      out.push_back(laid[id]);
    else
      out.push_back({id, 0, row_strides(node.shape)});
  }
  return out;
}

} // namespace stallscope::graph
