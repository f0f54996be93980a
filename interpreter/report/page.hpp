// Documents as HTML pages, and what other pages share with them. Pages have no scripts, and open without a network.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "interpreter/report/document.hpp"

namespace glint::report {

/// The whole page.
std::string page_of(const Document& document);

// -- for pages that are not documents, and for figures
/// Figures in a row, with their titles.
std::string html_of(const Figures& figures);
/// `style`: rules of this page alone.
std::string page_head(const std::string& title, const std::string& style = "");
inline constexpr const char* kPageTail = "</body>\n</html>\n";

/// Panels; the reader sees one, chosen by its button: without scripts, with the mouse or the arrow keys. The
/// name tells the groups of a page apart.
struct Panel {
  std::string button, body;  // the body as HTML
};
std::string tabs(const std::string& name, const std::vector<Panel>& panels, std::size_t chosen, const std::string& kind = "");

/// A sentence as HTML, with what is in backticks set as code.
std::string with_code(const std::string& sentence);

}  // namespace glint::report
