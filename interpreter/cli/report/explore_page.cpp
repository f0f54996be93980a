#include "interpreter/cli/report/explore_page.hpp"

#include <algorithm>
#include <cstdio>

#include <glint/diff.hpp>

#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/report/study_games.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "interpreter/lab/study/verdict.hpp"
#include "interpreter/report/page.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/svg/text.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {

using report::kPageTail;
using report::page_head;
using report::ShownGames;
using report::table_cell;
using report::table_header;
using report::verdict_html;
using report::with_code;
namespace {

using view::escape;
using view::escape_lines;

const char* const kStyle = R"(<style>
.variant { border-top: 1px solid var(--line); margin-top: 26px; padding-top: 6px; }
.variant > .row > .board { flex: 1 1 300px; max-width: 420px; }
.variant > .row > .facts { flex: 1 1 460px; min-width: 0; }
.variant th { white-space: normal; }
.variant td.n { font-size: 14px; }
.variant td.n span { color: var(--faint); font-size: 12px; }
.variant td.n span { white-space: normal; }
h2 + .variant { border-top: 0; margin-top: 0; }
pre { background: var(--code); padding: 8px 12px; border-radius: 4px; white-space: pre-wrap; overflow-wrap: anywhere;
      font-size: 13px; }
pre .now { color: var(--bar); font-weight: 600; }
pre .before { color: var(--differs); }
summary { cursor: pointer; margin: 6px 0; }
</style>
)";

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

/// A value, and its interval below it.
std::string estimate_html(const Measure& measure) {
  return escape(value_text(measure, measure.value)) + "<br><span>" + escape(interval_text(measure)) + "</span>";
}

/// The wanted measures of a finalist, beside those of the game itself.
std::string figures(const ExploreReport& report, const Finalist& one, const Finalist* parent) {
  const auto find = [](const std::vector<Measure>& measures, const std::string& id) {
    for (const Measure& measure : measures)
      if (measure.id == id) return "<td class=\"n\">" + estimate_html(measure) + "</td>";
    return table_cell("-");
  };
  const std::vector<Measure> mine = wanted_measures(report, one.fresh),
                             theirs = parent ? wanted_measures(report, parent->fresh) : std::vector<Measure>();
  std::string text = "<table>\n" + table_header({"wanted", "this variant", report.parent.game().title() + " itself"});
  for (const Want& want : report.plan.wants)
    text += "<tr>" + table_cell(want.text, "") + find(mine, want.measure) + find(theirs, want.measure) + "</tr>\n";
  return text + "<tr>" + table_cell("loss", "") + table_cell(number_text(one.loss.value)) +
         table_cell(parent ? number_text(parent->loss.value) : "-") + "</tr>\n</table>\n";
}

/// What changed in the script, part by part.
std::string changes(const Game& before, const Game& now) {
  constexpr std::size_t kLongest = 600;
  const TextDiff diff = diff_text(before, now);
  std::string lines;
  const auto add = [&](const char* kind, const char* sign, const std::string& text) {
    const std::string shown = text.size() > kLongest ? text.substr(0, text.rfind('\n', kLongest)) + "\n..." : text;
    for (const std::string_view line : lang::lines_of(shown))
      lines += std::string("<span class=\"") + kind + "\">" + sign + " " + escape(std::string(line)) + "</span>\n";
  };
  for (const OptionChange& option : diff.options) {
    add("before", "-", option.name + " = " + option.before);
    add("now", "+", option.name + " = " + option.now);
  }
  // A library that the script uses has a line in the script itself.
  const auto is_own = [](const DeclarationChange& change) { return change.library.empty(); };
  for (const DeclarationChange& change : diff.changed) {
    if (!is_own(change)) continue;
    lines += escape(change.kind + (change.name.empty() ? "" : " " + change.name)) + "\n";
    for (const PartChange& part : change.parts) {
      if (!part.before.text.empty()) add("before", "  -", part.before.text);
      if (!part.now.text.empty()) add("now", "  +", part.now.text);
    }
    if (change.parts.empty()) {
      add("before", "  -", change.before.text);
      add("now", "  +", change.now.text);
    }
  }
  for (const DeclarationChange& change : diff.removed)
    if (is_own(change)) add("before", "-", change.before.text);
  for (const DeclarationChange& change : diff.added)
    if (is_own(change)) add("now", "+", change.now.text);
  return lines.empty() ? "" : "<pre>" + lines + "</pre>\n";
}

bool is_bundled(const std::string& name) {
  const std::vector<std::string> bundled = bundled_scripts();
  return std::find(bundled.begin(), bundled.end(), name) != bundled.end();
}

/// Bytes as base64 for URLs, without padding.
std::string base64(const std::string& bytes) {
  const char* const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const auto byte = [&](std::size_t i) {
      return at + i < bytes.size() ? static_cast<unsigned>(static_cast<unsigned char>(bytes[at + i])) : 0u;
    };
    const unsigned three = byte(0) << 16 | byte(1) << 8 | byte(2);
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    for (std::size_t i = 0; i <= count; ++i) text += signs[three >> (18 - 6 * i) & 63];
  }
  return text;
}

/// Links to the script: a file to save, and in the studio, which knows the bundled games.
std::string links(const ExploreReport& report, const Explored& candidate) {
  std::string text =
      "<p><a download=\"" + escape(candidate.name) + ".glint\" href=\"data:text/plain;charset=utf-8;base64,";
  std::string script = base64(candidate.script);
  for (char& c : script) c = c == '-' ? '+' : c == '_' ? '/' : c;
  text += script + std::string((4 - script.size() % 4) % 4, '=') + "\">Save the script</a>";
  if (!report.studio.empty() && is_bundled(report.parent.of())) {
    const std::string shared = json_text(Json{{"text", candidate.script}, {"name", candidate.name}});
    text += ", or <a href=\"" + escape(report.studio) + "#0" + base64(shared) +
            "\">open it in the studio</a>, to play it and to compare it with " + escape(report.parent.game().title()) +
            " (“Changes”)";
  }
  return text + ".</p>\n";
}

/// How the shell calls a variant.
std::string commands(const ExploreReport& report, const std::string& name) {
  const std::string folder = report.folder.empty() ? "" : report.folder + "/";
  const std::string path = folder + name + ".glint", bots = " --seat '*=" + report.plan.racer + "'";
  // A game of one's own lies beside its variants.
  const std::string parent =
      is_bundled(report.parent.of()) ? report.parent.of() : folder + report.parent.of() + ".glint";
  return "<pre>glint play " + escape(path) + "\nglint diff " + escape(parent + " " + path) + "\nglint study " +
         escape(path + bots + " --games 1000") + "</pre>\n";
}

std::string ranks(const ExploreReport& report, const Finalist& one) {
  std::string text = "Rank " + std::to_string(one.rank) + " in " + grouped(one.fresh.games) + " fresh games; " +
                     std::to_string(one.race_rank) + " in the race.";
  const TestsHeld& tests = report.found.candidates[one.number].tests;
  if (tests.of > 0)
    text += " " + std::to_string(tests.held) + " of " + std::to_string(tests.of) + " tests of " +
            report.parent.game().title() + " still hold.";
  return text;
}

std::string variant(const ExploreReport& report, const Finalist& one, const Finalist* parent, ExploreHost& host,
                    int threads) {
  const Explored& candidate = report.found.candidates[one.number];
  const Result<Game> game = host.build(candidate.script, candidate.name);
  if (!game) return "";
  StudyPart part;
  part.header = header_of(*game, candidate.name, report.found.fresh_plan);
  part.header.plan.games = part.done = one.fresh.games;
  part.tally = one.fresh;
  const ShownGames shown = shown_games(*game, part, {candidate.name + "-", threads, 1, false});
  return "<section class=\"variant\" id=\"" + candidate.name + "\">\n<h3>" + std::to_string(one.rank) + ". " +
         escape(candidate.name) + "</h3>\n<p>" + with_code(candidate.what) + "</p>\n<div class=\"row\">\n" +
         (shown.lead.empty() ? "" : "<div class=\"board\">" + shown.lead + "</div>\n") + "<div class=\"facts\">\n" +
         figures(report, one, parent) + "<p class=\"sub\">" + escape(ranks(report, one)) + "</p>\n" +
         changes(report.parent.game(), *game) + links(report, candidate) + commands(report, candidate.name) +
         "</div>\n</div>\n" + "<details><summary>A representative game</summary>\n" + shown.games + "</details>\n" +
         "<details><summary>The whole script</summary>\n<pre>" + escape_lines(candidate.script) +
         "</pre>\n</details>\n</section>\n";
}

std::string stages(const ExploreReport& report) {
  std::string text =
      "<table>\n<tr><th>stage</th><th class=\"n\">entered</th><th class=\"n\">remained</th><th class=\"n\">games</th>"
      "<th>left out</th></tr>\n";
  for (std::size_t i = 0; i < report.found.stages.size(); ++i) {
    const StageCount& stage = report.found.stages[i];
    text += "<tr>" + table_cell(stage.name, "") + table_cell(grouped(stage.came)) + table_cell(grouped(stage.left)) +
            table_cell(grouped(stage.games)) + table_cell(reasons_text(report, i), "what") + "</tr>\n";
  }
  return text + "</table>\n";
}

std::string left_out(const ExploreReport& report) {
  std::string text;
  for (const Explored& one : report.found.candidates)
    if (one.gone)
      text += "<tr>" + table_cell(one.name, "") + table_cell(name_of(one.gone->reason), "") + "<td class=\"what\">" +
              with_code(one.what) + (one.gone->why.empty() ? "" : " (" + escape(one.gone->why) + ")") + "</td></tr>\n";
  return text.empty()
             ? ""
             : "<details><summary>All of them, with the reason</summary>\n<table>\n" + text + "</table>\n</details>\n";
}

}  // namespace

std::string explore_page(const ExploreReport& report, ExploreHost& host, int threads) {
  const std::string title = report.parent.game().title();
  const Finalist* parent = nullptr;
  for (const Finalist& one : report.found.finalists)
    if (one.number == 0) parent = &one;
  std::string gallery;
  for (const Finalist& one : report.found.finalists)
    if (one.number != 0) gallery += variant(report, one, parent, host, threads);
  const std::string wanted = lang::joined(report.plan.wants, "; ", [](const Want& want) { return want.text; });
  const std::string warning = explore_warning(report);
  return page_head(title + ", variants") + kStyle + "<h1>" + escape(title) +
         ", explored</h1>\n<p class=\"sub\">Wanted: " + escape(wanted) + ". " +
         escape(lang::counted(report.found.candidates.size() - 1, "variant")) + ", " +
         grouped(games_played(report.found)) + " games.</p>\n" +
         (warning.empty() ? "" : "<p class=\"sub\"><b>Warning:</b> " + with_code(warning) + "</p>\n") +
         verdict_html(explore_verdict(report)) + "<p class=\"sub\">" + kLossMeaning + "</p>\n" +
         (gallery.empty() ? "" : "<h2>The best variants</h2>\n" + gallery) + "<h2>Variants that were left out</h2>\n" +
         stages(report) + left_out(report) + "<h2>How this was played</h2>\n<p class=\"sub\">Seed " +
         std::to_string(report.plan.seed) + "; " + escape(report.plan.racer) +
         " played. Below each value: its 95 % confidence interval. They hold at once for all figures of the "
         "finalists.</p>\n" +
         kPageTail;
}

}  // namespace glint::cli
