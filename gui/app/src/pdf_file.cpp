#include "pdf_file.hpp"

#include "model/files/settings.hpp"
#include "model/language/strings.hpp"

#include <fmt/format.h>

#include <memory>

#ifdef STALLSCOPE_RSVG
#include <cairo-pdf.h>
#include <librsvg/rsvg.h>
#endif

namespace stallscope::gui {

#ifdef STALLSCOPE_RSVG

namespace {

struct PdfDeleter {
  void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
  void operator()(GError* error) const { g_error_free(error); }
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
template <class T> using Held = std::unique_ptr<T, PdfDeleter>;

/// Points per pixel of a drawing: 72 points and 96 pixels per inch.
constexpr double kPointsPerPixel = 0.75;

cairo_status_t append_piece(void* text, const unsigned char* bytes, unsigned length) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), length);
  return CAIRO_STATUS_SUCCESS;
}

std::string pdf_failed(const std::string& file, GError* error) {
  const Held<GError> held(error);
  return tr(Text::save_failed, {file, held != nullptr ? held->message : "librsvg"});
}

} // namespace

std::string write_pdf(const std::string& file, const std::string& svg) {
  GError* error = nullptr;
  const Held<RsvgHandle> drawing(rsvg_handle_new_from_data(
      reinterpret_cast<const guint8*>(svg.data()), static_cast<gsize>(svg.size()), &error));
  if (drawing == nullptr)
    return pdf_failed(file, error);
  RsvgRectangle page{0, 0, 0, 0};
  if (rsvg_handle_get_intrinsic_size_in_pixels(drawing.get(), &page.width, &page.height) == 0)
    return tr(Text::save_failed, {file, "the drawing has no size"});
  page.width *= kPointsPerPixel;
  page.height *= kPointsPerPixel;
  std::string text;
  const Held<cairo_surface_t> surface(
      cairo_pdf_surface_create_for_stream(append_piece, &text, page.width, page.height));
  const Held<cairo_t> cairo(cairo_create(surface.get()));
  if (rsvg_handle_render_document(drawing.get(), cairo.get(), &page, &error) == 0)
    return pdf_failed(file, error);
  cairo_show_page(cairo.get());
  cairo_surface_finish(surface.get());
  const cairo_status_t status = cairo_surface_status(surface.get());
  if (status != CAIRO_STATUS_SUCCESS)
    return tr(Text::save_failed, {file, cairo_status_to_string(status)});
  const std::string why = write_whole_file(file, text);
  return why.empty() ? why : tr(Text::save_failed, {file, why});
}

#else

std::string write_pdf(const std::string& file, const std::string& /*svg*/) {
  return tr(Text::not_built_with, {file, "librsvg2-dev", ".svg"});
}

#endif

} // namespace stallscope::gui
