// Diagnostics as text for a terminal: a headline, then lines of source with carets under the marked words.
#include <algorithm>

#include "lang/diagnostics/diagnostic.hpp"
#include "lang/diagnostics/presentable.hpp"

namespace glint::lang {
namespace {

/// The most columns of source; of a longer line, the part around the mark is shown.
constexpr std::size_t kWidth = 110;
constexpr std::size_t kTab = 4;
/// At most kBytes bytes of a line are read; of a longer line, kBytesBefore of them come before the mark.
constexpr std::size_t kBytesBefore = 600, kBytes = 2000;
/// The number of lines shown at the start of a longer span.
constexpr std::uint32_t kSpanLines = 3;

struct Paint {
  bool on;
  std::string operator()(const char* ansi, std::string_view text) const {
    if (!on || text.empty()) return std::string(text);
    return "\x1b[" + std::string(ansi) + "m" + std::string(text) + "\x1b[0m";
  }
};
constexpr const char* kRed = "1;31";
constexpr const char* kYellow = "1;33";
constexpr const char* kBlue = "1;34";
constexpr const char* kBold = "1";

/// A line of source as cells of the terminal: tabs become blanks, each code point is one cell.
struct Cells {
  std::vector<std::string> cells;
  std::vector<std::size_t> at_byte;  // the cell of each byte; one more for the end
};

Cells cells_of(std::string_view line) {
  Cells all;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto byte = static_cast<unsigned char>(line[i]);
    if ((byte & 0xC0) == 0x80 && !all.cells.empty()) {
      all.at_byte.push_back(all.cells.size() - 1);
      all.cells.back() += line[i];
      continue;
    }
    all.at_byte.push_back(all.cells.size());
    if (line[i] == '\t') {
      do all.cells.emplace_back(" ");
      while (all.cells.size() % kTab != 0);
    } else if (byte < 0x20 || byte == 0x7F || (byte & 0xC0) == 0x80) {
      all.cells.emplace_back("?");  // never send control characters to a terminal
    } else {
      all.cells.emplace_back(1, line[i]);
    }
  }
  all.at_byte.push_back(all.cells.size());
  return all;
}

/// A character as a terminal may show it: replaced if it is cut, broken, or would be obeyed.
std::string shown(const std::string& cell) {
  return utf8_length(cell) == cell.size() && !is_control(cell) ? cell : "?";
}

struct Mark {
  std::uint32_t line = 1;
  std::size_t begin = 0;  // bytes in the line
  std::size_t end = 0;
  std::string text;
  bool primary = false;
  bool goes_on = false;  // in the next line
};

class Sheet {
 public:
  Sheet(const Sources& sources, std::uint32_t file, std::size_t gutter, Paint paint, const char* colour)
      : sources_(sources), file_(file), gutter_(gutter), paint_(paint), colour_(colour) {}

  void mark(const Label& label, bool primary) {
    const LineColumn first = sources_.locate(file_, label.span.begin);
    const LineColumn last = sources_.locate(file_, std::max(label.span.begin, label.span.end));
    const std::uint32_t shown_last = std::min(last.line, first.line + kSpanLines - 1);
    for (std::uint32_t number = first.line; number <= shown_last; ++number) {
      const std::string_view line = sources_.line(file_, number);
      Mark mark{number, 0, line.size(), "", primary, number != last.line};
      if (number == first.line)
        mark.begin = in_line(number, label.span.begin);
      else
        mark.begin = std::min(line.find_first_not_of(" \t"), line.size());
      if (number == last.line) mark.end = in_line(number, label.span.end);
      if (number == shown_last) mark.text = label.text;
      if (number != first.line && mark.begin >= mark.end && !(number == shown_last && !label.text.empty())) continue;
      marks_.push_back(std::move(mark));
    }
  }

  std::string draw() {
    std::stable_sort(marks_.begin(), marks_.end(), [](const Mark& a, const Mark& b) {
      return a.line != b.line ? a.line < b.line : a.begin < b.begin;
    });
    std::string out = margin("") + "\n";
    std::uint32_t previous = 0;
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      const Mark& mark = marks_[i];
      if (mark.line != previous) {
        if (previous != 0 && mark.line > previous + 1) out += std::string(gutter_, '.') + "\n";
        out += source_line(mark);
        previous = mark.line;
      }
      out += mark_line(mark);
    }
    return out;
  }

 private:
  std::size_t in_line(std::uint32_t number, std::uint32_t offset) const {
    const std::string_view line = sources_.line(file_, number);
    const std::string_view text = sources_.file(file_).text;
    const auto begin = static_cast<std::size_t>(line.data() - text.data());
    return line.data() == nullptr ? 0
                                  : std::min<std::size_t>(offset - std::min<std::size_t>(begin, offset), line.size());
  }

  std::string margin(std::string_view number) const {
    return paint_(kBlue, std::string(gutter_ - number.size(), ' ') + std::string(number) + " |");
  }

  /// The source line with the marks; a long line is cut around the first one.
  std::string source_line(const Mark& mark) {
    std::string_view text = sources_.line(file_, mark.line);
    const std::size_t size = text.size();
    skipped_ = size > kBytes && mark.begin > kBytesBefore ? mark.begin - kBytesBefore : 0;
    while (skipped_ > 0 && (static_cast<unsigned char>(text[skipped_]) & 0xC0) == 0x80) --skipped_;
    text = text.substr(skipped_, kBytes);
    cells_ = cells_of(text);
    from_ = 0;
    until_ = cells_.cells.size();
    if (until_ > kWidth) {
      const std::size_t begin = cell_at(mark.begin);
      const std::size_t before = kWidth / 3;
      from_ = begin > kWidth - 10 ? begin - before : 0;
      until_ = std::min(until_, from_ + kWidth);
    }
    std::string line = is_cut() ? "..." : "";
    for (std::size_t i = from_; i < until_; ++i) line += shown(cells_.cells[i]);
    if (until_ < cells_.cells.size() || skipped_ + text.size() < size) line += "...";
    const std::size_t last = line.find_last_not_of(' ');
    line.resize(last == std::string::npos ? 0 : last + 1);
    return margin(std::to_string(mark.line)) + (line.empty() ? "" : " " + line) + "\n";
  }

  std::string mark_line(const Mark& mark) const {
    const std::size_t lead = is_cut() ? 3 : 0;
    const std::size_t begin = std::clamp(cell_at(mark.begin), from_, until_);
    const std::size_t end = std::clamp(cell_at(std::max(mark.begin, mark.end)), begin, until_);
    std::string carets(std::max<std::size_t>(1, end - begin), mark.primary ? '^' : '-');
    if (mark.goes_on && mark.text.empty()) carets += "...";
    if (!mark.text.empty()) carets += " " + presentable(mark.text);
    return margin("") + " " + std::string(lead + begin - from_, ' ') + paint_(mark.primary ? colour_ : kBlue, carets) +
           "\n";
  }

  /// The cell that shows this byte, in the part of the line that is read.
  std::size_t cell_at(std::size_t byte) const {
    return cells_.at_byte[std::min(byte - std::min(skipped_, byte), cells_.at_byte.size() - 1)];
  }
  bool is_cut() const { return from_ > 0 || skipped_ > 0; }

  const Sources& sources_;
  std::uint32_t file_;
  std::size_t gutter_;
  Paint paint_;
  const char* colour_;
  std::vector<Mark> marks_;
  Cells cells_;
  std::size_t skipped_ = 0;  // bytes at the beginning of a very long line
  std::size_t from_ = 0;
  std::size_t until_ = 0;
};

std::string place(const Sources& sources, const Span& span) {
  const LineColumn at = sources.locate(span.file, span.begin);
  return escaped(sources.file(span.file).name) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const Sources& sources, RenderStyle style) {
  const Paint paint{style.colour};
  const bool error = diagnostic.severity == Severity::error;
  const char* const colour = error ? kRed : kYellow;
  std::string out = paint(colour, (error ? "error[" : "warning[") + std::string(code_name(diagnostic.code)) + "]") +
                    paint(kBold, ": " + presentable(diagnostic.message)) + "\n";
  if (diagnostic.primary.span.file >= sources.size()) {
    // Without a place in a script, as for a file that was not found.
    if (!diagnostic.help.empty()) out += paint(kBold, "help") + ": " + presentable(diagnostic.help) + "\n";
    return out;
  }

  // The gutter is as wide as the largest line number of all the files shown.
  std::uint32_t largest = 1;
  const auto look_at = [&](const Span& span) {
    if (span.file < sources.size())
      largest = std::max(largest, sources.locate(span.file, std::max(span.begin, span.end)).line);
  };
  look_at(diagnostic.primary.span);
  for (const Label& label : diagnostic.others) look_at(label.span);
  const std::size_t gutter = std::max<std::size_t>(2, std::to_string(largest).size());

  const std::uint32_t file = diagnostic.primary.span.file;
  Sheet sheet(sources, file, gutter, paint, colour);
  const std::string meant = diagnostic.meant.empty() ? "" : "did you mean `" + diagnostic.meant + "`?";
  sheet.mark(meant.empty() ? diagnostic.primary : Label{diagnostic.primary.span, meant}, true);
  for (const Label& label : diagnostic.others)
    if (label.span.file == file) sheet.mark(label, false);
  const std::string arrow = paint(kBlue, std::string(gutter, ' ') + "-->") + " ";
  out += arrow + place(sources, diagnostic.primary.span) + "\n" + sheet.draw();

  for (const Label& label : diagnostic.others) {
    if (label.span.file == file || label.span.file >= sources.size()) continue;
    Sheet elsewhere(sources, label.span.file, gutter, paint, colour);
    elsewhere.mark(label, false);
    out += arrow + place(sources, label.span) + "\n" + elsewhere.draw();
  }
  // Without a help, the likeliest fix says what to do.
  const bool is_told = !diagnostic.help.empty() || !meant.empty() || diagnostic.mends.empty();
  const std::string& help = is_told ? diagnostic.help : diagnostic.mends.front().title;
  if (!help.empty())
    out += paint(kBlue, std::string(gutter, ' ') + " =") + " " + paint(kBold, "help") + ": " + presentable(help) + "\n";
  return out;
}

std::string render(const std::vector<Diagnostic>& diagnostics, const Sources& sources, RenderStyle style) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!out.empty()) out += "\n";
    out += render(diagnostic, sources, style);
  }
  return out;
}

}  // namespace glint::lang
