#include "base/check.hpp"
#include "base/markup.hpp"
#include "train/collective_report.hpp"

#include <fmt/format.h>

#include <bit>

namespace stallscope::cli {

namespace {

using training::NodeData;

constexpr unsigned kNodeWidth = 96;
constexpr unsigned kNodeGap = 28;
constexpr unsigned kCellHeight = 18;
constexpr unsigned kArrowHeight = 64; ///< between two rows
constexpr unsigned kLeft = 84;
constexpr unsigned kTop = 40;

/// Number of cells of a node: the maximum over all nodes and steps.
unsigned cells_of(const CollectiveReport& r) {
  return r.task.nodes;
}

unsigned row_height(const CollectiveReport& r) {
  return cells_of(r) * kCellHeight;
}

unsigned row_top(const CollectiveReport& r, std::size_t row) {
  return kTop + static_cast<unsigned>(row) * (row_height(r) + kArrowHeight);
}

unsigned node_left(std::uint32_t node) {
  return kLeft + node * (kNodeWidth + kNodeGap);
}

/// Darker with the number of contributions to a block.
std::string_view cell_fill(const CollectiveReport& r, const training::HeldBlock& held) {
  const bool complete = !adds(r.task.collective) ||
                        std::popcount(held.contributors) == static_cast<int>(r.task.nodes);
  return !held.held ? "#ffffff" : complete ? "#9ecae1" : "#deebf7";
}

/// The blocks of a node, one per line; for all-to-all only the blocks it has.
std::string node_cells(const CollectiveReport& r, const NodeData& data, std::uint32_t node,
                       unsigned top) {
  std::string out;
  unsigned place = 0;
  const bool only_held = r.task.collective == training::Collective::all_to_all;
  std::string rest;
  for (std::uint32_t block = 0; block < data.blocks(); ++block) {
    const training::HeldBlock& held = data.at(node, block);
    if (only_held && (!held.held || place == cells_of(r))) {
      rest += held.held ? " " + block_text(r.task, held, block) : "";
      continue;
    }
    const unsigned y = top + place++ * kCellHeight;
    out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" "
                       "stroke=\"#555\"/>"
                       "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                       node_left(node), y, kNodeWidth, kCellHeight, cell_fill(r, held),
                       node_left(node) + kNodeWidth / 2, y + 13,
                       escaped_markup(block_text(r.task, held, block)));
  }
  if (!rest.empty()) // more blocks than the node started with: blocks in transit
    out += fmt::format("<title>{}</title>\n", escaped_markup("further blocks:" + rest));
  return "<g>" + out + "</g>\n";
}

std::string step_arrows(const CollectiveReport& r, std::size_t step) {
  std::string out;
  const unsigned from_y = row_top(r, step) + row_height(r) + 2;
  const unsigned to_y = row_top(r, step + 1) - 4;
  for (const training::Message& m : r.run.steps[step])
    out +=
        fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" "
                    "marker-end=\"url(#head)\"{}><title>node {} to node {}: {} bytes</title>"
                    "</line>\n",
                    node_left(m.from) + kNodeWidth / 2, from_y, node_left(m.to) + kNodeWidth / 2,
                    to_y, m.added ? "#a63603" : "#333", m.added ? "" : " stroke-dasharray=\"5 3\"",
                    m.from, m.to, message_bytes(r.task, m));
  return out;
}

} // namespace

std::string collective_svg(const CollectiveReport& r) {
  const std::size_t rows = r.run.steps.size() + 1;
  const unsigned width = node_left(r.task.nodes) + 8;
  const unsigned height = row_top(r, rows) - kArrowHeight + 30;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\" font-size=\"11\">\n"
      "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" "
      "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n"
      "<text x=\"8\" y=\"16\" font-size=\"13\">{2} by {3}, {4} nodes, {5} bytes: {6} ns</text>\n",
      width, height, name(r.task.collective), name(r.task.algorithm), r.task.nodes, r.task.bytes,
      r.run.time_ns.text());
  NodeData data(r.task);
  for (std::size_t row = 0; row < rows; ++row) {
    const unsigned top = row_top(r, row);
    out += fmt::format("<text x=\"8\" y=\"{}\">{}</text>\n", top + 13,
                       row == 0 ? std::string("beginning") : fmt::format("step {}", row));
    for (std::uint32_t node = 0; node < r.task.nodes; ++node) {
      if (row == 0)
        out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">node {}</text>\n",
                           node_left(node) + kNodeWidth / 2, kTop - 6, node);
      out += node_cells(r, data, node, top);
    }
    if (row + 1 == rows)
      break;
    out += step_arrows(r, row);
    STALLSCOPE_CHECK(data.apply(r.run.steps[row]).empty(), "a step that has been run");
  }
  out += fmt::format("<text x=\"8\" y=\"{}\">solid: added to what is there; dashed: "
                     "copied</text>\n</svg>\n",
                     height - 8);
  return out;
}

} // namespace stallscope::cli
