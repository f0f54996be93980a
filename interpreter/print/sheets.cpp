// Words and pictures that flow from page to page: the rules as a booklet, and a sheet to write moves on.
#include <algorithm>
#include <utility>

#include "interpreter/describe/describe.hpp"
#include "interpreter/print/pages.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "lang/source/text.hpp"

namespace glint::print {
namespace {

constexpr double kLine = 1.28;  // from line to line, for letters of size 1
constexpr double kWords = 3;    // letters of rules
constexpr double kSmall = 2.6;  // size of notes, and of captions

/// Puts lines and pictures below one another, on as many pages as they take.
class Flow {
 public:
  explicit Flow(Point room) : room_(room) {}
  /// On whole sheets, upright.
  explicit Flow(const Options& options) : room_(options.paper - Point{2 * kMargin, 2 * kMargin + 4}) {}
  void heading(const std::string& words, double size) {
    need(size * 5);
    y_ += y_ > 0 ? size * 1.6 : size;
    pages_.back().text({0, y_}, size, words, std::string("font-weight=\"600\" ") + kBlack);
    y_ += size * 0.3;
  }
  /// `sign` hangs before a phrase.
  void words(const std::string& phrase, double size, const std::string& sign = "") {
    constexpr double kHanging = 4;
    const double left = sign.empty() ? 0 : kHanging;
    bool is_first = true;
    for (const std::string& line : marked_lines(phrase, room_.x - left, size)) {
      need(size * kLine);
      y_ += size * kLine;
      if (std::exchange(is_first, false)) pages_.back().text({0.5, y_}, size, sign == "-" ? "\u2013" : sign, kBlack);
      put_line(pages_.back(), {left, y_}, size, line);
    }
    y_ += size * 0.45;
  }
  /// Pictures side by side, each as large as `most`, with their captions.
  void figures(const std::vector<describe::Figure>& figures, Point most) {
    constexpr double kBetween = 3;
    const auto across = static_cast<std::size_t>(std::max(1.0, (room_.x + kBetween) / (most.x + kBetween)));
    for (std::size_t first = 0; first < figures.size(); first += across) {
      const std::size_t end = std::min(first + across, figures.size());
      std::vector<double> scales;
      std::vector<std::vector<std::string>> captions;
      double tall = 0, lines = 0;
      for (std::size_t i = first; i < end; ++i) {
        const Point size = size_of(figures[i].svg);
        scales.push_back(std::min(most.x / size.x, most.y / size.y));
        captions.push_back(marked_lines(figures[i].caption, most.x, kSmall));
        tall = std::max(tall, size.y * scales.back());
        lines = std::max(lines, static_cast<double>(captions.back().size()));
      }
      const double height = tall + (lines * kLine + 1) * kSmall;
      need(height);
      for (std::size_t i = first; i < end; ++i) {
        Point at = {static_cast<double>(i - first) * (most.x + kBetween), y_ + 0.5};
        pages_.back().put(figures[i].svg, at, scales[i - first]);
        at.y += tall + kSmall;
        for (const std::string& line : captions[i - first]) {
          put_line(pages_.back(), at, kSmall, line);
          at.y += kSmall * kLine;
        }
      }
      y_ += height;
    }
  }
  void new_page() {
    pages_.emplace_back();
    y_ = 0;
  }
  /// The pages with their margins.
  std::vector<Ink> pages() const {
    std::vector<Ink> pages;
    for (const Ink& page : pages_) pages.emplace_back().put(page.str(), {kMargin, kMargin});
    return pages;
  }
  std::size_t count() const { return pages_.size(); }
  double bottom() const { return y_; }
  Point room() const { return room_; }

 private:
  /// Begins a page if there is less room.
  void need(double height) {
    if (y_ + height > room_.y && y_ > 0) new_page();
  }

  Point room_;
  double y_ = 0;
  std::vector<Ink> pages_ = {Ink()};
};

}  // namespace

Point size_of(std::string_view svg) {
  const auto number = [&](std::string_view name) {
    const std::size_t at = svg.find(name);
    const std::string_view rest = at == std::string_view::npos ? "" : svg.substr(at + name.size());
    return std::max(1.0, decimal_of(rest.substr(0, rest.find('"'))).value_or(view::kPitch));
  };
  return {number("width=\""), number("height=\"")};
}

void add_reference(Kit& kit, const describe::Sheet& sheet, const Options& options) {
  Flow flow(options);
  for (const describe::Section& section : sheet.sections)
    for (const describe::Entry& entry : section.entries) {
      if (entry.optics.empty()) continue;
      flow.heading(describe::capital(entry.name), 4.4);
      flow.words(entry.optics_head, kWords);
      flow.figures(entry.optics, {44, 40});
    }
  if (flow.bottom() == 0) return;
  kit.parts.push_back({"reference", "Keep it beside the board: what pieces do to beams.", kit.pages.size()});
  for (const Ink& page : flow.pages())
    add_front(kit, page, options.paper, sheet.title + ": what pieces do to beams", options);
}

void add_booklet(Kit& kit, const describe::Sheet& sheet, const std::vector<describe::Figure>& examples,
                 const Options& options) {
  const Point paper = {options.paper.y, options.paper.x}, half = {paper.x / 2, paper.y};
  constexpr double kFoot = 6;
  Flow flow(Point{half.x - 2 * kMargin, half.y - 2 * kMargin - kFoot});
  flow.heading(sheet.title, 7);
  for (const describe::Line& line : sheet.doc) flow.words(line.text, kWords * 1.15, line.sign);
  for (const describe::Section& section : sheet.sections) {
    if (section.id == "script" || section.id == "options") continue;  // this kit is of one choice
    flow.heading(section.heading, 4.8);
    for (const describe::Entry& entry : section.entries) {
      if (!entry.name.empty()) flow.heading(describe::capital(entry.name), 3.6);
      if (!entry.note.empty()) flow.words(describe::sentence(describe::capital(entry.note)), kSmall);
      for (const describe::Line& line : entry.doc) flow.words(line.text, kWords, line.sign);
      for (const std::string_view line : lang::split(entry.script, "\n"))
        if (!line.empty()) flow.words(describe::code(line), kSmall);
      flow.figures(entry.looks, {22, 12});
      if (!entry.optics.empty()) flow.words(entry.optics_head, kSmall);
      flow.figures(entry.optics, {29, 22});
      if (!entry.board.empty()) flow.figures({{entry.board, ""}}, {half.x - 2 * kMargin, 90});
      for (const std::string& line : entry.lines) flow.words(line, kSmall, "-");
    }
  }
  for (const describe::Figure& example : examples) {
    if (flow.count() % 4 == 0) break;
    flow.new_page();
    flow.heading("An example", 4.8);
    flow.figures({example}, {half.x - 2 * kMargin, 120});
  }
  const std::string how = "Print these pages on both sides, turned over the short edge, and fold the ";
  kit.parts.push_back({"rules",
                       how + (flow.count() <= 4 ? "sheet in the middle." : "sheets in the middle, one into the other."),
                       kit.pages.size()});
  // On the front of a sheet are the last and the first of the remaining pages, on its back their neighbours.
  const std::vector<Ink> pages = flow.pages();
  const std::size_t count = pages.size(), sheets = (count + 3) / 4;
  for (std::size_t side = 0; side < 2 * sheets; ++side) {
    Ink ink;
    for (const std::size_t page : {side, 4 * sheets - 1 - side}) {
      const double left = page % 2 == 0 ? half.x : 0;
      if (page >= count) continue;
      ink.put(pages[page].str(), {left, 0});
      ink.text({left + half.x / 2, half.y - 11}, kSmall, std::to_string(page + 1), kBlack);
    }
    for (const double y : {5.5, paper.y - 8.5}) ink.line({half.x, y}, {half.x, y + 3});  // where it is folded
    const std::string foot = sheet.title + ": rules, sheet " + std::to_string(side / 2 + 1);
    add_page(kit, ink, paper, foot + (side % 2 == 0 ? ", outside" : ", inside"), options);
  }
  kit.notes.push_back("rules: a booklet of " + lang::counted(count, "page") + " on " + lang::counted(sheets, "sheet"));
}

void add_moves(Kit& kit, const describe::Sheet& sheet, const std::vector<std::string>& players,
               const std::vector<std::string>& movers, const Options& options) {
  const std::string title = "moves" + (players.size() == 1 ? " of " + players[0] : "");
  kit.parts.push_back({title, "To write down a game. The back is for another one.", kit.pages.size()});
  const std::vector<std::string> heads = movers.empty() ? players : std::vector<std::string>{"turns"};
  Flow head(options);
  const Point room = head.room();
  for (const describe::Section& section : sheet.sections)
    for (const describe::Entry& entry : section.entries)
      if (section.id == "moves" && !entry.note.empty())
        head.words(describe::strong(entry.name) + ": " + entry.note, kSmall);
  const std::string foot = sheet.title + ": " + title;
  std::vector<Ink> pages = head.pages();
  const bool has_room = head.bottom() <= room.y / 2;  // for a table below the words
  if (!has_room) pages.emplace_back();
  for (std::size_t i = 0; i + 1 < pages.size(); ++i) add_front(kit, pages[i], options.paper, foot, options);
  Ink& ink = pages.back();
  constexpr double kRow = 7, kNumber = 9;
  const double top = kMargin + (has_room ? head.bottom() : 0) + 8,
               column = (room.x - kNumber) / static_cast<double>(heads.size());
  const int room_for = static_cast<int>((kMargin + room.y - top) / kRow),
            rows = movers.empty() ? room_for : std::min(room_for, static_cast<int>(movers.size()));
  for (std::size_t i = 0; i <= heads.size(); ++i) {
    const double x = kMargin + kNumber + column * static_cast<double>(i);
    ink.line({x, top}, {x, top + rows * kRow});
    if (i < heads.size()) ink.text({x + 1, top - 2}, 3.2, heads[i], kBlack);
  }
  for (int row = 0; row <= rows; ++row) {
    const double y = top + row * kRow;
    ink.line({kMargin, y}, {kMargin + room.x, y});
    if (row < rows) ink.text({kMargin + 1, y + kRow - 2}, kWords, std::to_string(row + 1), kBlack);
    if (row < rows && !movers.empty())
      ink.text({kMargin + kNumber + 1, y + kRow - 2}, kWords, movers[static_cast<std::size_t>(row)] + ":", kBlack);
  }
  for (const bool is_back : {false, true})
    if (!is_back || options.only.empty()) add_page(kit, ink, options.paper, foot, options);
}

void add_cover(Kit& kit, const Options& options) {
  std::vector<Ink> pages;
  for (double size = 1; pages.empty() || pages.size() > 2; size *= 0.8) {  // both sides of a sheet have room for it
    Flow flow(options);
    flow.heading(kit.title, 7 * size);
    flow.words(
        "Print all pages at 100 %, not fitted to the paper, on both sides, and turn the paper over its long edge. The "
        "rules are a second job, turned over the short edge. To print on one side only, print the pages with odd "
        "numbers, and all pages of the rules.",
        kWords * size);
    for (std::size_t i = 0; i < kit.parts.size(); ++i) {
      const Part& part = kit.parts[i];
      const std::string last = std::to_string(i + 1 < kit.parts.size() ? kit.parts[i + 1].first : kit.pages.size()),
                        first = std::to_string(part.first + 1);
      flow.heading(describe::capital(part.title) + ", pages " + first + " to " + last, 4 * size);
      flow.words(part.how, kWords * size);
      for (const std::string& line : part.lines) flow.words(line, kSmall * size, "-");
    }
    pages = flow.pages();
  }
  Kit cover{kit.title, {}, {}, {}};
  for (const Ink& page : pages)
    (pages.size() == 1 ? add_front : add_page)(cover, page, options.paper, kit.title + ": what is on which page",
                                               options);
  std::copy_n(cover.pages.begin(), 2, kit.pages.begin());
}

Kit worksheets(const Game& game, const std::vector<Task>& tasks, const Options& options) {
  Flow flow(options);
  flow.heading(game.title(), 7);
  std::vector<describe::Figure> boards;
  std::vector<std::string> answers;
  for (const Task& task : tasks) {
    const std::string number = describe::strong(std::to_string(boards.size() + 1) + ". ");
    boards.push_back({view::diagram(view::scene_of(task.position, kNobody), 1, true), number + task.question});
    answers.push_back(number + task.answer);
  }
  flow.figures(boards, {flow.room().x / 2 - 2, 95});
  flow.new_page();
  flow.heading("Solutions", 7);
  for (const std::string& answer : answers) flow.words(answer, kWords);
  Kit kit;
  kit.title = game.title();
  for (const Ink& page : flow.pages()) add_page(kit, page, options.paper, kit.title, options);
  return kit;
}

}  // namespace glint::print
