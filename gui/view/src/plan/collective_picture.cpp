#include "view/plan/collective_picture.hpp"

#include "training/collectives/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace stallscope::gui {

namespace {

/// Positions and size of the nodes.
struct Circle {
  Point middle;
  float radius_x = 0;
  float radius_y = 0;
  float width = 0; ///< width of a node
  float height = 0;
  std::uint32_t nodes = 1;

  [[nodiscard]] Rect node(std::uint32_t index) const {
    const double angle = 2 * std::numbers::pi * index / nodes - std::numbers::pi / 2;
    const Point at{middle.x + radius_x * static_cast<float>(std::cos(angle)),
                   middle.y + radius_y * static_cast<float>(std::sin(angle))};
    return {at.x - width / 2, at.y - height / 2, at.x + width / 2, at.y + height / 2};
  }
};

Circle circle_in(const Style& style, const Rect& area, std::uint32_t nodes) {
  Circle circle;
  circle.nodes = nodes;
  circle.middle = area.centre();
  circle.width = std::min(style.px(150), area.width() / (1.5F + static_cast<float>(nodes) / 3));
  circle.height = style.sizes.body * 2 + style.px(22);
  circle.radius_x = std::max(0.0F, (area.width() - circle.width) / 2 - style.px(8));
  circle.radius_y = std::max(0.0F, (area.height() - circle.height) / 2 - style.px(8));
  return circle;
}

std::string letter_of_block(std::uint32_t block) {
  constexpr std::uint32_t kLetters = 26;
  return block < kLetters ? std::string(1, static_cast<char>('a' + block))
                          : std::to_string(block + 1);
}

/// Draws the blocks of a node as cells, coloured by the number of contributions.
void draw_blocks(Canvas& canvas, const Style& style, const Rect& rect,
                 const CollectiveCourse& course, const training::NodeData& data,
                 std::uint32_t node) {
  const std::uint32_t blocks = data.blocks();
  const float width = rect.width() / static_cast<float>(blocks);
  const bool adds = training::adds(course.task.collective);
  for (std::uint32_t block = 0; block < blocks; ++block) {
    const training::HeldBlock& held = data.at(node, block);
    const float left = rect.left + width * static_cast<float>(block);
    const Rect cell{left + 0.5F, rect.top, left + width - 0.5F, rect.bottom};
    if (!held.held) {
      canvas.outline(cell, style.colours.line, style.stroke, style.px(2));
      continue;
    }
    const auto added = static_cast<float>(std::popcount(held.contributors));
    const float share = adds ? added / static_cast<float>(course.task.nodes) : 1;
    const Colour ground = mixed(style.colours.surface, style.colours.operations[2],
                                adds ? 0.2F + 0.8F * share : 0.8F);
    canvas.fill(cell, ground, style.px(2));
    const std::string words =
        adds && added > 1 ? fmt::format("{}{}", letter_of_block(block), static_cast<int>(added))
                          : letter_of_block(block);
    if (canvas.text_width(words, Face::bold, style.sizes.small) <= cell.width())
      draw_label(canvas, cell, words, Face::bold, style.sizes.small, ink_on(ground));
  }
}

void draw_way(Canvas& canvas, const Style& style, const Circle& circle,
              const training::Message& message) {
  const Point from = circle.node(message.from).centre();
  const Point to = circle.node(message.to).centre();
  draw_bent_arrow(canvas, from, to, style.px(18),
                  message.added ? style.colours.good : style.colours.accent, style.px(2.2F),
                  message.added ? Dash::solid : Dash::dashed);
}

void draw_message(Canvas& canvas, const Style& style, const Circle& circle,
                  const training::Message& message, float arrived) {
  const Palette& c = style.colours;
  const Point from = circle.node(message.from).centre();
  const Point to = circle.node(message.to).centre();
  const Colour colour = message.added ? c.good : c.accent;
  std::string words = message.added ? "+" : "";
  for (std::size_t i = 0; i < message.blocks.size() && i < 6; ++i)
    words += letter_of_block(message.blocks[i]);
  const Point at{from.x + (to.x - from.x) * arrived, from.y + (to.y - from.y) * arrived};
  const float width = canvas.text_width(words, Face::bold, style.sizes.body) + style.px(12);
  const Rect chunk{at.x - width / 2, at.y - style.sizes.body * 0.8F, at.x + width / 2,
                   at.y + style.sizes.body * 0.8F};
  canvas.fill(chunk, colour, style.px(4));
  draw_label(canvas, chunk, words, Face::bold, style.sizes.body, ink_on(colour));
}

} // namespace

void draw_collective(Canvas& canvas, const Style& style, const Rect& area,
                     const CollectiveCourse& course, std::uint64_t step, float arrived) {
  const Palette& c = style.colours;
  training::NodeData data(course.task);
  const std::size_t done = std::min<std::size_t>(step, course.steps.size());
  for (std::size_t i = 0; i < done; ++i)
    (void)data.apply(course.steps[i]); // tests of the library check the steps
  const Circle circle = circle_in(style, area, course.task.nodes);
  if (done > 0) // text below the nodes
    for (const training::Message& message : course.steps[done - 1])
      draw_way(canvas, style, circle, message);
  for (std::uint32_t node = 0; node < course.task.nodes; ++node) {
    const Rect place = circle.node(node);
    canvas.fill(place, c.raised, style.px(6));
    canvas.outline(place, c.line_strong, style.stroke, style.px(6));
    const Rect name{place.left, place.top, place.right, place.top + place.height() / 2};
    draw_label(canvas, name, fmt::format("{}", node), Face::bold, style.sizes.body, c.text);
    draw_blocks(canvas, style,
                Rect{place.left, place.top + place.height() / 2, place.right, place.bottom}.inset(
                    style.px(4)),
                course, data, node);
  }
  if (done > 0)
    for (const training::Message& message : course.steps[done - 1])
      draw_message(canvas, style, circle, message, 0.25F + 0.5F * arrived);
}

} // namespace stallscope::gui
