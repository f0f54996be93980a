// The requests that take long: studies, alone and compared, the effects of a change of rules on play, and explorations.
// README.md lists their fields.
#include <algorithm>
#include <tuple>
#include <utility>

#include <glint/diff.hpp>
#include "interpreter/desk/protocol/answers.hpp"
#include "interpreter/desk/protocol/requests.hpp"
#include "interpreter/lab/diff/play_comparison.hpp"
#include "interpreter/lab/explore/explore.hpp"
#include "interpreter/lab/json/diff_json.hpp"
#include "interpreter/lab/study/counted_game.hpp"
#include "interpreter/lab/study/played_again.hpp"
#include "interpreter/lab/study/questions.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/report/study.hpp"
#include "lang/source/stop.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

using Json = nlohmann::ordered_json;

/// What a study here may have besides its plan.
struct Besides {
  std::optional<Want> until;           // ends when this is known
  std::vector<std::string> played;     // its games, in the form of CountedGame::said; empty: they are to be played
  std::optional<std::uint64_t> again;  // this game alone is played, and answered as a record
};

/// Plays the games of a study, one after another, and then those of further questions.
class StudyJob final : public Job {
 public:
  StudyJob(Game game, const StudyPlan& plan, const Asking& asking, Besides besides, Json version, bool is_compared)
      : game_(std::move(game)), version_(std::move(version)), besides_(std::move(besides)), looks_(plan) {
    part_.header = header_of(game_, game_.id(), plan);
    Result<std::vector<Question>> questions = questions_of(game_, part_.header, asking, asked_);
    if (!questions) throw Refused{kInvalidParams, questions.errors().front().message};
    questions_ = std::move(*questions);
    const auto take = [this](const StudyTally& all, const GameLog& log) {
      std::tie(part_.tally, each_game_) = std::tie(all, log);
    };
    questions_.insert(questions_.begin(), {"", part_.header, is_compared, take});
    for (const Question& one : questions_) all_ += one.header.plan.games;
    begin();
  }

  bool step(const Calls& calls) override {
    if (besides_.again) {
      Result<PlayedAgain> found = play_again(game_, game_.id(), part_.header.plan, *besides_.again);
      if (found) record_ = std::move(found->record);
      if (!found) error_ = found.errors().front();
      return false;
    }
    const int plies = all_random(questions_[at_].header.plan) ? kPlies : 1;
    for (int ply = 0; ply < plies && counted_; ++ply) {
      if (ply > 0 && calls()) break;
      const bool is_told = at_ == 0 && !besides_.played.empty();
      if (!is_playing_) error_ = counted_->begin(tally_.games, is_told ? &besides_.played[tally_.games] : nullptr);
      is_playing_ = true;
      if (!error_ && counted_->is_playing()) error_ = counted_->ply();
      if (error_) counted_.reset();
      if (!counted_ || counted_->is_playing()) continue;
      counted_->end();
      tally_.add(counted_->tally());
      if (questions_[at_].is_logged) log_.add(counted_->tally());
      is_playing_ = false;
      ++games_;
      if (at_ == 0 && besides_.until && tally_.games >= looks_.next()) {
        looks_.go_on();
        std::uint64_t& games = questions_[0].header.plan.games;
        if (is_known(*besides_.until, game_, part_.header.plan, tally_)) {
          all_ -= games - tally_.games;
          games = part_.header.plan.games = tally_.games;
        }
      }
      if (tally_.games < questions_[at_].header.plan.games) continue;
      questions_[at_++].take(tally_, log_);
      begin();
    }
    return counted_.has_value();
  }

  bool has_news() override {
    if (games_ < next_) return false;
    next_ = std::max(games_ + 1, std::min(games_ * 3 / 2, games_ + all_ / 10));
    return true;
  }

  Json result() const override {
    if (record_)
      return {{"version", version_}, {"seed", record_->seed}, {"draws", record_->draws}, {"moves", record_->moves}};
    StudyPart part = part_;
    if (at_ == 0) part.tally = tally_;
    const bool is_whole = at_ == questions_.size();
    Json json = report::json_of(report::study_document(game_, part, {.asked = is_whole ? asked_ : Asked()}));
    json.update({{"version", version_}, {"of", part_.header.plan.games}, {"percent", percent()}});
    return json;
  }
  std::vector<Error> errors() const override { return error_ ? std::vector{*error_} : std::vector<Error>{}; }

  int percent() const override { return static_cast<int>(games_ * 100 / all_); }
  std::string words() const override { return std::to_string(games_) + " of " + lang::counted(all_, "game"); }
  std::string title() const override { return "Study " + game_.title(); }
  report::Variation compared_as(const std::string& label) const { return {label, game_, part_, each_game_}; }

 private:
  static constexpr int kPlies = 300;  // plies of one part, at random

  /// The next question, if there is one.
  void begin() {
    counted_.reset();
    if (at_ == questions_.size()) return;
    const StudyPlan& plan = questions_[at_].header.plan;
    tally_ = StudyTally(game_.program());
    log_ = questions_[at_].is_logged ? GameLog(measures_in(game_, plan)) : GameLog();
    counted_.emplace(game_, plan);
  }

  const Game game_;
  const Json version_;
  const Besides besides_;
  StudyLooks looks_;
  std::optional<Record> record_;
  StudyPart part_;
  GameLog each_game_;  // if the study is compared
  Asked asked_;
  std::vector<Question> questions_;  // the first is the study itself
  std::size_t at_ = 0;
  // ---- the question
  std::optional<CountedGame> counted_;  // nothing: all was played, or a rule failed
  StudyTally tally_;
  GameLog log_;
  bool is_playing_ = false;  // a game has begun
  // ---- all of them
  std::uint64_t games_ = 0, all_ = 0, next_ = 1;  // played, and to play; at how many there is news
  std::optional<Error> error_;
};

/// Plays studies, one after the other, and compares all with the first.
class CompareJob final : public Job {
 public:
  using Study = std::pair<std::string, std::unique_ptr<StudyJob>>;  // with its label
  explicit CompareJob(std::vector<Study> studies) : studies_(std::move(studies)) {}

  bool step(const Calls& calls) override {
    return now().step(calls) || (errors().empty() && ++played_ < studies_.size());
  }
  bool has_news() override { return now().has_news(); }
  Json result() const override {
    std::vector<report::Variation> all;
    if (played_ == studies_.size())
      for (const auto& [label, study] : studies_) all.push_back(study->compared_as(label));
    return {{"studies", view::list_of(studies_, [](const Study& one) { return one.second->result(); })},
            {"comparison", all.empty() ? Json() : report::comparison_json(all, 0)}};
  }
  std::vector<Error> errors() const override { return now().errors(); }
  int percent() const override { return static_cast<int>(played_ * 100 / studies_.size()); }
  std::string words() const override {
    return std::to_string(played_) + " of " + std::to_string(studies_.size()) + " studies";
  }
  std::string title() const override { return "Compare " + std::to_string(studies_.size()) + " studies"; }

 private:
  StudyJob& now() const { return *studies_[std::min(played_, studies_.size() - 1)].second; }

  const std::vector<Study> studies_;
  std::size_t played_ = 0;
};

/// Explores in one part, and tells meanwhile how far it is; other requests wait.
class ExploreJob final : public Job, ExploreHost {
 public:
  ExploreJob(const Desk& desk, std::string document, const VariedParent& parent, ExplorePlan plan)
      : desk_(desk), document_(std::move(document)), parent_(parent), plan_(std::move(plan)) {}

  bool step(const Calls&) override {
    result_ = report::exploration_json(parent_.game(), plan_, explore(parent_, plan_, *this));
    return false;
  }
  Json result() const override { return result_; }
  std::string words() const override { return words_; }
  std::string title() const override { return "Explore " + parent_.game().title(); }

 private:
  Result<Game> build(const std::string& script, const std::string& name) override {
    return game_of_text(desk_, document_, script, {}, document_.substr(0, document_.rfind('/') + 1) + name + ".glint");
  }
  void each(std::size_t count, const std::function<void(std::size_t)>& work) override {
    for (std::size_t i = 0; i < count; ++i) {
      work(i);
      lang::StopCheck(desk_.limits().stop).now();
    }
  }
  void note(const std::string& what) override {
    words_ = what;
    tell();
  }

  const Desk& desk_;
  const std::string document_;
  const VariedParent parent_;
  const ExplorePlan plan_;
  Json result_;
  std::string words_;
};

/// Compares two games, more and more thoroughly: each time again, with a search four times as large.
class DiffJob final : public Job {
 public:
  DiffJob(Game before, Game now, Json version, std::uint64_t limit, std::uint64_t games)
      : before_(std::move(before)), now_(std::move(now)), version_(std::move(version)), limit_(limit), games_(games),
        text_(diff_text(before_, now_)) {}

  bool step(const Calls& calls) override {
    if (text_.is_identical) return false;
    if (!comparison_) {
      DiffOptions options;
      options.limit = searching_ = std::min(searched_ == 0 ? kFirst : searched_ * 4, limit_);
      options.games = options.limit == limit_ ? games_ : games_ / 10;
      options.text = &text_;
      auto begun = PlayComparison::begin(before_, now_, options);
      if (!begun) {
        errors_ = begun.errors();
        return false;
      }
      comparison_ = std::move(*begun);
    }
    for (std::uint64_t done = 0; done < kPart && !(done > 0 && calls()); done += kPart / kLooks)
      if (!comparison_->advance(kPart / kLooks)) return take();
    return true;
  }

  bool has_news() override { return std::exchange(is_new_, false); }

  Json result() const override {
    return {{"version", version_},
            {"old", before_.title()},
            {"new", now_.title()},
            {"identical", text_.is_identical},
            {"text", json_of(text_)},
            {"play", play_ ? json_of(*play_) : Json()}};
  }
  std::vector<Error> errors() const override { return errors_; }

  int percent() const override { return static_cast<int>(searched_ * 100 / std::max<std::uint64_t>(limit_, 1)); }
  std::string words() const override {
    if (text_.is_identical) return "the rules are the same";
    if (!play_) return "not compared yet";
    return play_->same ? "the same, in " + lang::counted(play_->positions, "position")
                       : "differs after " + lang::counted(play_->witness.size(), "move");
  }
  std::string title() const override { return "Compare " + before_.title() + " and " + now_.title(); }

 private:
  static constexpr std::uint64_t kFirst = 500;
  static constexpr std::uint64_t kPart = 20'000, kLooks = 10;  // microseconds; looks for a message

  /// Takes the result of a comparison. False: it is the last one.
  bool take() {
    if (const auto& error = comparison_->error()) {
      errors_ = {*error};
      return false;
    }
    play_ = comparison_->play();
    comparison_.reset();
    searched_ = searching_;
    is_new_ = true;
    return searched_ < limit_ && !play_->complete && (play_->same || !play_->shortest);
  }

  const Game before_, now_;
  const Json version_;
  const std::uint64_t limit_, games_;
  const TextDiff text_;
  std::unique_ptr<PlayComparison> comparison_;
  std::uint64_t searching_ = 0, searched_ = 0;  // limits of this comparison, and of the last one
  bool is_new_ = false;
  std::optional<PlayDiff> play_;
  std::vector<Error> errors_;
};

std::unique_ptr<StudyJob> study_of(Documents& in, const Json& params, bool is_compared) {
  const std::string name = in.name(params);
  const Result<Game> game = game_of(in.desk(), name, settings_of(params, "options"));
  if (!game) throw Refused{kRequestFailed, "there is no game to study: " + game.errors().front().message};
  StudyPlan plan;
  plan.games = params.value("games", std::uint64_t{1000});
  plan.seed = params.value("seed", std::uint64_t{1});
  plan.max_plies = params.value("max_plies", 2000);
  plan.rotates = params.value("rotates", false);
  plan.draws = settings_of(params, "draws");
  plan.playouts = std::clamp(params.value("playouts", 0), 0, StudyPlan::kMostPlayouts);
  Besides besides{{}, params.value("played", std::vector<std::string>()), {}};
  if (params.contains("again")) besides.again = params["again"].get<std::uint64_t>();
  if (!besides.played.empty()) plan.games = besides.played.size();
  for (const std::string& each : params.value("without", std::vector<std::string>())) {
    const Result<Restriction> read = read_restriction(each, *game);
    if (!read) throw Refused{kInvalidParams, "`without`: " + read.errors().front().message};
    plan.without.push_back(*read);
  }
  plan.covered = 0;
  if (plan.games == 0 || plan.games > kMostGames)
    throw Refused{kInvalidParams, "`games` takes 1.." + std::to_string(kMostGames)};
  if (plan.max_plies < 1 || plan.max_plies > StudyPlan::kMostPlies)
    throw Refused{kInvalidParams, "`max_plies` takes 1.." + std::to_string(StudyPlan::kMostPlies)};
  const std::vector<std::string> seats = game->players();
  const Json bots = params.value("bots", Json::object());
  for (const std::string& seat : seats) {
    const std::string all = bots.value("*", std::string("random"));
    plan.players.push_back(bots.value(seat, all));
    if (!besides.played.empty()) continue;  // whoever has played them
    const Result<PlayerSpec> spec = read_player_spec(plan.players.back());
    if (!spec) throw Refused{kInvalidParams, spec.errors().front().message};
    if (const auto error = cannot_play(*spec, *game)) throw Refused{kInvalidParams, error->message};
    if (spec->budget.is_time() && spec->budget.seconds > 0)
      throw Refused{kInvalidParams, "a bot of a study here has a number as its budget, as in `mcts:200`, not a time"};
  }
  for (const auto& [seat, bot] : bots.items())
    if (seat != "*" && std::find(seats.begin(), seats.end(), seat) == seats.end())
      throw Refused{kInvalidParams, "the game has no player `" + seat + "`; its players are " + lang::joined(seats)};
  if (besides.again && is_compared) throw Refused{kInvalidParams, "`again` is of one study alone"};
  const Asking asking{params.value("strong", false), "", params.value("openings", false),
                      besides.played.empty() && !is_compared};
  if (params.contains("until")) {
    const Result<Want> want = read_want(params["until"].get<std::string>());
    const auto error = want ? check_want(*want, *game, plan) : want.errors().front();
    if (error) throw Refused{kInvalidParams, error->message, error->help};
    plan.looks = StudyLooks(plan).count();
    besides.until = *want;
  }
  return std::make_unique<StudyJob>(*game, plan, asking, std::move(besides), in.version_of(name), is_compared);
}

}  // namespace

std::unique_ptr<Job> answer::study(Documents& in, const Json& params) { return study_of(in, params, false); }

std::unique_ptr<Job> answer::compare(Documents& in, const Json& params) {
  std::vector<CompareJob::Study> studies;
  for (const Json& each : field_of(params, "studies")) {
    if (const std::string wrong = wrong_field(each); !wrong.empty())
      throw Refused{kInvalidParams, "`studies`: " + wrong};
    studies.emplace_back(field_of(each, "label").get<std::string>(), study_of(in, in.with_game(each), true));
  }
  if (studies.size() < 2) throw Refused{kInvalidParams, "`studies` has at least two"};
  return std::make_unique<CompareJob>(std::move(studies));
}

std::unique_ptr<Job> answer::explore(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  const Settings options = settings_of(params, "options");
  const Result<Game> game = game_of(in.desk(), name, options);
  if (!game) throw Refused{kRequestFailed, "there is no game to explore: " + game.errors().front().message};
  const auto namesake = in.desk().files_of(name)->find_game(game->id(), {});
  if (namesake && namesake->text != game->program().sources->file(0).text)
    throw Refused{kRequestFailed, "a variant of `" + game->id() + "` is one of the bundled game",
                  "give the script another name"};
  ExplorePlan plan;
  plan.may = {params.value("vary", std::vector<std::string>()), params.value("fix", std::vector<std::string>())};
  plan.seed = params.value("seed", plan.seed);
  plan.games = std::min(params.value("games", plan.games), ExplorePlan::kMostGames);
  plan.candidates = std::min(params.value("candidates", plan.candidates), ExplorePlan::kMostCandidates);
  plan.kept = std::min(params.value("keep", plan.kept), ExplorePlan::kMostKept);
  plan.racer = params.value("bot", plan.racer);
  plan.max_plies = std::clamp(params.value("max_plies", plan.max_plies), 1, StudyPlan::kMostPlies);
  const auto refuse = [](const Error& error) { throw Refused{kInvalidParams, error.message, error.help}; };
  for (const std::string& each : params.value("wants", std::vector<std::string>{"first_player_advantage within 3%"})) {
    const Result<Want> want = read_want(each);
    if (!want) refuse(want.errors().front());
    plan.wants.push_back(*want);
  }
  const VariedParent parent(*game, game->id(), options);
  if (const auto error = check_plan(plan, parent)) refuse(*error);
  return std::make_unique<ExploreJob>(in.desk(), name, parent, std::move(plan));
}

std::unique_ptr<Job> answer::diff(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  const Settings options = settings_of(params, "options");
  const auto no_game = [](const std::vector<Error>& errors) {
    return Refused{kRequestFailed, "there is no game to compare: " + errors.front().message};
  };
  const Result<Game> plain = game_of(in.desk(), name);
  if (!plain) throw no_game(plain.errors());
  const Result<Game> before = params.contains("before") && params["before"].is_string()
                                  ? game_of_text(in.desk(), name, params["before"].get<std::string>(), options, name)
                                  : base_of(in.desk(), name, options);
  if (!before) throw Refused{kRequestFailed, "there is no other game to compare it with: " + before.errors().front().message};
  // Each takes the options that it has; those that neither has are errors.
  Settings own = options;
  std::erase_if(own, [&](const auto& each) {
    return options_of(*plain, {each}).empty() && !options_of(*before, {each}).empty();
  });
  const Result<Game> now = game_of(in.desk(), name, own);
  if (!now) throw no_game(now.errors());
  return std::make_unique<DiffJob>(*before, *now, in.version_of(name),
                                   std::clamp<std::uint64_t>(params.value("limit", DiffOptions{}.limit), 1, kMostPositions),
                                   std::min<std::uint64_t>(params.value("games", DiffOptions{}.games), kMostGames));
}

}  // namespace glint::desk
