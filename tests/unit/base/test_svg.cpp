#include "base/svg.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;

namespace {

template <class Draw> std::string drawn(const Draw& draw, unsigned decimals = 1) {
  std::string body;
  svg::Pen pen(body, decimals);
  draw(pen);
  return body;
}

} // namespace

TEST_CASE("svg: numbers without trailing zeros") {
  CHECK(svg::number(12) == "12");
  CHECK(svg::number(12.34) == "12.3");
  CHECK(svg::number(12.34, 2) == "12.34");
  CHECK(svg::number(12.3, 2) == "12.3");
  CHECK(svg::number(100, 0) == "100");
  CHECK(svg::number(-0.5) == "-0.5");
}

TEST_CASE("svg: texts are escaped, control characters removed") {
  CHECK(svg::escaped("a<b & \"c\"\x01") == "a&lt;b &amp; &quot;c&quot; ");
}

TEST_CASE("svg: shapes") {
  CHECK(drawn([](svg::Pen& pen) { pen.rect(1, 2, 3.25, 4, "fill=\"#fff\""); }) ==
        "<rect fill=\"#fff\" x=\"1\" y=\"2\" width=\"3.2\" height=\"4\"/>");
  CHECK(drawn([](svg::Pen& pen) { pen.rect(1, 2, 3.25, 4, {}, "a < b"); }, 2) ==
        "<rect x=\"1\" y=\"2\" width=\"3.25\" height=\"4\"><title>a &lt; b</title></rect>");
  CHECK(drawn([](svg::Pen& pen) { pen.text(1, 2, "add & sub"); }) ==
        "<text x=\"1\" y=\"2\" xml:space=\"preserve\">add &amp; sub</text>\n");
  CHECK(drawn([](svg::Pen& pen) { pen.text(1, 2, "add", "class=\"dim\"", "middle"); }) ==
        "<text class=\"dim\" x=\"1\" y=\"2\" text-anchor=\"middle\" xml:space=\"preserve\">add"
        "</text>\n");
  CHECK(drawn([](svg::Pen& pen) { pen.line(0, 0, 5, 6, "stroke=\"#333\""); }) ==
        "<line stroke=\"#333\" x1=\"0\" y1=\"0\" x2=\"5\" y2=\"6\"/>\n");
  CHECK(drawn([](svg::Pen& pen) { pen.circle(1, 2, 3.5, "fill=\"red\"", "here"); }) ==
        "<circle fill=\"red\" cx=\"1\" cy=\"2\" r=\"3.5\"><title>here</title></circle>\n");
  CHECK(drawn([](svg::Pen& pen) {
          pen.path("M0 0L1 1", "class=\"arrow\"");
          pen.polyline("0,0 1,1", "fill=\"none\"");
          pen.polygon("0,0 1,1 1,0", {});
        }) == "<path class=\"arrow\" d=\"M0 0L1 1\"/>\n"
              "<polyline fill=\"none\" points=\"0,0 1,1\"/>\n"
              "<polygon points=\"0,0 1,1 1,0\"/>\n");
}

TEST_CASE("svg: groups, moved shapes and clips") {
  CHECK(drawn([](svg::Pen& pen) {
          pen.begin_group("data-op=\"3\"", "instruction 3");
          pen.end_group();
          pen.begin_group();
          pen.tooltip("");
          pen.end_group();
          pen.place("<path d=\"M0 0\"/>\n", 24, 2.5);
          pen.begin_clip("c1", 0, 0, 5, 6);
          pen.end_group();
        }) == "<g data-op=\"3\"><title>instruction 3</title></g>\n"
              "<g><title></title></g>\n"
              "<g transform=\"translate(24 2.5)\">\n<path d=\"M0 0\"/>\n</g>\n"
              "<clipPath id=\"c1\"><rect x=\"0\" y=\"0\" width=\"5\" height=\"6\"/></clipPath>\n"
              "<g clip-path=\"url(#c1)\">\n</g>\n");
}

TEST_CASE("svg: documents") {
  svg::Document of;
  of.width = 40;
  of.height = 30.5;
  CHECK(svg::document(of, "<g/>\n") ==
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30.5\" "
        "viewBox=\"0 0 40 30.5\">\n<rect fill=\"#fff\" width=\"40\" height=\"30.5\"/>\n<g/>\n"
        "</svg>\n");
  of.left = -2;
  of.title = "a & b";
  of.attributes = "font-size=\"12\"";
  of.head = svg::arrow_head("arrow", "#444");
  const std::string text = svg::document(of, {});
  CHECK(text.find("viewBox=\"-2 0 40 30.5\" font-size=\"12\">\n<title>a &amp; b</title>\n"
                  "<defs><marker id=\"arrow\"") != std::string::npos);
  CHECK(text.find("<rect fill=\"#fff\" x=\"-2\" y=\"0\" width=\"40\"") != std::string::npos);
}
