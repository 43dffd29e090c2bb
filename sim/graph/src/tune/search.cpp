#include "graph/tune/tune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <utility>

namespace stallscope::graph {

namespace {

constexpr std::size_t kFeatures = 10;
using Features = std::array<double, kFeatures>;

std::vector<std::uint32_t> divisors(std::uint32_t of, std::uint32_t most) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t d = 1; d <= std::min(of, most); ++d)
    if (of % d == 0)
      out.push_back(d);
  return out;
}

/// The search space: all schedules of a size.
class ScheduleSpace {
public:
  explicit ScheduleSpace(const MatmulSize& size) : size_(size) {
    for (const std::uint32_t tm : divisors(size.m, size.m))
      for (const std::uint32_t tn : divisors(size.n, size.n))
        for (const std::uint32_t tk : divisors(size.k, size.k))
          if (tm >= std::min(size.m, 8U) && tn >= std::min(size.n, 8U) &&
              tk >= std::min(size.k, 8U))
            add_blocks({tm, tn, tk});
  }

  [[nodiscard]] const std::vector<MatmulSchedule>& all() const { return all_; }

  /// Mutation: one parameter of a schedule is changed.
  MatmulSchedule changed(MatmulSchedule s, std::mt19937_64& random) const {
    for (unsigned tries = 0; tries < 100; ++tries) {
      MatmulSchedule next = s;
      const auto pick = [&](const std::vector<std::uint32_t>& from) {
        return from[random() % from.size()];
      };
      switch (random() % 6) {
      case 0:
        next.rows = pick(divisors(s.tile[0], 8));
        break;
      case 1:
        next.columns = pick(divisors(s.tile[1], 8));
        break;
      case 2:
        next.unroll = pick(divisors(s.tile[2], 8));
        break;
      case 3:
        next.packed = !next.packed;
        break;
      case 4:
        std::swap(next.order[random() % 3], next.order[random() % 3]);
        break;
      default: {
        const std::size_t d = random() % 3;
        next.tile[d] = pick(divisors(d == 0 ? size_.m : d == 1 ? size_.n : size_.k, 4096));
        break;
      }
      }
      if (next != s && is_valid(next))
        return next;
    }
    return s;
  }

private:
  [[nodiscard]] bool is_valid(const MatmulSchedule& s) const {
    return (!s.packed || s.tile[0] == size_.m) && s.rows * s.columns <= 16 &&
           s.tile[0] % s.rows == 0 && s.tile[1] % s.columns == 0 && s.tile[2] % s.unroll == 0;
  }

  void add_blocks(const std::array<std::uint32_t, 3>& tile) {
    static constexpr std::array<std::array<char, 3>, 6> kOrders{{{'i', 'j', 'k'},
                                                                 {'i', 'k', 'j'},
                                                                 {'j', 'i', 'k'},
                                                                 {'j', 'k', 'i'},
                                                                 {'k', 'i', 'j'},
                                                                 {'k', 'j', 'i'}}};
    const bool tiled = tile != std::array{size_.m, size_.n, size_.k};
    for (const std::uint32_t rows : divisors(tile[0], 8))
      for (const std::uint32_t columns : divisors(tile[1], 8))
        for (const std::uint32_t unroll : divisors(tile[2], 8))
          for (const auto& order : kOrders)
            for (const bool packed : {false, true}) {
              const MatmulSchedule s{tile, rows, columns, unroll, order, packed};
              if (is_valid(s) && (tiled || order == kOrders[0]))
                all_.push_back(s);
            }
  }

  MatmulSize size_;
  std::vector<MatmulSchedule> all_;
};

/// The logarithm of cycles as a linear function of the logarithms of a schedule's parameters.
class CostModel {
public:
  void learn(const std::vector<TunePoint>& points) {
    // Normal equations of least squares with ridge regularisation.
    std::array<std::array<double, kFeatures + 1>, kFeatures> rows{};
    for (std::size_t i = 0; i < kFeatures; ++i)
      rows[i][i] = 1e-3;
    for (const TunePoint& point : points) {
      const Features x = features(point.schedule);
      for (std::size_t i = 0; i < kFeatures; ++i) {
        for (std::size_t k = 0; k < kFeatures; ++k)
          rows[i][k] += x[i] * x[k];
        rows[i][kFeatures] += x[i] * std::log(static_cast<double>(point.cycles));
      }
    }
    for (std::size_t i = 0; i < kFeatures; ++i) // the matrix is positive definite
      for (std::size_t k = 0; k < kFeatures; ++k) {
        if (k == i)
          continue;
        const double factor = rows[k][i] / rows[i][i];
        for (std::size_t c = i; c <= kFeatures; ++c)
          rows[k][c] -= factor * rows[i][c];
      }
    for (std::size_t i = 0; i < kFeatures; ++i)
      weights_[i] = rows[i][kFeatures] / rows[i][i];
  }
  [[nodiscard]] double guess(const MatmulSchedule& s) const {
    const Features x = features(s);
    return std::inner_product(x.begin(), x.end(), weights_.begin(), 0.0);
  }

private:
  static Features features(const MatmulSchedule& s) {
    const auto log2 = [](std::uint32_t n) { return std::log2(static_cast<double>(n)); };
    return {1,
            log2(s.rows),
            log2(s.columns),
            log2(s.rows) * log2(s.columns),
            log2(s.unroll),
            log2(s.tile[0]),
            log2(s.tile[1]),
            log2(s.tile[2]),
            s.order[2] == 'k' ? 1.0 : 0.0,
            s.packed ? 1.0 : 0.0};
  }
  Features weights_{};
};

class Tuner {
public:
  Tuner(TuneSubject subject, const TuneOptions& options, const MeasurePoints& measure_points)
      : subject_(std::move(subject)), space_(subject_.size), options_(options),
        measure_points_(measure_points), random_(options.seed) {
    out_.size = subject_.size;
    out_.space = subject_.space = space_.all().size();
    out_.bound = cycle_bound(subject_.size, *subject_.machine);
  }

  Result<Tuned> run() {
    const auto naive = measure_points_(subject_, {naive_schedule(out_.size)});
    if (!naive)
      return naive.diagnostics();
    if (naive->empty()) {
      Diagnostic ended;
      ended.message = "tuning was ended before the naive loops were measured";
      return ended;
    }
    out_.naive = naive->front();
    const bool good = options_.search == Search::grid     ? grid()
                      : options_.search == Search::random ? random(options_.budget)
                                                          : evolve();
    if (!good)
      return problems_;
    if (out_.points.empty())
      out_.points.push_back(out_.naive);
    for (std::size_t i = 0; i < out_.points.size(); ++i)
      if (out_.points[i].cycles < out_.points[out_.best].cycles)
        out_.best = i;
    return std::move(out_);
  }

private:
  [[nodiscard]] bool is_done() const { return ended_ || out_.points.size() >= options_.budget; }

  /// Measures new schedules within the budget. False on failure, with the reason in problems_.
  bool try_points(const std::vector<MatmulSchedule>& schedules) {
    std::vector<MatmulSchedule> missing;
    for (const MatmulSchedule& s : schedules)
      if (out_.points.size() + missing.size() < options_.budget && seen_.insert(text_of(s)).second)
        missing.push_back(s);
    if (missing.empty())
      return true;
    const auto points = measure_points_(subject_, missing);
    if (!points) {
      problems_ = points.diagnostics();
      return false;
    }
    out_.points.insert(out_.points.end(), points->begin(), points->end());
    ended_ = points->size() < missing.size();
    return true;
  }

  /// Measures points spaced evenly over the whole space.
  bool grid() {
    const std::vector<MatmulSchedule>& all = space_.all();
    const std::size_t step =
        std::max<std::size_t>(1, (all.size() + options_.budget - 1) / options_.budget);
    std::vector<MatmulSchedule> chosen;
    for (std::size_t i = 0; i < all.size(); i += step)
      chosen.push_back(all[i]);
    return try_points(chosen);
  }
  bool random(std::size_t count) {
    const std::vector<MatmulSchedule>& all = space_.all();
    std::vector<MatmulSchedule> chosen;
    std::set<std::string> drawn;
    for (std::size_t tries = 0; chosen.size() < count && tries < 20 * count; ++tries) {
      const MatmulSchedule& s = all[random_() % all.size()];
      if (drawn.insert(text_of(s)).second)
        chosen.push_back(s);
    }
    return try_points(chosen);
  }
  bool evolve() {
    if (!random(std::max<std::size_t>(8, options_.budget / 4)))
      return false;
    constexpr std::size_t kMeasured = 8;
    for (unsigned idle = 0; !is_done() && idle < 20;) {
      std::vector<MatmulSchedule> best = likely_children();
      best.resize(std::min(kMeasured, best.size()));
      const std::size_t before = out_.points.size();
      if (!try_points(best))
        return false;
      idle = out_.points.size() == before ? idle + 1 : 0;
    }
    return true;
  }
  /// New mutations of the best schedules, those with the lowest predicted cycles first.
  std::vector<MatmulSchedule> likely_children() {
    constexpr std::size_t kParents = 6;
    constexpr std::size_t kChildren = 64;
    std::vector<TunePoint> parents = out_.points;
    std::sort(parents.begin(), parents.end(),
              [](const TunePoint& x, const TunePoint& y) { return x.cycles < y.cycles; });
    parents.resize(std::min(parents.size(), kParents));
    CostModel model;
    model.learn(out_.points);
    std::vector<MatmulSchedule> children;
    for (std::size_t i = 0; i < kChildren; ++i) {
      MatmulSchedule child = parents[random_() % parents.size()].schedule;
      for (std::uint64_t changes = 1 + random_() % 2; changes > 0; --changes)
        child = space_.changed(child, random_);
      if (!seen_.contains(text_of(child)))
        children.push_back(child);
    }
    std::stable_sort(children.begin(), children.end(),
                     [&model](const MatmulSchedule& x, const MatmulSchedule& y) {
                       return model.guess(x) < model.guess(y);
                     });
    return children;
  }

  TuneSubject subject_;
  ScheduleSpace space_;
  const TuneOptions& options_;
  const MeasurePoints& measure_points_;
  std::mt19937_64 random_;
  std::set<std::string> seen_;
  bool ended_ = false;
  Diagnostics problems_;
  Tuned out_;
};

/// A convolution is the product of its weights and its unfolded input (im2col, Chellapilla et al.
/// 2006), with one column per window.
std::optional<MatmulSize> product_of(const Graph& graph, const Node& node) {
  const auto size = [](std::int64_t m, std::int64_t n, std::int64_t k) {
    return MatmulSize{static_cast<std::uint32_t>(m), static_cast<std::uint32_t>(n),
                      static_cast<std::uint32_t>(k)};
  };
  if (node.op == Op::conv2d) {
    const Shape& w = graph.nodes[node.inputs[1]].shape;
    return size(w[0], elements_of(node.shape) / w[0], w[1] * w[2] * w[3]);
  }
  if (node.op != Op::matmul || is_transposed(node.attributes))
    return std::nullopt;
  const std::size_t rank = node.shape.size(); // of a batch each product
  return size(node.shape[rank - 2], node.shape[rank - 1], graph.nodes[node.inputs[0]].shape.back());
}

/// The products that a result is made of by element-wise operators and views alone.
std::vector<NodeId> products_behind(const Graph& graph, NodeId id) {
  std::vector<NodeId> open{id};
  std::set<NodeId> seen{id};
  std::vector<NodeId> out;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Node& node = graph.nodes[open[i]];
    if (node.op == Op::matmul || node.op == Op::conv2d) {
      out.push_back(open[i]);
      continue;
    }
    if (!is_elementwise(node.op) && info(node.op).kind != OpClass::view)
      continue;
    for (const NodeId in : node.inputs)
      if (seen.insert(in).second)
        open.push_back(in);
  }
  return out;
}

} // namespace

Result<Tuned> tune(const Graph& graph, NodeId id, const machine::Machine& machine,
                   const TuneOptions& options, const MeasurePoints& measure_points) {
  const Node& node = graph.nodes[id];
  const auto problem = [&](std::string message, std::string expected) {
    Diagnostic out;
    out.file = graph.name;
    out.line = node.place.line;
    out.column = node.place.column;
    out.message = std::move(message);
    out.expected = std::move(expected);
    return out;
  };
  const std::vector<NodeId> products = products_behind(graph, id);
  if (products.size() > 1) {
    std::string names;
    for (const NodeId each : products)
      names += (names.empty() ? "" : ", ") + graph.nodes[each].name;
    return problem(fmt::format("{} is made of {} products", node.name, products.size()),
                   fmt::format("one of {}", names));
  }
  const auto found =
      products.empty() ? std::nullopt : product_of(graph, graph.nodes[products.front()]);
  if (!found)
    return problem(fmt::format("{} is no product of two matrices", text_of(graph, id)),
                   "a matmul without transposition, or a conv2d");
  const MatmulSize& size = *found;
  if (std::max({size.m, size.n, size.k}) > kMostTunedSize)
    return problem(fmt::format("a product of {} x {} x {}", size.m, size.n, size.k),
                   fmt::format("sizes up to {}", kMostTunedSize));
  TuneSubject subject{size, &machine, random_tensor(Type::f64, {size.m, size.k}, 1),
                      random_tensor(Type::f64, {size.k, size.n}, 2)};
  return Tuner(std::move(subject), options, measure_points).run();
}

} // namespace stallscope::graph
