// Pages as a PDF, by librsvg and cairo. These are loaded when a PDF is made, and not linked: otherwise each command
// would begin five times as slowly.
#include "interpreter/cli/files/written.hpp"
#include "interpreter/print/print.hpp"

#ifdef GLINT_WITH_PDF
#include <exception>

#include <cairo-pdf.h>
#include <dlfcn.h>
#include <librsvg/rsvg.h>
#endif

namespace glint::cli {
#ifdef GLINT_WITH_PDF
namespace {

#ifdef __APPLE__
constexpr const char *kCairo = "libcairo.2.dylib", *kRsvg = "librsvg-2.2.dylib", *kObject = "libgobject-2.0.0.dylib",
                     *kInstall = "`brew install librsvg` installs it";
#else
constexpr const char *kCairo = "libcairo.so.2", *kRsvg = "librsvg-2.so.2", *kObject = "libgobject-2.0.so.0",
                     *kInstall = "`apt-get install librsvg2-2` installs it";
#endif

/// A function of a library that is there at run time.
template <class Function>
Function* loaded(const char* library, const char* name) {
  void* const opened = dlopen(library, RTLD_LAZY | RTLD_GLOBAL);
  void* const found = opened ? dlsym(opened, name) : nullptr;
  if (!found) stop(kUsage, std::string("a PDF takes the library ") + library + ", which is not there", kInstall);
  return reinterpret_cast<Function*>(found);
}
#define GLINT_LOADED(library, name) const auto name = loaded<decltype(::name)>(library, #name)

cairo_status_t append(void* text, const unsigned char* bytes, unsigned int count) try {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
} catch (const std::exception&) {  // it may not pass through the frames of a library in C
  return CAIRO_STATUS_NO_MEMORY;
}

}  // namespace

std::string pdf_of(const print::Kit& kit) {
  GLINT_LOADED(kRsvg, rsvg_handle_new_from_data);
  GLINT_LOADED(kRsvg, rsvg_handle_render_document);
  GLINT_LOADED(kObject, g_object_unref);
  GLINT_LOADED(kCairo, cairo_pdf_surface_create_for_stream);
  GLINT_LOADED(kCairo, cairo_pdf_surface_set_metadata);
  GLINT_LOADED(kCairo, cairo_pdf_surface_set_size);
  GLINT_LOADED(kCairo, cairo_create);
  GLINT_LOADED(kCairo, cairo_show_page);
  GLINT_LOADED(kCairo, cairo_destroy);
  GLINT_LOADED(kCairo, cairo_status);
  GLINT_LOADED(kCairo, cairo_surface_finish);
  GLINT_LOADED(kCairo, cairo_surface_destroy);
  constexpr double kPoints = 72 / 25.4;  // in a millimetre

  std::string pdf;
  cairo_surface_t* const surface = cairo_pdf_surface_create_for_stream(append, &pdf, 1, 1);
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, kit.title.c_str());
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");  // the same bytes
  cairo_t* const drawing = cairo_create(surface);
  bool is_drawn = true;
  for (const print::Page& page : kit.pages) {
    const RsvgRectangle whole = {0, 0, page.width * kPoints, page.height * kPoints};
    cairo_pdf_surface_set_size(surface, whole.width, whole.height);
    RsvgHandle* const svg =
        rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(page.svg.data()), page.svg.size(), nullptr);
    is_drawn = is_drawn && svg && rsvg_handle_render_document(svg, drawing, &whole, nullptr);
    if (svg) g_object_unref(svg);
    cairo_show_page(drawing);
  }
  is_drawn = is_drawn && cairo_status(drawing) == CAIRO_STATUS_SUCCESS;
  cairo_destroy(drawing);
  cairo_surface_finish(surface);
  cairo_surface_destroy(surface);
  if (!is_drawn) stop(kNo, "a page cannot be drawn");
  return pdf;
}

#else
std::string pdf_of(const print::Kit&) {
  stop(kUsage, "this glint was built without PDF",
       "librsvg 2.50 and cairo 1.16, with their headers, add it to a build");
}
#endif

}  // namespace glint::cli
