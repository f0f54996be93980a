// The common beginning and end of all HTML pages. Pages have no scripts, and open without a network.
#pragma once

#include <string>

#include "interpreter/view/svg/text.hpp"

namespace glint::cli {

inline constexpr const char* kPageStyle = R"(
body { font: 15px/1.5 "Helvetica Neue", Helvetica, Arial, "DejaVu Sans", sans-serif; color: #33302d;
       background: #fbf9f4; margin: 0 auto; max-width: 1060px; padding: 24px 28px 60px; }
h1 { font-size: 28px; font-weight: 600; margin: 12px 0 2px; }
h2 { font-size: 18px; font-weight: 600; margin: 38px 0 8px; border-bottom: 1px solid #ddd8cd; padding-bottom: 4px; }
h3 { font-size: 14px; font-weight: 600; margin: 14px 0 4px; }
p.sub { color: #7a756b; margin: 2px 0; }
table { border-collapse: collapse; margin: 8px 0; }
th { text-align: left; font-weight: 600; color: #7a756b; font-size: 13px; }
th, td { padding: 3px 16px 3px 0; vertical-align: top; }
tr + tr td { border-top: 1px solid #eeeae1; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.what { color: #7a756b; font-size: 13px; }
td.differs { color: #b04a2c; font-weight: 600; }
.row { display: flex; flex-wrap: wrap; gap: 12px 34px; align-items: flex-start; }
.bar { display: inline-block; height: 10px; background: #3d6b99; vertical-align: baseline; }
svg.plot { max-width: 100%; height: auto; font-family: inherit; }
div.board svg { max-width: 620px; height: auto; }
div.game { width: 320px; }
div.game svg { width: 100%; height: auto; }
code { background: #f1ede4; padding: 1px 5px; border-radius: 3px; }
ul.look li { margin: 4px 0; }
table.source { width: 100%; font-size: 12px; }
table.source tr td { border: 0; padding: 0 10px 0 0; }
table.source td.n { color: #a8a294; }
table.source pre { margin: 0; white-space: pre-wrap; }
table.source tr.ran { background: #e9f1e4; }
table.source tr.never { background: #f6dcd3; }
)";

inline std::string page_head(const std::string& title) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
         "content=\"width=device-width\">\n<title>" +
         view::escape(title) + "</title>\n<style>" + kPageStyle + "</style>\n</head>\n<body>\n";
}

inline constexpr const char* kPageTail = "</body>\n</html>\n";

}  // namespace glint::cli
