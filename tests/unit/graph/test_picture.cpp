#include "graph/differentiate/differentiate.hpp"
#include "graph/notation/examples.hpp"
#include "graph/report/dot.hpp"
#include "graph_text.hpp"

#include <catch2/catch.hpp>

#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

struct Rect {
  double x, y, width, height;
};

/// All numbers of a text.
std::vector<double> numbers_of(const std::string& text) {
  std::vector<double> out;
  const std::regex number("-?[0-9]+(\\.[0-9]+)?");
  for (std::sregex_iterator i(text.begin(), text.end(), number), end; i != end; ++i)
    out.push_back(std::stod(i->str()));
  return out;
}

std::vector<Rect> boxes_of(const std::string& svg) {
  std::vector<Rect> out;
  const std::regex rect("<rect rx=[^>]* x=\"([-0-9.]+)\" y=\"([-0-9.]+)\" width=\"([-0-9.]+)\" "
                        "height=\"([-0-9.]+)\"");
  for (std::sregex_iterator i(svg.begin(), svg.end(), rect), end; i != end; ++i)
    out.push_back({std::stod((*i)[1]), std::stod((*i)[2]), std::stod((*i)[3]), std::stod((*i)[4])});
  return out;
}

std::vector<std::string> paths_of(const std::string& svg) {
  std::vector<std::string> out;
  const std::regex path("<path fill=\"none\"[^>]* d=\"(M[^\"]*)\"");
  for (std::sregex_iterator i(svg.begin(), svg.end(), path), end; i != end; ++i)
    out.push_back((*i)[1]);
  return out;
}

/// Curves stay between layers, and what goes straight down a layer stands beside its boxes.
void check_picture(const Graph& g) {
  const std::string svg = svg_of(g, {});
  const std::vector<Rect> boxes = boxes_of(svg);
  const std::vector<std::string> paths = paths_of(svg);
  REQUIRE(boxes.size() > 2);
  REQUIRE(paths.size() > 2);
  std::set<std::pair<double, double>> ends;
  for (const std::string& path : paths) {
    double x = 0;
    double y = 0;
    const std::regex step("[MCV][^MCV]*");
    for (std::sregex_iterator i(path.begin(), path.end(), step), end; i != end; ++i) {
      const std::string text = i->str();
      const std::vector<double> at = numbers_of(text);
      const double next_y = at.back();
      for (const Rect& box : boxes) {
        INFO(path << " against a box at " << box.x << ", " << box.y);
        if (text[0] == 'C') // between rows
          CHECK((next_y <= box.y + 0.11 || y >= box.y + box.height - 0.11));
        if (text[0] == 'V' && y < box.y + box.height && next_y > box.y)
          CHECK((x < box.x || x > box.x + box.width));
      }
      if (text[0] != 'V')
        x = at[at.size() - 2];
      y = next_y;
    }
    CHECK(ends.emplace(x, y).second); // each edge ends at a point of its own
  }
}

} // namespace

TEST_CASE("picture: edges lead around boxes and end at different points", "[graph]") {
  for (const ExampleInfo& example : examples()) {
    INFO(example.name);
    const Graph g = without_composites(graph_of(example.text));
    check_picture(g);
    const NodeId y = g.outputs.front().node;
    std::vector<NodeId> wrt;
    for (NodeId id = 0; id < g.nodes.size(); ++id)
      if (g.at(id).op == Op::param || g.at(id).op == Op::input)
        wrt.push_back(id);
    check_picture(reverse(g, y, wrt).graph);
  }
}
