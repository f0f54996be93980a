#include "interpreter/lab/study/card.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

using Level = CardLine::Level;

// The bounds from which something is a problem.
constexpr double kUneven = 0.05, kGross = 0.25;        // from an even share; the first also of unfinished games
constexpr double kOften = 0.33;                        // ties, plies without a choice
constexpr double kRunsAway = 0.8, kKeeps = 0.85, kEarly = 0.65, kSoon = 0.25;  // of leaders after a quarter, a half, a quarter; the lead for good
constexpr double kStandsOut = 0.15, kDominates = 0.75, kSurely = 0.6;  // an opening: above the others, and what it wins
constexpr double kSmall = 12, kFew = 6;                // the logarithms of a tree to search whole, and to count
constexpr double kLittle = 1 / 3.0;                    // of a gain; more than the rest of it is much

std::string points_text(double share, int digits) { return number_text(100 * share, digits) + " points"; }
/// A sentence with a text instead of its "%s".
std::string filled_in(std::string form, const std::string& text) {
  if (const std::size_t at = form.find("%s"); at != std::string::npos) form.replace(at, 2, text);
  return form;
}
/// "`place` with at = c3"
std::string opening_text(const Program& program, std::int64_t opening) {
  const auto move = static_cast<std::size_t>(opening >> 16);
  const Word pick = static_cast<Word>(opening & kNoPick);
  std::string text = lang::marked(program.rules.moves[move].name);
  if (pick == kNoPick || program.moves[move].picks.empty()) return text;
  const PickInfo& info = program.moves[move].picks[0];
  const std::int64_t offset = static_cast<std::int64_t>(pick) - domain_first(info.type);
  if (offset < 0 || offset >= program.values_of(info.type)) return text;
  return text + " with " + program.rules.moves[move].frame.locals[static_cast<std::size_t>(info.local)].name + " = " +
         print_slots(program, info.type, &pick);
}

class CardMaker {
 public:
  CardMaker(const Game& game, const StudyHeader& header, const StudyTally& tally, const std::vector<Measure>& measures,
            const Asked& asked)
      : game_(game), header_(header), tally_(tally), measures_(measures), asked_(asked) {}

  std::vector<CardLine> make() {
    const auto study = [this](const std::string& options) { return command("study", options); };
    // A finding that may follow from another comes after it.
    ends();
    const Measure* const ties = find("ties");
    const bool are_few = ties && ties->interval.low > 0.5;  // of the games have a winner
    if (is_gross_ && !are_few) fair();
    runs_away();
    opening();
    if (!is_gross_) fair();
    if (!are_few) add_luck(lines_, game_, asked_, is_random_, study);
    add_skill(lines_, game_, asked_, is_random_, is_gross_, study);
    dull();
    if (are_few) add_luck(lines_, game_, asked_, is_random_, study);
    if (is_gross_ && are_few) fair();
    worth("moves", "who chooses %s more often wins ", "each time more than another player, in place of another move", "move:",
          Grouping::moves);
    worth("pieces", "who has more of %s wins ", "each one more than another player, with as many of all else", "piece:",
          Grouping::pieces);
    size_and_time();
    // Luck, forced moves or a grossly favoured seat are the reasons why thinking does not help, so they come first.
    const auto is_late = [this](const CardLine& one) {
      return one.level == Level::problem && (one.id == "skill" || (one.id == "fair" && is_slight_));
    };
    std::stable_sort(lines_.begin(), lines_.end(), [&](const CardLine& a, const CardLine& b) {
      return std::pair(a.level, is_late(a)) < std::pair(b.level, is_late(b));
    });
    return std::move(lines_);
  }

 private:
  void add(const char* id, Level level, std::string text, std::string next = {}) {
    lines_.push_back({id, level, std::move(text), std::move(next)});
  }
  const Measure* find(std::string_view id) const { return find_measure(measures_, id); }

  /// "glint study laser_lawn --set side=2 REST"
  std::string command(const std::string& verb, const std::string& rest) const {
    std::string text = "glint " + verb + " " + lang::escaped(header_.game);
    for (const OptionInfo& option : game_.options())
      if (option.value != option.initial) text += " --set " + option.name + "=" + option.value;
    for (std::size_t i = 0; verb == "study" && !is_random_ && i < header_.seats.size(); ++i)
      text += " --seat " + header_.seats[i] + "=" + header_.plan.players[i];
    return text + " " + rest;
  }
  std::string want(const std::string& what) const { return command("explore", "--want '" + what + "'"); }

  void ends() {
    const Measure* const one = find("unfinished");
    if (one == nullptr || one->interval.low < kUneven) return;
    add("ends", Level::problem,
        "it does not always end: " + stated(*one) + " of the games reach " + std::to_string(header_.plan.max_plies) +
            " plies",
        want("unfinished at most 1%"));
  }

  void fair() {
    if (leans_.empty()) return;
    const Lean& lean = leans_[0];
    const auto& [low, high] = lean.measure.interval;
    const bool is_first = lean.who == kFirstPlayer;
    const double even = 1 / seats_, reach = std::max(std::abs(low), std::abs(high));
    is_slight_ = std::min(std::abs(low), std::abs(high)) < kUneven;
    const std::string id = is_first ? lean.measure.id : "wins." + lean.who, within = id + " within 3%";
    const std::string goal = want(within + (is_first ? "" : " of " + number_text(100 * even, 0) + "%"));
    const std::string seat = lean.always.empty() ? "" : " (" + lean.always + ")";
    const std::string wins = (is_first ? "the first player" + seat : lean.who) + " wins " +
                             stated(lean.measure.value + even, {low + even, high + even}) + " of the " +
                             grouped(lean.measure.count) + " games that have a winner; an even share is " +
                             percent_text(even);
    if (lean.is_sure && !is_first && are_unlike_)
      add("fair", Level::note, wins + ". The seats have different bots, so that may be their doing",
          command("study", "--rotate"));
    else if (lean.is_sure)
      add("fair", std::abs(lean.measure.value) >= kUneven ? Level::problem : Level::note,
          (std::abs(lean.measure.value) >= kUneven ? "it is not fair: " : "it is a little unfair: ") + wins + ". Try " +
              (!is_first  ? "a bonus for the weaker seat (komi)"
               : !is_two_ ? "turns that begin with another player each round, or a bonus (komi)"
                          : "a pie rule, or a bonus for the weaker side (komi)"),
          goal);
    else if (reach <= kUneven)
      add("fair", Level::fine, "it is fair, within " + points_text(reach, 1) + ", between these bots");
    else
      add("fair", Level::open, "whether it is fair is not decided: the advantage may be up to " + points_text(reach, 0),
          command("study", "--until '" + within + "'"));
  }

  void runs_away() {
    const Measure *quarter = find("leader_wins.25"), *half = find("leader_wins.50"), *last = find("leader_wins.75");
    if (!quarter || !half || !last || quarter->count < kFewestOfGroup) return;
    // While most games have no leader yet, a single stroke may give the lead.
    const auto keeps = [&](const Measure& lead, double from) { return lead.interval.low >= from && 2 * lead.count > tally_.games; };
    const bool is_early = keeps(*quarter, kRunsAway);
    runs_away_ = !is_gross_ && (is_early || keeps(*half, kKeeps));
    // A swinging lead says little, and depends on the moment of the look.
    const auto drops = [](const Measure& to, const Measure& from) { return to.interval.high + kUneven < from.interval.low; };
    if (!runs_away_ && (drops(*last, *half) || drops(*half, *quarter)))
      return add("leader", Level::note, "the lead goes back and forth, so who leads says little of who wins");
    add("leader",
        runs_away_                                     ? Level::problem
        : is_gross_ || quarter->interval.high > kEarly ? Level::note
                                                       : Level::fine,
        (runs_away_ ? "the leader runs away: " : "") +
            ("who leads after a quarter of the plies wins " + stated(*quarter)) + " of the " +
            grouped(quarter->count) + " games that have a leader then; after half " +
            stated(*half, false) + "; after three quarters " + stated(*last, false) +
            (is_gross_    ? ". That is mostly whom the game favours anyway"
             : runs_away_ ? ". Try a cost for the best move, or less gain for the leader"
                          : ""),
        runs_away_ ? want(is_early ? "leader_wins.25 at most 70%" : "leader_wins.50 at most 80%") : "");
  }

  void opening() {
    const auto& opened = tally_.choices.opened;
    const bool is_asked = !asked_.openings.empty();
    const std::string of = grouped_count(is_asked ? asked_.openings.size() : opened.size(), "first move"),
                      ask = is_asked ? "" : command("study", "--openings");
    if (!is_asked && opened.size() == 1 && !is_random_)
      add("opening", Level::open,
          "these bots always begin with " + opening_text(game_.program(), opened.begin()->first) +
              ", so first moves are not compared",
          ask);
    if (!is_asked && opened.size() < 2) return;
    const std::vector<Group> groups = is_asked ? asked_.openings : groups_of(game_, tally_, Grouping::openings, apart_);
    if (groups.size() < 2)
      return add("opening", Level::open, "first moves are not compared: there are too few games of each of " + of, ask);
    const Measure& best = groups[0].measure;
    const std::uint64_t won = tally_.endings.begun_won - best.hits, all = tally_.endings.begun - best.count;
    const auto& ahead = groups[0].ahead;
    const double others = ahead ? best.value - ahead->value
                                : static_cast<double>(won) / static_cast<double>(std::max<std::uint64_t>(all, 1));
    const bool is_shown =
        ahead ? ahead->interval.low > 0
              : p_of_shares(won, all, best.hits, best.count) * apart_ * static_cast<double>(groups.size()) < kAlpha;
    if (ahead && ahead->value == 0 && groups.back().ahead->value == 0)  // they are in this order
      return add("opening", Level::note,
                 "the first move changes nothing: after each of " + of + " the same games are won, " + stated(best) +
                     " of " + grouped(best.count) + " by the first player");
    const std::size_t left_out = is_asked ? 0 : opened.size() - groups.size();
    const bool dominates = is_shown && !are_unlike_ && best.value >= std::max(kDominates, others + kStandsOut) &&
                           best.interval.low > std::max(kSurely, others);
    const auto [level, begins] =
        dominates      ? std::pair{Level::problem, std::string("one opening dominates: ")}
        : is_shown     ? std::pair{Level::note, std::string("the best opening: ")}
        : left_out > 0 ? std::pair{Level::open, "whether an opening dominates is not decided, with too few games of " + grouped(left_out) +
                                                    " of " + of + "; of the others "}
                       : std::pair{Level::fine, "no opening stands out of " + of + ": "};
    add("opening", level,
        begins + groups[0].name + " wins " + stated(best) + " of " + grouped(best.count) + " games for the first player, " +
            (ahead ? points_text(ahead->value, 1) + " (" + range_text(*ahead) +
                         ") more than the others in games of the same seeds"
                   : "other first moves " + percent_text(others)) +
            (dominates ? is_two_ ? ". Try a pie rule, or another start" : ". Try another start" : ""),
        dominates  ? want("first_player_advantage within 3%")
        : is_shown ? ""
                   : ask);
  }

  void dull() {
    std::vector<std::string> faults, others, remedies;
    std::string goal;
    const auto judge = [&](const char* id, const char* form, const char* wanted, const char* remedy, auto is_fault) {
      const Measure* const one = find(id);
      if (one == nullptr) return;
      const bool is_bad = is_fault(one->interval);
      if (is_bad && goal.empty()) goal = want(wanted);
      if (is_bad) remedies.push_back(remedy);
      (is_bad ? faults : others).push_back(filled_in(form, stated(*one, false)));
    };
    const auto is_often = [](const Interval& one) { return one.low > kOften; };
    const auto below = [](double most, bool counts = true) { return [=](const Interval& one) { return counts && one.high < most; }; };
    const bool is_open = !is_gross_ && !runs_away_;
    judge("forced_plies", "%s of the plies have only one move", "forced_plies at most 10%", "fewer forced moves", is_often);
    judge("effective_branching", "a typical position has %s moves (effective branching)",
          "effective_branching at least 3", "more moves to choose from", below(2));
    judge("ties", "%s of the games are ties", "ties at most 10%", "a tie-break", is_often);
    judge("drama", "the later winner trails at %s of the plies (drama)", "drama at least 10%", "help for who trails", below(0.02, is_open));
    judge("decided_at", "the winner leads for good after %s of the plies", "decided_at at least 50%",
          "more to win late", below(kSoon, is_open));
    const auto tell = [&](const char* id, const char* little, const char* some, const char* much, const char* figure) {
      const Measure* const one = find(id);
      if (one == nullptr) return;
      const char* const means = one->value < kLittle ? little : one->value > 1 - kLittle ? much : some;
      others.push_back(means + (": " + filled_in(figure, stated(*one, false))));
    };
    tell("permanence", "the other player's reply wins back most of what a move gains", "a reply wins back part of what a move gains",
         "what a move gains mostly lasts", "%s of it is left after the reply (permanence)");
    tell("response", "few good moves are undone at once", "some good moves are undone at once", "most good moves are undone at once",
         "the reply cancels the whole gain of %s of them (response)");
    tell("killer_moves", "no single move changes much", "a single move can change much", "a single move can turn a game round",
         "the strongest one makes up %s of the distance between a player's worst and best moment (killer moves)");
    if (faults.empty() && others.empty()) return;
    const bool is_wrong = std::any_of(lines_.begin(), lines_.end(), [](const CardLine& one) { return one.level == Level::problem; });
    if (!faults.empty())
      add("dull", Level::problem, "it is dull: " + lang::joined(faults, "; ") + ". Try " + lang::joined(remedies),
          goal);
    if (!others.empty())
      add(faults.empty() ? "dull" : "lively", is_wrong || !faults.empty() ? Level::note : Level::fine,
          (!faults.empty() ? "beside that: "
           : is_wrong      ? "how lively it is, as counted: "
                           : "not dull by any of these measures: ") +
              lang::joined(others, "; "));
  }

  /// `form`: with a place for the name.
  void worth(const char* id, const char* form, const std::string& each, const std::string& option, Grouping by) {
    const double even = 1 / seats_;
    const std::vector<Group> groups = groups_of(game_, tally_, by, apart_);
    const Group *most = nullptr, *idle = nullptr;  // that differs most from an even share, and the first that does not
    std::vector<std::string> nothing;
    const auto far = [&](const Group& one) { return std::abs(one.measure.value - even); };
    for (const Group& one : groups) {
      const auto& [low, high] = one.measure.interval;
      const bool is_sure = one.each && one.each->is_beyond_zero();
      if ((is_sure || low > even || high < even) && (most == nullptr || far(one) > far(*most))) most = &one;
      if (is_sure || low <= even - kUneven || high >= even + kUneven) continue;
      if (idle == nullptr) idle = &one;
      nothing.push_back(one.name);
    }
    if (most == nullptr && nothing.empty()) return;
    std::vector<std::string> texts;
    if (most != nullptr)
      texts.push_back(filled_in(form, most->name) + stated(most->measure) + " of " + grouped(most->measure.count) +
                      " won games" + (most->each ? "; " + each + ", goes with " + stated(*most->each, false) + " of a win" : "") +
                      ". That is no proof: who is winning may do so more");
    if (!nothing.empty()) texts.push_back(lang::joined(nothing) + ": as often with the winner as not, within 5 points");
    add(id, Level::note, lang::joined(texts, ". "), command("study", "--without " + option + (most ? most : idle)->of));
  }

  void size_and_time() {
    const Measure* const tree = find("tree_size");
    const std::optional<Measure> time = time_of(measures_);
    if (!time) return;
    const bool is_same = tree->sample.size() == 1 && tree->count > 1;
    const bool is_few = (is_same ? tree->value : tree->interval.high) < kFew;
    const auto ways = [](double log) { return grouped(static_cast<std::uint64_t>(std::llround(std::pow(10, log)))); };
    const std::string all =
        !is_few   ? "10^" + stated(*tree, false)
        : is_same ? ways(tree->value)
                  : with_interval(ways(tree->value), ways(tree->interval.low) + " to " + ways(tree->interval.high));
    add("size", Level::note,  // that of others by Allis (see `tree_size`)
        "its tree has some " + all + " lines of play" + (is_same ? ", by each game alike" : "") +
            "; that of Connect Four has 10^21, of chess 10^123",
        tree->interval.high < kSmall && is_two_ && find("first_player_advantage") ? command("solve", "--value") : "");
    const auto minutes = [](double number) { return number_text(number, number < 1.95 ? 1 : 0); };
    const std::string low = minutes(time->interval.low), high = minutes(time->interval.high);
    add("time", Level::note,
        "people take about " + minutes(time->value) + (low == high ? "" : " (" + low + " to " + high + ")") +
            " minutes for a game",
        want("length at most " + number_text(std::max(1.0, find("length")->value / 2), 0)));
  }

  const Game& game_;
  const StudyHeader& header_;
  const StudyTally& tally_;
  const std::vector<Measure>& measures_;
  const Asked& asked_;
  const double apart_ = looks_apart(header_.plan.looks), seats_ = static_cast<double>(game_.players().size());
  const bool is_two_ = seats_ == 2, is_random_ = all_random(header_.plan);
  const bool are_unlike_ =  // each seat has its own bot
      !header_.plan.rotates && std::set(header_.plan.players.begin(), header_.plan.players.end()).size() > 1;
  const std::vector<Lean> leans_ = leans_of(measures_, tally_, apart_);
  // Somebody wins nearly whatever else happens.
  const bool is_gross_ = !leans_.empty() && leans_[0].is_sure && std::abs(leans_[0].measure.value) >= kGross;
  bool runs_away_ = false;  // who leads early does
  bool is_slight_ = false;  // who wins too often, perhaps
  std::vector<CardLine> lines_;
};

}  // namespace

const char* name_of(CardLine::Level level) {
  const char* const names[] = {"problem", "open", "fine", "note"};
  return names[static_cast<std::size_t>(level)];
}

std::vector<CardLine> card_of(const Game& game, const StudyHeader& header, const StudyTally& tally,
                              const std::vector<Measure>& measures, const Asked& asked) {
  return tally.games == 0 ? std::vector<CardLine>() : CardMaker(game, header, tally, measures, asked).make();
}

std::vector<Group> groups_of(const Game& game, const StudyTally& tally, Grouping by, double apart) {
  std::vector<Group> groups;
  const auto add = [&](std::string name, const std::string& of, std::uint64_t won, std::uint64_t games, std::size_t number = 0) {
    if (games < kFewestOfGroup) return;
    groups.push_back({std::move(name), of, number, {}});
    groups.back().measure.hits = won;
    groups.back().measure.count = games;
  };
  const rules::Rules& rules = game.program().rules;
  const auto& [opened, opened_won] = std::tie(tally.choices.opened, tally.choices.opened_won);
  if (by == Grouping::openings)
    for (const auto& [opening, of] : opened)
      add(opening_text(game.program(), opening), "", opened_won.count(opening) > 0 ? opened_won.at(opening) : 0, of);
  for (std::size_t i = 0; by == Grouping::moves && rules.moves.size() > 1 && i < rules.moves.size(); ++i)
    add(lang::marked(rules.moves[i].name), rules.moves[i].name, tally.choices.used_won[i], tally.choices.used[i], i);
  for (std::size_t i = 0; by == Grouping::pieces && i < rules.kinds.size(); ++i)
    add(lang::marked(rules.kinds[i].name), rules.kinds[i].name, tally.positions.had_won[i], tally.positions.had[i], i);
  apart *= static_cast<double>(groups.size());
  const bool are_moves = by == Grouping::moves;
  for (Group& one : groups) {
    one.measure = *share_of({one.measure.hits, one.measure.count}, apart);
    if (by != Grouping::openings)
      one.each = worth_of(are_moves ? tally.choices.worth : tally.positions.worth, rules.players.size(), one.number, are_moves,
                          are_moves ? 1 : StudyTally::kPiece, kAlpha / apart);
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.measure.value > b.measure.value; });
  return groups;
}

std::vector<Group> compared_openings(const Game& game, const std::vector<std::int64_t>& openings,
                                     const std::vector<std::vector<double>>& results) {
  const auto count = static_cast<double>(openings.size());
  std::vector<double> sums(results[0].size(), 0);
  for (const std::vector<double>& each : results)
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += each[i];
  std::vector<Group> groups;
  for (std::size_t k = 0; k < openings.size(); ++k) {
    const std::vector<double>& mine = results[k];
    const auto won = static_cast<std::uint64_t>(std::count(mine.begin(), mine.end(), 1.0));
    const auto lost = static_cast<std::uint64_t>(std::count(mine.begin(), mine.end(), 0.0));
    const std::optional<Measure> share = share_of({won, won + lost}, count);
    if (!share) continue;  // nobody ever won
    std::vector<double> beyond;
    for (std::size_t i = 0; i < sums.size(); ++i) beyond.push_back(mine[i] - (sums[i] - mine[i]) / (count - 1));
    Measure ahead = *share;
    ahead.sample = sample_of(std::move(beyond));
    ahead.count = sums.size();
    ahead.value = average_of(ahead.sample);
    ahead.shift = -1;  // so it is reported as points
    ahead.interval = of_average(ahead.sample, unseen_of_differences(ahead.sample, {-1, 1}), kAlpha / count);
    groups.push_back({opening_text(game.program(), openings[k]), "", 0, *share, ahead});
  }
  const auto lead = [](const Group& group) { return group.ahead ? group.ahead->value : 0; };
  std::stable_sort(groups.begin(), groups.end(), [&](const Group& a, const Group& b) { return lead(a) > lead(b); });
  return groups;
}

// ---- the finding in a sentence

std::vector<Lean> leans_of(const std::vector<Measure>& measures, const StudyTally& tally, double apart) {
  const auto is_wins = [](const Measure& one) { return one.seat >= 0 && one.form == Measure::Form::share; };
  const auto seats = std::count_if(measures.begin(), measures.end(), is_wins);
  std::vector<Lean> leans;
  std::optional<Lean> first;
  std::uint64_t decisive = 0;
  for (const std::uint64_t wins : tally.endings.wins) decisive += wins;
  for (const Measure& one : measures) {
    if (one.shift != 0) first = Lean{kFirstPlayer, one, false};
    if (!is_wins(one) || seats < 2 || decisive == 0) continue;
    MeasureKind kind = one;
    kind.shift = -1.0 / static_cast<double>(seats);
    kind.counted = [hits = one.hits, decisive](const StudyTally&) { return Counted{hits, decisive}; };
    leans.push_back({one.who, *measure_of(kind, tally, apart), false});
  }
  // If the same seat always begins, these are one question. With two seats, both give the same figure.
  const bool begins_always = std::erase_if(leans, [&](const Lean& one) {
    const bool is_same = first && one.measure.hits == first->measure.hits && one.measure.count == first->measure.count;
    if (is_same) first->always = one.who;
    return is_same;
  }) > 0;
  if (seats == 2 && begins_always) leans.clear();
  if (seats == 2 && leans.size() == 2) leans.erase(leans.end() - (leans.back().measure.value > 0 ? 2 : 1));
  if (first) leans.insert(leans.begin(), *first);
  for (Lean& lean : leans) {
    const std::optional<Measure> wide = measure_of(lean.measure, tally, apart * static_cast<double>(leans.size()));
    lean.is_sure = wide && wide->is_beyond_zero();
  }
  const auto size = [](const Lean& one) { return std::abs(one.measure.value); };
  std::stable_sort(leans.begin(), leans.end(), [&](const Lean& a, const Lean& b) {
    return std::tuple(a.is_sure, a.measure.is_beyond_zero(), size(a)) > std::tuple(b.is_sure, b.measure.is_beyond_zero(), size(b));
  });
  return leans;
}

namespace {

/// The findings about a game, the verdict first: most games have no winner or no end, or the first of `leans_of`.
std::vector<Lean> rulings_of(const std::vector<Measure>& measures, const StudyTally& tally, double apart) {
  std::vector<Lean> rulings = leans_of(measures, tally, apart);
  for (const char* const id : {"ties", "unfinished"})
    if (const Measure* const one = find_measure(measures, id)) {
      const bool is_most = one->interval.low > 0.5;
      rulings.insert(is_most ? rulings.begin() : rulings.end(), {id, *one, is_most});
    }
  return rulings;
}

/// True if others do not confirm the first certain finding: theirs is certainly smaller or reversed, or they were not
/// asked about it and find something else.
bool is_missed(const std::vector<Lean>& rulings, const std::vector<Lean>& others) {
  if (rulings.empty() || !rulings[0].is_sure) return false;
  const Measure& sure = rulings[0].measure;
  for (const Lean& other : others) {
    // `leans_of` has that of two seats which wins more often: the other one leans as far away.
    const bool is_mirrored = other.who != rulings[0].who, is_less = sure.value < 0;
    if (is_mirrored && !(sure.seat >= 0 && other.measure.seat >= 0 && other.measure.shift == -0.5)) continue;
    if (!is_mirrored && &other == &others[0] && other.is_sure && (other.measure.value < 0) == is_less) return false;
    const double most = is_mirrored == is_less ? other.measure.interval.high : -other.measure.interval.low;
    return most < std::min(std::abs(sure.interval.low), std::abs(sure.interval.high));
  }
  return others.empty() || others[0].is_sure;
}

/// For two sides a share of wins says more than points.
std::string share_text(Measure one) {
  const bool is_of_two = one.shift == -0.5;
  if (is_of_two) {
    for (double* each : {&one.value, &one.interval.low, &one.interval.high}) *each += 0.5;
    one.shift = 0;
  }
  return with_interval(value_text(one, one.value) + (is_of_two ? " of wins" : " from an even share"), range_text(one));
}

std::string length_text(const std::vector<Measure>& measures, const StudyTally& tally) {
  // If all games were equally long, an interval of possible lengths would look like a mistake; the table has it.
  if (tally.course.lengths.size() == 1 && tally.endings.unfinished == 0)
    return std::to_string(tally.course.lengths.begin()->first) + " plies" + (tally.games > 1 ? " each" : "");
  const Measure* const length = find_measure(measures, "length");
  return length ? value_text(*length, length->value) + " plies (" + range_text(*length) + ")" : "";
}

}  // namespace

bool flips(const std::vector<Measure>& measures, const StudyTally& tally, const Stronger& stronger, double apart) {
  const std::vector<Lean> mine = rulings_of(measures, tally, apart);
  const std::vector<Lean> theirs = rulings_of(stronger.measures, stronger.tally, 1);
  return is_missed(mine, theirs) || is_missed(theirs, mine);
}

std::string study_verdict(const std::vector<Measure>& measures, const StudyTally& tally, double apart) {
  const std::string length = length_text(measures, tally);
  const std::string in_games = ", in " + grouped_count(tally.games, "game");
  std::string text;
  // The decisive finding comes first: if most games have no winner, little is known about the others.
  bool is_mostly = false;
  for (const auto& [one, none, most, what] :
       {std::tuple{find_measure(measures, "unfinished"), "No game ended: ", "Most games do not end: ", " are unfinished"},
        std::tuple{find_measure(measures, "ties"), "No game has a winner: ", "Most games have no winner: ", " are ties"}}) {
    if (one == nullptr || is_mostly || (one->interval.low <= 0.5 && one->hits < one->count)) continue;
    text = with_interval((one->hits == one->count ? none : most) + value_text(*one, one->value) + what, range_text(*one)) + in_games;
    if (one->hits == one->count) return text + (length.empty() ? "." : " of " + length + ".");
    is_mostly = true;
  }

  const std::vector<Lean> leans = leans_of(measures, tally, apart);
  if (!leans.empty()) {
    const Measure& one = leans[0].measure;
    if (is_mostly) text += ". ";
    const bool are_all = one.count == tally.games;
    const std::string of_games = grouped_count(tally.games, "game"),
                      counted = are_all ? of_games : grouped(one.count) + " of " + of_games + " that have a winner";
    std::string goes_on = are_all ? ", in " : ", in the ";
    const auto winner = std::find_if(measures.begin(), measures.end(), [&](const Measure& each) {
      return each.seat >= 0 && each.form == Measure::Form::share && each.hits == one.count && one.count > 1;
    });
    if (!one.is_beyond_zero()) {
      text += (leans.size() == 1 ? leans[0].who + " has no clear advantage: "
                                 : "Neither the first player nor a seat has a clear advantage: ") +
              (leans.size() == 1              ? ""
               : leans[0].who == kFirstPlayer ? "the first player "
                                              : leans[0].who + " ") +
              share_text(one);
    } else if (winner == measures.end()) {
      text += leans[0].who + (leans[0].is_sure ? " " : " perhaps ") +
              (one.value < 0 ? "is at a disadvantage: " : "has an advantage: ") + share_text(one);
    } else {
      const Measure* const first = leans[0].who == kFirstPlayer ? &one : find_measure(measures, "first_player_advantage");
      const std::string begins = first == nullptr || first->count != one.count ? ""
                                 : first->hits == 0                             ? ", who never moves first,"
                                 : first->hits == first->count                  ? ", who moves first,"
                                                                                : ", whoever moves first,";
      text += winner->who + begins + " wins all ";
      goes_on = "";
    }
    text += goes_on + counted;
    if (one.count != tally.games && !length.empty()) return text + ". Games have " + length + ".";
  } else if (!is_mostly) {
    // One player or a team, or only scores.
    const auto score = std::find_if(measures.begin(), measures.end(), [](const Measure& one) {
      return one.seat >= 0 && one.form == Measure::Form::mean;
    });
    if (score == measures.end() && measures.empty()) return "";
    const Measure& one = score == measures.end() ? measures[0] : *score;
    const std::string value = value_text(one, one.value), what = score == measures.end() ? one.id + ": " : "The score is ";
    text = one.sample.size() == 1
               ? what + value + " each time"
               : with_interval(what + value + (score == measures.end() ? "" : " on average"), range_text(one));
    text += in_games;
  }
  return text + (length.empty() ? "." : " of " + length + ".");
}

}  // namespace glint
