// What a report says of games of people besides their measures.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "interpreter/report/study.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::report {
namespace {

using Look = Column::Look;

/// A text by somebody, in a column of this title.
void add_text(Table& table, const std::string& id, const std::string& text, unsigned forms = kEverywhere) {
  table.add({id, id, Look::word, forms}, {lang::escaped(text), text});
}

/// "Ann (north)", or what is known of who sat there.
std::string who_at(const Record& record, const std::string& seat) {
  for (const auto& [player, name] : record.names)
    if (player == seat) return name + " (" + seat + ")";
  return seat.empty() ? "somebody" : seat;
}

std::vector<std::string> counted_lines(const std::vector<Variation>& variations, const PeoplesGames& people) {
  const StudyTally& tally = variations[1].part.tally;
  std::set<std::string> names;
  std::size_t with_bots = 0;
  for (const Record& record : *people.records) {
    for (const auto& [player, name] : record.names) names.insert(name);
    with_bots += !record.seats.empty();
  }
  std::vector<std::string> lines = {"`people`: " + grouped_count(tally.games, "game") +
                                    (names.empty() ? "" : " of " + lang::counted(names.size(), "person", "people")) +
                                    ", " + grouped(tally.endings.unfinished) + " unfinished, " +
                                    std::to_string(with_bots) + " with a bot at a seat; `" + variations[0].label +
                                    "`: " + players_text(variations[0].game, variations[0].part.header.plan)};
  if (tally.games < Comparison::kFewest)
    lines.push_back(grouped_count(tally.games, "game") + (tally.games == 1 ? " is" : " are") +
                    " too few to call a difference sure: it takes " + std::to_string(Comparison::kFewest) +
                    ". The intervals say what is known.");
  if (tally.games > 1)
    lines.push_back("Intervals take games as independent: if the same people play often, less is known.");
  if (const std::size_t left_out = people.left_out.size(); left_out > 0)
    lines.push_back(std::to_string(left_out) + " of " + grouped_count(left_out + tally.games, "record") + " left out:");
  return lines;
}

Table left_out_table(const PeoplesGames& people) {
  Table table;
  for (const auto& [why, file] : people.left_out) {
    table.row();
    add_text(table, "file", file);
    add_text(table, "why", why);
  }
  return table;
}

Table answers_table(const std::vector<Record>& records) {
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> who;  // by question and answer
  std::map<std::string, std::size_t> asked;
  for (const Record& record : records)
    for (const auto& [seat, question, answer] : record.answers) {
      who[{question, answer}].push_back(who_at(record, seat));
      ++asked[question];
    }
  Table table;
  for (const auto& [said, its] : who) {
    table.row();
    add_text(table, "question", said.first);
    add_text(table, "answer", said.second);
    const std::string times = std::to_string(its.size()) + " of " + std::to_string(asked[said.first]);
    table.add({"times", "times"}, {times, its.size()});
    add_text(table, "who", lang::joined(its), kPage);
    table.data("who", its);
  }
  return table;
}

Table notes_table(const PeoplesGames& people) {
  Table table;
  for (std::size_t i = 0; i < people.files.size(); ++i)
    for (const Note& note : (*people.records)[i].notes) {
      table.row();
      add_text(table, "file", people.files[i]);
      table.data("branch", note.line);
      table.add({"ply", "ply"}, {std::to_string(note.at) + (note.line > 0 ? ", taken back" : ""), note.at});
      add_text(table, "who", who_at((*people.records)[i], note.seat));
      add_text(table, "text", note.text);
    }
  return table;
}

/// How long people took for their moves, by quarters of their games.
Table thinking_table(const PeoplesGames& people) {
  std::vector<std::tuple<double, std::size_t, std::size_t>> quarters[4];  // seconds, record, ply
  for (std::size_t i = 0; i < people.files.size(); ++i) {
    const Record& record = (*people.records)[i];
    const auto& times = record.times.empty() ? record.thought : record.times;
    const std::size_t plies = std::min(times.size(), record.moves.size());
    for (std::size_t ply = 0; ply < plies; ++ply)
      if (times[ply]) quarters[4 * ply / record.moves.size()].emplace_back(*times[ply], i, ply + 1);
  }
  Table table;
  for (std::size_t quarter = 0; quarter < 4; ++quarter) {
    auto& its = quarters[quarter];
    if (its.empty()) continue;
    std::sort(its.begin(), its.end());
    const double median = std::get<0>(its[(its.size() - 1) / 2]);
    const auto& [longest, record, ply] = its.back();
    table.row();
    table.data("quarter", quarter + 1);
    table.add({"", "", Look::word}, {"quarter " + std::to_string(quarter + 1) + " of the game"});
    table.add({"median", "median"}, {number_text(median, 1) + " s", median});
    table.add({"of", "of moves"}, {grouped(its.size()), its.size()});
    table.add({"longest", "longest"}, {number_text(longest, 1) + " s", longest});
    add_text(table, "file", people.files[record]);
    table.add({"ply", "ply"}, {std::to_string(ply), ply});
  }
  return table;
}

}  // namespace

void add_people(Document& document, const std::vector<Variation>& variations, const PeoplesGames& people) {
  std::vector<Part>& parts = document.parts;
  const auto is_verdict = [](const Part& one) { return one.id == "verdict"; };
  const std::vector<Part> first = {{"people", "", Sentences{counted_lines(variations, people)}},
                                   {"left_out", "", left_out_table(people)},
                                   {"records", "", Json(people.files), kJson}};
  parts.insert(std::find_if(parts.begin(), parts.end(), is_verdict) + 1, first.begin(), first.end());
  parts.push_back({"answers", "What people answered", answers_table(*people.records)});
  parts.push_back({"notes", "What people noted", notes_table(people)});
  parts.push_back({"thinking", "How long people thought", thinking_table(people)});
}

}  // namespace glint::report
