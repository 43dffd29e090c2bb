#include "svg/figure.hpp"

#include "report/palette.hpp"
#include "report/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

std::string of_class(std::string_view classes) {
  return fmt::format("class=\"{}\"", classes);
}

} // namespace

void Pen::rect(double x, double y, double w, double h, std::string_view classes) {
  svg_.rect(x, y, w, h, of_class(classes));
  extend(x + w, y + h);
}

void Pen::text(double x, double y, std::string_view classes, std::string_view words,
               std::string_view anchor) {
  svg_.text(x, y, words, of_class(classes), anchor);
}

void Pen::line(double x1, double y1, double x2, double y2, std::string_view classes) {
  svg_.line(x1, y1, x2, y2, of_class(classes));
  extend(std::max(x1, x2), std::max(y1, y2));
}

void Pen::path(std::string_view d, std::string_view classes) {
  svg_.path(d, of_class(classes));
}

void Pen::begin_group(std::string_view tooltip, OpId op) {
  svg_.begin_group(op ? fmt::format("data-op=\"{}\"", op.value) : std::string());
  svg_.tooltip(tooltip);
}

void Pen::end_group() {
  svg_.end_group();
}

void Pen::place(const Figure& inner, double x, double y) {
  svg_.place(inner.body, x, y);
  extend(x + inner.width, y + inner.height);
}

void Pen::extend(double x, double y) {
  figure_.width = std::max(figure_.width, x);
  figure_.height = std::max(figure_.height, y);
}

double text_width(std::string_view text, double size, bool monospace) {
  return static_cast<double>(cells(clean(text))) * size * (monospace ? 0.61 : 0.58);
}

double bold_width(std::string_view text, double size) {
  return static_cast<double>(cells(clean(text))) * size * 0.66;
}

const char* hatch_of(Reason reason) {
  switch (reason) {
  case Reason::raw:
  case Reason::bypass:
    return "slash";
  case Reason::activation:
  case Reason::data:
    return "slash";
  case Reason::gradient:
  case Reason::event:
  case Reason::war:
    return "backslash";
  case Reason::waw:
    return "cross";
  case Reason::unit_busy:
  case Reason::not_pipelined:
  case Reason::link_busy:
    return "bars";
  case Reason::stage_full:
  case Reason::queue_full:
  case Reason::branches_full:
  case Reason::reorder_full:
  case Reason::station_full:
  case Reason::load_full:
  case Reason::store_full:
  case Reason::buffer_full:
  case Reason::no_register:
  case Reason::serialising:
  case Reason::control:
  case Reason::memory_limit:
  case Reason::barrier:
  case Reason::other:
    return "lines";
  case Reason::read_port:
  case Reason::write_port:
  case Reason::memory_port:
  case Reason::pairing:
  case Reason::order:
    return "grid";
  case Reason::latency:
  case Reason::memory_latency:
  case Reason::fetch_latency:
  case Reason::icache_miss:
  case Reason::dcache_miss:
  case Reason::memory_order:
  case Reason::transfer:
  case Reason::input:
  case Reason::launch:
  case Reason::copy:
    return "dots";
  case Reason::mispredict:
  case Reason::redirect:
  case Reason::fetch_group:
  case Reason::exception:
    return "zigzag";
  case Reason::none:
  case Reason::fill:
  case Reason::drain:
  case Reason::idle:
    return nullptr;
  }
  return nullptr;
}

RowLines all_rows(std::size_t count) {
  RowLines lines;
  lines.count = count;
  for (std::size_t i = 0; i < count; ++i)
    lines.of_row.push_back(i);
  return lines;
}

RowLines lines_of(const std::vector<Pair>& pairs, bool is_a, std::size_t rows) {
  RowLines lines;
  lines.of_row.assign(rows, 0);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (const std::optional<std::size_t>& row = is_a ? pairs[i].a : pairs[i].b; row) {
      lines.of_row[*row] = i;
      lines.count = std::max(lines.count, i + 1);
    }
  return lines;
}

Figure text_figure(const std::vector<std::string>& lines, bool heading) {
  Figure figure;
  Pen pen(figure);
  const double step = heading ? 28 : 21;
  double y = step - 6;
  for (const std::string& words : lines) {
    pen.text(0, y, heading ? "title" : "", words);
    pen.extend(text_width(words, heading ? 20 : 14, false), y + 6);
    y += step;
  }
  return figure;
}

Figure stacked(const std::vector<Figure>& figures) {
  constexpr double kSpace = 26;
  Figure all;
  Pen pen(all);
  double y = 0;
  for (const Figure& figure : figures) {
    if (figure.height == 0)
      continue;
    pen.place(figure, 0, y);
    y = all.height + kSpace;
  }
  return all;
}

Figure beside(const Figure& a, const Figure& b) {
  constexpr double kSpace = 48;
  Figure both;
  Pen pen(both);
  pen.place(a, 0, 0);
  pen.place(b, a.width + kSpace, 0);
  return both;
}

std::string svg_hatches() {
  struct Hatch {
    const char* name;
    double size;
    const char* shape;
  };
  constexpr Hatch kHatches[] = {
      {"slash", 8, "<path class=\"ink\" stroke-width=\"1.6\" d=\"M-2 2L2 -2M0 8L8 0M6 10L10 6\"/>"},
      {"backslash", 8,
       "<path class=\"ink\" stroke-width=\"1.6\" d=\"M-2 6L2 10M0 0L8 8M6 -2L10 2\"/>"},
      {"cross", 8, "<path class=\"ink\" stroke-width=\"1.3\" d=\"M0 8L8 0M0 0L8 8\"/>"},
      {"bars", 7, "<path class=\"ink\" stroke-width=\"1.8\" d=\"M3.5 0V7\"/>"},
      {"lines", 6, "<path class=\"ink\" stroke-width=\"1.6\" d=\"M0 3H6\"/>"},
      {"grid", 8, "<path class=\"ink\" stroke-width=\"1.2\" d=\"M4 0V8M0 4H8\"/>"},
      {"dots", 7, "<circle class=\"dot\" cx=\"3.5\" cy=\"3.5\" r=\"1.5\"/>"},
      {"zigzag", 10, "<path class=\"ink\" stroke-width=\"1.6\" d=\"M0 7L5 2L10 7\"/>"},
  };
  std::string out = "<defs>";
  for (const Hatch& hatch : kHatches)
    out += fmt::format("<pattern id=\"{}\" width=\"{}\" height=\"{}\" "
                       "patternUnits=\"userSpaceOnUse\">{}</pattern>",
                       hatch.name, svg::number(hatch.size), svg::number(hatch.size), hatch.shape);
  out += "</defs>\n";
  return out;
}

std::string figure_styles() {
  std::string css =
      "text{font:14px 'Helvetica Neue',Arial,'DejaVu Sans',sans-serif;fill:#1a1a1a}"
      ".mono{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:13px}"
      ".title{font-size:20px;font-weight:bold}.head{font-weight:bold}"
      ".small{font-size:12px}.dim{fill:#6b6b6b}"
      ".halo{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}"
      ".page{fill:#fff}.cell{fill:#fff;stroke:#d5d5d5}.rule{stroke:#1a1a1a;stroke-width:1.5}"
      ".wrong{fill:#f2f2f2;stroke:#8a8a8a;stroke-dasharray:4 3}"
      ".late{fill:none;stroke:#8a8a8a;stroke-dasharray:2 3}"
      ".differs{fill:none;stroke:#1a1a1a;stroke-width:2.5}.corner{fill:#1a1a1a}"
      ".ink{stroke:#1a1a1a;stroke-opacity:.42;fill:none}.dot{fill:#1a1a1a;fill-opacity:.42}"
      ".arrow{fill:none;stroke:#1a1a1a;stroke-width:1.6}.early{stroke-dasharray:4 "
      "3;stroke-width:1.4}"
      ".tip{fill:#1a1a1a}.used{fill:#009e73;stroke:#fff}.lost{fill:#f3d3b3;stroke:#fff}";
  for (std::size_t i = 0; i < kOpColors.size(); ++i)
    css += fmt::format(".c{}{{fill:{};stroke:{}}}", i, kOpColors[i].light, kOpColors[i].edge);
  return css;
}

std::string dark_figure_styles() {
  std::string css = "text{fill:#eaeaea}.dim{fill:#a8a8a8}.halo{stroke:#16181c}"
                    ".page{fill:#16181c}.cell{fill:#1d2026;stroke:#3c414a}.rule{stroke:#eaeaea}"
                    ".wrong{fill:#24272d;stroke:#8a8a8a}.differs{stroke:#fff}.corner{fill:#fff}"
                    ".ink{stroke:#fff}.dot{fill:#fff}.arrow{stroke:#eaeaea}.tip{fill:#eaeaea}"
                    ".used{fill:#00795a;stroke:#16181c}.lost{fill:#6b4520;stroke:#16181c}";
  for (std::size_t i = 0; i < kOpColors.size(); ++i)
    css += fmt::format(".c{}{{fill:{};stroke:{}}}", i, kOpColors[i].dark, kOpColors[i].edge);
  return css;
}

std::string svg_document(const Figure& figure, const std::string& title) {
  constexpr double kMargin = 24;
  svg::Document document;
  document.width = figure.width + 2 * kMargin;
  document.height = figure.height + 2 * kMargin;
  document.title = title;
  document.attributes = "role=\"img\"";
  document.head = fmt::format("<style>{}</style>\n{}", figure_styles(), svg_hatches());
  document.ground = of_class("page");
  std::string body;
  svg::Pen(body).place(figure.body, kMargin, kMargin);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg::document(document, body);
}

std::string svg_element(const Figure& figure, const std::string& title) {
  return fmt::format("<svg width=\"{0}\" height=\"{1}\" viewBox=\"-1 -1 {2} {3}\" role=\"img\" "
                     "aria-label=\"{4}\">\n{5}</svg>\n",
                     svg::number(figure.width + 2), svg::number(figure.height + 2),
                     svg::number(figure.width + 2), svg::number(figure.height + 2), escaped(title),
                     figure.body);
}

} // namespace stallscope::trace
