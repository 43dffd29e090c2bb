#include "base/svg.hpp"

#include "base/markup.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

namespace stallscope::svg {

std::string escaped(std::string_view text) {
  return escaped_markup(clean(text));
}

std::string number(double value, unsigned decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (decimals > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
      text.pop_back();
  }
  return text;
}

void Pen::open(std::string_view element, std::string_view attributes) {
  body_ += fmt::format("<{}", element);
  if (!attributes.empty())
    body_ += fmt::format(" {}", attributes);
}

void Pen::close(std::string_view element, std::string_view tooltip) {
  body_ += tooltip.empty() ? std::string("/>")
                           : fmt::format("><title>{}</title></{}>", escaped(tooltip), element);
}

void Pen::rect(double x, double y, double width, double height, std::string_view attributes,
               std::string_view tooltip) {
  open("rect", attributes);
  body_ += fmt::format(" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", at(x), at(y), at(width),
                       at(height));
  close("rect", tooltip);
}

void Pen::text(double x, double y, std::string_view words, std::string_view attributes,
               std::string_view anchor) {
  open("text", attributes);
  body_ += fmt::format(" x=\"{}\" y=\"{}\"", at(x), at(y));
  if (anchor != "start")
    body_ += fmt::format(" text-anchor=\"{}\"", anchor);
  body_ += fmt::format(" xml:space=\"preserve\">{}</text>\n", escaped(words));
}

void Pen::line(double x1, double y1, double x2, double y2, std::string_view attributes,
               std::string_view tooltip) {
  open("line", attributes);
  body_ += fmt::format(" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", at(x1), at(y1), at(x2), at(y2));
  close("line", tooltip);
  body_ += "\n";
}

void Pen::circle(double x, double y, double radius, std::string_view attributes,
                 std::string_view tooltip) {
  open("circle", attributes);
  body_ += fmt::format(" cx=\"{}\" cy=\"{}\" r=\"{}\"", at(x), at(y), at(radius));
  close("circle", tooltip);
  body_ += "\n";
}

void Pen::path(std::string_view d, std::string_view attributes) {
  open("path", attributes);
  body_ += fmt::format(" d=\"{}\"/>\n", d);
}

void Pen::polyline(std::string_view points, std::string_view attributes) {
  open("polyline", attributes);
  body_ += fmt::format(" points=\"{}\"/>\n", points);
}

void Pen::polygon(std::string_view points, std::string_view attributes) {
  open("polygon", attributes);
  body_ += fmt::format(" points=\"{}\"/>\n", points);
}

void Pen::begin_group(std::string_view attributes, std::string_view words) {
  open("g", attributes);
  body_ += ">";
  if (!words.empty())
    tooltip(words);
}

void Pen::end_group() {
  body_ += "</g>\n";
}

void Pen::tooltip(std::string_view words) {
  body_ += fmt::format("<title>{}</title>", escaped(words));
}

void Pen::place(std::string_view shapes, double x, double y) {
  body_ += fmt::format("<g transform=\"translate({} {})\">\n{}</g>\n", at(x), at(y), shapes);
}

void Pen::begin_clip(std::string_view name, double x, double y, double width, double height) {
  body_ += fmt::format("<clipPath id=\"{}\">", name);
  rect(x, y, width, height, {});
  body_ += fmt::format("</clipPath>\n<g clip-path=\"url(#{})\">\n", name);
}

std::string document(const Document& of, std::string_view body) {
  const std::string width = number(of.width);
  const std::string height = number(of.height);
  std::string out =
      fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                  "viewBox=\"{2} {3} {0} {1}\"{4}{5}>\n",
                  width, height, number(of.left), number(of.top), of.attributes.empty() ? "" : " ",
                  of.attributes);
  if (!of.title.empty())
    out += fmt::format("<title>{}</title>\n", escaped(of.title));
  out += of.head;
  const std::string corner =
      of.left != 0 || of.top != 0
          ? fmt::format(" x=\"{}\" y=\"{}\"", number(of.left), number(of.top))
          : std::string();
  return out + fmt::format("<rect {}{} width=\"{}\" height=\"{}\"/>\n{}</svg>\n", of.ground, corner,
                           width, height, body);
}

std::string arrow_head(std::string_view name, std::string_view fill) {
  return fmt::format("<defs><marker id=\"{}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" "
                     "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
                     "<path d=\"M0 0L8 4L0 8z\" fill=\"{}\"/></marker></defs>\n",
                     name, fill);
}

} // namespace stallscope::svg
