#include "interpreter/lab/study/people.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

/// Why this record is not counted; empty if it is.
std::string wrong_with(const Record& record, const Game& game, const PeoplesGames& others) {
  Record here = record_of(game, "", 1);
  const bool is_named = ("/" + record.game + ".glint").find("/" + game.id() + ".glint") != std::string::npos;
  if (record.rules != here.rules)
    return is_named ? "of another version of the script" : "of another game, " + lang::marked(record.game);
  Settings options;
  std::sort(here.options.begin(), here.options.end());  // as those of a record that was read
  std::set_difference(record.options.begin(), record.options.end(), here.options.begin(), here.options.end(),
                      std::back_inserter(options));
  const auto written = [](const auto& one) { return one.first + " = " + one.second; };
  if (!options.empty()) return "with other options: " + lang::joined(options, ", ", written);
  if (!record.position.empty()) return "from another position than the start";
  if (record.moves.empty()) return "no move was made";
  for (std::size_t i = 0; i < others.files.size(); ++i) {
    const Record& other = (*others.records)[i];
    if (std::tie(other.seed, other.draws, other.moves) == std::tie(record.seed, record.draws, record.moves))
      return "the same game as " + others.files[i];
  }
  const Result<Replayed> replayed = replay(game, record);
  if (!replayed) return replayed.errors()[0].message;
  if (!replayed->error) return "";
  const auto at = static_cast<std::size_t>(replayed->plies);
  const std::string move = at == record.moves.size() ? "" : ", " + lang::marked(record.moves[at]);
  return "move " + std::to_string(at + 1) + move + ": " + replayed->error->message;
}

}  // namespace

void PeoplesGames::add(const Game& game, const std::string& file, std::string_view text) {
  Result<Record> record = read_record(text, "");
  const Error error = record ? Error() : record.errors()[0];
  const std::string place =
      error.line == 0 ? "" : std::to_string(error.line) + ":" + std::to_string(error.column) + ": ";
  const std::string wrong = record ? wrong_with(*record, game, *this) : place + error.message;
  if (!wrong.empty()) return void(left_out.emplace(lang::presentable(wrong), file));
  records->push_back(std::move(*record));
  files.push_back(file);
}

StudyPlan PeoplesGames::plan(const StudyPlan& bots) const {
  StudyPlan plan;
  plan.players.assign(bots.players.size(), "people");
  plan.playouts = bots.playouts;
  plan.games = records->size();
  plan.max_plies = bots.max_plies;
  for (const Record& record : *records)
    plan.max_plies = std::max(plan.max_plies, static_cast<int>(record.moves.size()));
  plan.records = records;
  return plan;
}

}  // namespace glint
