#pragma once

#include <string>
#include <string_view>

// The one writer of SVG pictures: every picture is made of its shapes and is a document of it.
namespace stallscope::svg {

/// Escapes text for XML and HTML content and attributes; removes control characters and invalid
/// UTF-8.
[[nodiscard]] std::string escaped(std::string_view text);

/// A coordinate or size with at most `decimals` decimal places, without trailing zeros.
[[nodiscard]] std::string number(double value, unsigned decimals = 1);

/// Appends shapes to the body of a picture. Sizes are in px, y grows downwards. `attributes` are
/// those besides position and size, as they are written: `class="cell"`, `fill="#fff"`; empty:
/// none. A tooltip is plain text; empty: none.
class Pen {
public:
  explicit Pen(std::string& body, unsigned decimals = 1) : body_(body), decimals_(decimals) {}

  void rect(double x, double y, double width, double height, std::string_view attributes,
            std::string_view tooltip = {});
  /// `anchor`: "start", "middle" or "end".
  void text(double x, double y, std::string_view words, std::string_view attributes = {},
            std::string_view anchor = "start");
  void line(double x1, double y1, double x2, double y2, std::string_view attributes,
            std::string_view tooltip = {});
  void circle(double x, double y, double radius, std::string_view attributes,
              std::string_view tooltip = {});
  void path(std::string_view d, std::string_view attributes);
  /// `points`: "x,y x,y ...".
  void polyline(std::string_view points, std::string_view attributes);
  void polygon(std::string_view points, std::string_view attributes);
  /// Everything until end_group() has these attributes and this tooltip.
  void begin_group(std::string_view attributes = {}, std::string_view tooltip = {});
  void end_group();
  /// Parts of a region without shapes of their own: the tooltip of the group that is open.
  void tooltip(std::string_view words);
  /// Inserts finished shapes, moved by (x, y).
  void place(std::string_view shapes, double x, double y);
  /// Everything until end_group() is drawn only within a rectangle. `name`: of its own in the
  /// picture.
  void begin_clip(std::string_view name, double x, double y, double width, double height);

private:
  [[nodiscard]] std::string at(double value) const { return number(value, decimals_); }
  void open(std::string_view element, std::string_view attributes);
  void close(std::string_view element, std::string_view tooltip);

  std::string& body_;
  unsigned decimals_;
};

/// What surrounds the shapes of a picture.
struct Document {
  double width = 0;
  double height = 0;
  double left = 0; ///< coordinates of the top left corner
  double top = 0;
  std::string title;                    ///< plain text; empty: none
  std::string attributes;               ///< of the <svg>, such as font-family="sans-serif"
  std::string head;                     ///< style sheet and definitions, as markup
  std::string ground = "fill=\"#fff\""; ///< attributes of the background rectangle
};

/// A complete <svg> element.
[[nodiscard]] std::string document(const Document& of, std::string_view body);

/// The definition of an arrow head for `marker-end="url(#name)"`, filled with a colour.
[[nodiscard]] std::string arrow_head(std::string_view name, std::string_view fill);

} // namespace stallscope::svg
