#include "graph/evaluate/evaluate.hpp"
#include "onnx/operation.hpp"
#include "onnx/tensors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace stallscope::graph::onnx {

namespace {

constexpr const char* kAtRunTime = "its sizes are computed while it runs";
constexpr std::int64_t kMostInputs = 64;

Tensor integers_tensor(const std::vector<std::int64_t>& values) {
  Tensor out{Type::i32, {static_cast<std::int64_t>(values.size())}, {}};
  out.values.assign(values.begin(), values.end());
  return out;
}

std::string transpose(Operation& o) {
  const NodeId x = o.in(0);
  std::vector<std::int64_t> order = o.integers("perm");
  if (order.empty()) {
    order.resize(static_cast<std::size_t>(o.rank(x)));
    std::iota(order.rbegin(), order.rend(), 0);
  }
  o.result(o.rank(x) < 2 ? x : o.transpose(x, order));
  return {};
}

/// Size 0 means the input's size, unless `allowzero` is set.
std::string reshape(Operation& o) {
  auto to = o.integers("shape", 1);
  if (!to)
    return kAtRunTime;
  const NodeId x = o.in(0);
  for (std::size_t i = 0; i < to->size(); ++i)
    if ((*to)[i] == 0 && o.integer("allowzero", 0) == 0 && i < o.shape(x).size())
      (*to)[i] = o.shape(x)[i];
  o.result(o.reshape(x, *to));
  return {};
}
std::string flatten(Operation& o) {
  const NodeId x = o.in(0);
  std::int64_t axis = o.integer("axis", 1);
  axis += axis < 0 ? o.rank(x) : 0;
  std::int64_t before = 1;
  for (std::int64_t i = 0; i < std::min(axis, o.rank(x)); ++i)
    before *= o.shape(x)[static_cast<std::size_t>(i)];
  o.result(o.reshape(x, {before, -1}));
  return {};
}
std::string squeeze(Operation& o) {
  auto axes = o.integers("axes", 1);
  if (!axes)
    return kAtRunTime;
  const NodeId x = o.in(0);
  Shape to;
  for (std::int64_t i = 0; i < o.rank(x); ++i) {
    const std::int64_t size = o.shape(x)[static_cast<std::size_t>(i)];
    const bool named = std::find(axes->begin(), axes->end(), i) != axes->end() ||
                       std::find(axes->begin(), axes->end(), i - o.rank(x)) != axes->end();
    if (!(axes->empty() ? size == 1 : named))
      to.push_back(size);
  }
  o.result(o.reshape(x, to));
  return {};
}
std::string unsqueeze(Operation& o) {
  const auto axes = o.integers("axes", 1);
  if (!axes)
    return kAtRunTime;
  const NodeId x = o.in(0);
  const std::int64_t rank = o.rank(x) + static_cast<std::int64_t>(axes->size());
  Shape to;
  std::size_t from = 0;
  for (std::int64_t i = 0; i < std::min<std::int64_t>(rank, kMostDimensions + 1); ++i) {
    const bool added = std::find(axes->begin(), axes->end(), i) != axes->end() ||
                       std::find(axes->begin(), axes->end(), i - rank) != axes->end();
    if (added)
      to.push_back(1);
    else if (from < o.shape(x).size())
      to.push_back(o.shape(x)[from++]);
  }
  o.result(o.reshape(x, to));
  return {};
}

std::string concat(Operation& o) {
  if (o.input_count() > static_cast<std::size_t>(kMostInputs))
    return fmt::format("of {} inputs", o.input_count());
  Attributes how;
  how.axes = {o.integer("axis", 1)};
  o.result(o.make(Op::concat, o.all_in(), how));
  return {};
}

std::string slice(Operation& o) {
  const auto starts = o.integers("starts", 1);
  const auto ends = o.integers("ends", 2);
  auto axes = o.integers("axes", 3);
  const auto steps = o.integers("steps", 4);
  if (!starts || !ends || !axes || !steps)
    return kAtRunTime;
  if (std::any_of(steps->begin(), steps->end(), [](std::int64_t step) { return step != 1; }))
    return "with steps";
  NodeId x = o.in(0);
  if (axes->empty()) {
    axes->resize(starts->size());
    std::iota(axes->begin(), axes->end(), 0);
  }
  if (starts->size() != ends->size() || starts->size() != axes->size()) {
    o.fail("starts, ends and axes of Slice are not as many", "one of each for each axis");
    return {};
  }
  for (std::size_t i = 0; i < axes->size(); ++i) {
    const std::int64_t axis = (*axes)[i] < 0 ? (*axes)[i] + o.rank(x) : (*axes)[i];
    if (axis < 0 || axis >= o.rank(x)) {
      o.fail(fmt::format("there is no axis {}", (*axes)[i]), "an axis of the input");
      return {};
    }
    const std::int64_t size = o.shape(x)[static_cast<std::size_t>(axis)];
    const auto settled = [size](std::int64_t at) {
      return std::clamp<std::int64_t>(at < 0 ? at + size : at, 0, size);
    };
    const std::int64_t begin = settled((*starts)[i]);
    const std::int64_t end = settled((*ends)[i]);
    if (begin >= end)
      return "without elements";
    if (begin > 0 || end < size)
      x = o.slice(x, axis, begin, end);
  }
  o.result(x);
  return {};
}

std::string split(Operation& o) {
  auto sizes = o.integers("split", 1);
  if (!sizes)
    return kAtRunTime;
  const NodeId x = o.in(0);
  std::int64_t axis = o.integer("axis", 0);
  axis += axis < 0 ? o.rank(x) : 0;
  if (axis < 0 || axis >= o.rank(x)) {
    o.fail("there is no such axis", "an axis of the input");
    return {};
  }
  const std::int64_t size = o.shape(x)[static_cast<std::size_t>(axis)];
  const auto parts = static_cast<std::int64_t>(o.output_count());
  const std::int64_t each = (size + parts - 1) / parts; // the last part may be smaller
  std::int64_t at = 0;
  for (std::int64_t i = 0; i < parts; ++i) {
    const std::int64_t of =
        static_cast<std::size_t>(i) < sizes->size()
            ? std::clamp<std::int64_t>((*sizes)[static_cast<std::size_t>(i)], 0, size)
            : each;
    const std::int64_t end = sizes->empty() ? std::min(size, at + of) : at + of;
    o.result(static_cast<std::size_t>(i), o.slice(x, axis, at, end));
    at = end;
  }
  return {};
}

/// By a single index or a list of indices, which must be known.
std::string gather(Operation& o) {
  const Tensor* indices = o.known(1);
  if (indices == nullptr)
    return "its indices are computed while it runs";
  if (indices->shape.size() > 1 || indices->values.empty() ||
      indices->values.size() > static_cast<std::size_t>(kMostInputs))
    return "of many indices";
  const NodeId x = o.in(0);
  std::int64_t axis = o.integer("axis", 0);
  axis += axis < 0 ? o.rank(x) : 0;
  if (axis < 0 || axis >= o.rank(x)) {
    o.fail("there is no such axis", "an axis of the input");
    return {};
  }
  Shape shape = o.shape(x);
  const std::int64_t size = shape[static_cast<std::size_t>(axis)];
  std::vector<NodeId> parts;
  for (const double index : indices->values) {
    const auto at = static_cast<std::int64_t>(
        std::clamp(index < 0 ? index + static_cast<double>(size) : index, -1e9, 1e9));
    parts.push_back(o.slice(x, axis, at, at + 1));
  }
  Attributes how;
  how.axes = {axis};
  const NodeId all = parts.size() == 1 ? parts[0] : o.make(Op::concat, parts, how);
  if (indices->shape.empty()) {
    shape.erase(shape.begin() + axis);
    o.result(o.reshape(all, shape));
  } else {
    o.result(all);
  }
  return {};
}

std::string expand(Operation& o) {
  const auto to = o.known_integers(1);
  if (!to)
    return kAtRunTime;
  const NodeId x = o.in(0);
  const auto both = broadcast(o.shape(x), *to);
  Attributes how;
  how.shape = both.value_or(*to);
  o.result(both && *both == o.shape(x) ? x : o.make(Op::broadcast, {x}, how));
  return {};
}

/// Each dimension repeated: [n,m] as [1,n,1,m], stretched to [r,n,s,m], in rows of [r n,s m].
std::string tile(Operation& o) {
  const auto repeats = o.known_integers(1);
  if (!repeats)
    return kAtRunTime;
  NodeId x = o.in(0);
  if (repeats->size() != o.shape(x).size()) {
    o.fail(fmt::format("{} repeats for {} dimensions", repeats->size(), o.rank(x)), "one for each");
    return {};
  }
  for (std::size_t i = 0; i < repeats->size() && x != kNoNode; ++i) {
    if ((*repeats)[i] < 1 || (*repeats)[i] > kMostElements)
      return "without elements";
    if ((*repeats)[i] == 1)
      continue;
    Shape row = o.shape(x);
    Shape all = row;
    const auto at = static_cast<std::ptrdiff_t>(i);
    row.insert(row.begin() + at, 1);
    Attributes how;
    how.shape = row;
    how.shape[i] = (*repeats)[i];
    all[i] *= (*repeats)[i];
    x = o.reshape(o.make(Op::broadcast, {o.reshape(x, row)}, how), all);
  }
  o.result(x);
  return {};
}

/// Known numbers start, start + delta, ... below limit.
std::string range(Operation& o) {
  const Tensor* from = o.known(0);
  const Tensor* to = o.known(1);
  const Tensor* by = o.known(2);
  if (from == nullptr || to == nullptr || by == nullptr)
    return kAtRunTime;
  if (from->values.size() != 1 || to->values.size() != 1 || by->values.size() != 1 ||
      by->values[0] == 0) {
    o.fail("start, limit and delta of Range are no steps", "one number each, and a delta");
    return {};
  }
  const double count = std::ceil((to->values[0] - from->values[0]) / by->values[0]);
  if (!(count >= 1 && count <= static_cast<double>(kMostElements)))
    return "without elements, or too large";
  Tensor out{from->type, {static_cast<std::int64_t>(count)}, {}};
  for (std::int64_t i = 0; i < out.shape[0]; ++i)
    out.values.push_back(
        rounded(from->values[0] + static_cast<double>(i) * by->values[0], out.type));
  o.result(std::move(out));
  return {};
}

/// 1 on a diagonal, k columns to the right of the main one.
std::string eye_like(Operation& o) {
  const NodeId x = o.in(0);
  const auto type = o.attribute("dtype") == nullptr ? o.type(x) : type_of(o.integer("dtype", 0));
  if (!type)
    return "of a type that is not computed with";
  if (o.rank(x) != 2) {
    o.fail(fmt::format("EyeLike of {} dimensions", o.rank(x)), "a matrix");
    return {};
  }
  Tensor out = filled(*type, o.shape(x), 0);
  const std::int64_t k = std::clamp(o.integer("k", 0), -kMostElements, kMostElements);
  for (std::int64_t row = 0; row < out.shape[0]; ++row)
    if (row + k >= 0 && row + k < out.shape[1])
      out.values[static_cast<std::size_t>(row * out.shape[1] + row + k)] = 1;
  o.result(o.constant(std::move(out)));
  return {};
}

std::string pad(Operation& o) {
  const auto pads = o.has(1) ? o.known_integers(1) : std::optional(o.integers("pads"));
  if (!pads)
    return kAtRunTime;
  const Tensor* value = o.known(2);
  const bool zero = o.has(2) ? value != nullptr && !value->values.empty() && value->values[0] == 0
                             : o.number("value", 0) == 0;
  if (o.word("mode", "constant") != "constant" || !zero || o.has(3))
    return "not with zeros at all edges";
  NodeId x = o.in(0);
  const std::int64_t rank = o.rank(x);
  if (static_cast<std::int64_t>(pads->size()) != 2 * rank) {
    o.fail(fmt::format("{} pads for {} dimensions", pads->size(), rank), "two for each");
    return {};
  }
  if (std::any_of(pads->begin(), pads->end(), [](std::int64_t by) { return by < 0; }))
    return "cuts off";
  for (std::int64_t axis = 0; axis < rank; ++axis)
    x = o.pad(x, axis, (*pads)[static_cast<std::size_t>(axis)],
              (*pads)[static_cast<std::size_t>(axis + rank)]);
  o.result(x);
  return {};
}

std::string shape(Operation& o) {
  const Shape& of = o.shape(o.in(0));
  const auto rank = static_cast<std::int64_t>(of.size());
  const auto settled = [rank](std::int64_t at) {
    return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank);
  };
  const std::int64_t begin = settled(o.integer("start", 0));
  const std::int64_t end = std::max(begin, settled(o.integer("end", rank)));
  o.result(integers_tensor({of.begin() + begin, of.begin() + end}));
  return {};
}
std::string size(Operation& o) {
  o.result(filled(Type::i32, {}, static_cast<double>(elements_of(o.shape(o.in(0))))));
  return {};
}

std::string constant(Operation& o) {
  if (const AttributeProto* value = o.attribute("value"); value != nullptr && value->t) {
    Result<Tensor> tensor = tensor_of(*value->t, {});
    if (!tensor)
      o.fail(tensor.diagnostics()[0].message, tensor.diagnostics()[0].expected);
    else
      o.result(std::move(*tensor));
    return {};
  }
  if (const AttributeProto* value = o.attribute("value_float"))
    o.result(filled(Type::f32, {}, value->f));
  else if (const AttributeProto* whole = o.attribute("value_int"))
    o.result(filled(Type::i32, {}, static_cast<double>(whole->i)));
  else if (const AttributeProto* list = o.attribute("value_ints"))
    o.result(integers_tensor(list->ints));
  else if (const AttributeProto* floats = o.attribute("value_floats"))
    o.result(Tensor{Type::f32, {static_cast<std::int64_t>(floats->floats.size())}, floats->floats});
  else
    return "without a value of numbers";
  return {};
}

std::string constant_of_shape(Operation& o) {
  const auto to = o.known_integers(0);
  if (!to)
    return kAtRunTime;
  Tensor fill = filled(Type::f32, {}, 0);
  if (const AttributeProto* value = o.attribute("value"); value != nullptr && value->t) {
    const Result<Tensor> tensor = tensor_of(*value->t, {});
    if (!tensor || tensor->values.size() != 1) {
      o.fail("the value of ConstantOfShape is not one number", "one element");
      return {};
    }
    fill = *tensor;
  }
  std::int64_t product = 1;
  for (const std::int64_t each : *to)
    if (each < 0 || each > kMostElements || (product *= each) > kMostElements) {
      o.fail(fmt::format("{} is too large a shape", text_of(*to)), "a smaller shape");
      return {};
    }
  o.result(filled(fill.type, *to, fill.values[0]));
  return {};
}

} // namespace

const std::vector<OperatorEntry>& shape_operators() {
  static const std::vector<OperatorEntry> entries{
      {"Transpose", 1, transpose}, {"Reshape", 1, reshape},
      {"Flatten", 1, flatten},     {"Squeeze", 1, squeeze},
      {"Unsqueeze", 1, unsqueeze}, {"Concat", 1, concat},
      {"Slice", 1, slice},         {"Split", 1, split},
      {"Gather", 2, gather},       {"Expand", 2, expand},
      {"Tile", 2, tile},           {"Range", 3, range},
      {"EyeLike", 1, eye_like},    {"Pad", 1, pad},
      {"Shape", 1, shape},         {"Size", 1, size},
      {"Constant", 0, constant},   {"ConstantOfShape", 1, constant_of_shape},
  };
  return entries;
}

} // namespace stallscope::graph::onnx
