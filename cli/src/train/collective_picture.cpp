#include "base/check.hpp"
#include "base/svg.hpp"
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

/// The blocks of a node, one below the other; of all-to-all those that it has.
void draw_node(svg::Pen& pen, const CollectiveReport& r, const NodeData& data, std::uint32_t node,
               unsigned top) {
  pen.begin_group();
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
    pen.rect(node_left(node), y, kNodeWidth, kCellHeight,
             fmt::format("fill=\"{}\" stroke=\"#555\"", cell_fill(r, held)));
    pen.text(node_left(node) + kNodeWidth / 2, y + 13, block_text(r.task, held, block), {},
             "middle");
  }
  if (!rest.empty()) // more than a node begins with: on its way
    pen.tooltip("further blocks:" + rest);
  pen.end_group();
}

void draw_step(svg::Pen& pen, const CollectiveReport& r, std::size_t step) {
  const unsigned from_y = row_top(r, step) + row_height(r) + 2;
  const unsigned to_y = row_top(r, step + 1) - 4;
  for (const training::Message& m : r.run.steps[step])
    pen.line(node_left(m.from) + kNodeWidth / 2, from_y, node_left(m.to) + kNodeWidth / 2, to_y,
             fmt::format("stroke=\"{}\" marker-end=\"url(#head)\"{}", m.added ? "#a63603" : "#333",
                         m.added ? "" : " stroke-dasharray=\"5 3\""),
             fmt::format("node {} to node {}: {} bytes", m.from, m.to, message_bytes(r.task, m)));
}

} // namespace

std::string collective_svg(const CollectiveReport& r) {
  const std::size_t rows = r.run.steps.size() + 1;
  svg::Document document;
  document.width = node_left(r.task.nodes) + 8;
  document.height = row_top(r, rows) - kArrowHeight + 30;
  document.attributes = "font-family=\"sans-serif\" font-size=\"11\"";
  document.head = svg::arrow_head("head", "#000");
  std::string body;
  svg::Pen pen(body);
  pen.text(8, 16,
           fmt::format("{} by {}, {} nodes, {} bytes: {} ns", name(r.task.collective),
                       name(r.task.algorithm), r.task.nodes, r.task.bytes, r.run.time_ns.text()),
           "font-size=\"13\"");
  NodeData data(r.task);
  for (std::size_t row = 0; row < rows; ++row) {
    const unsigned top = row_top(r, row);
    pen.text(8, top + 13, row == 0 ? std::string("beginning") : fmt::format("step {}", row));
    for (std::uint32_t node = 0; node < r.task.nodes; ++node) {
      if (row == 0)
        pen.text(node_left(node) + kNodeWidth / 2, kTop - 6, fmt::format("node {}", node), {},
                 "middle");
      draw_node(pen, r, data, node, top);
    }
    if (row + 1 == rows)
      break;
    draw_step(pen, r, row);
    STALLSCOPE_CHECK(data.apply(r.run.steps[row]).empty(), "a step that has been run");
  }
  pen.text(8, document.height - 8, "solid: added to what is there; dashed: copied");
  return svg::document(document, body);
}

} // namespace stallscope::cli
