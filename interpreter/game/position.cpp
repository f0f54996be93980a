// Positions: chance, and playing moves on them.
#include <algorithm>
#include <cstring>
#include <utility>

#include "interpreter/game/access.hpp"
#include "interpreter/game/notation.hpp"
#include "interpreter/game/position_chance.hpp"
#include "interpreter/game/position_text.hpp"
#include "interpreter/program/print.hpp"
#include "lang/diagnostics/presentable.hpp"

namespace glint {

// ---- chance ----

std::uint64_t Random::next() {
  state_ += 0x9E3779B97F4A7C15u;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Lemire's multiply-shift with rejection.
std::uint64_t Random::below(std::uint64_t n) {
  __extension__ using Wide = unsigned __int128;
  Wide product = static_cast<Wide>(next()) * n;
  if (static_cast<std::uint64_t>(product) < n) {
    const std::uint64_t threshold = (0 - n) % n;
    while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<Wide>(next()) * n;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t seed_of_game(std::uint64_t series, std::uint64_t game) {
  return Random(series + game * 0x9E3779B97F4A7C15u).next();
}

// ---- stepping ----

Machine& PositionAccess::machine(const Position& position) {
  position.machine_->load(position.state_);
  // `seen` reads the past of this position wherever the machine is asked something about it.
  position.machine_->set_past(position.program_->uses_seen ? &position.history_ : nullptr);
  return *position.machine_;
}

void PositionAccess::keep(Position& position) { position.machine_->store(position.state_); }

Position PositionAccess::make(std::shared_ptr<const Program> program, const StartOptions& options) {
  Position position;
  position.program_ = std::move(program);
  position.machine_ = std::make_shared<Machine>(*position.program_);
  position.state_.assign(position.program_->layout.size, 0);
  position.random_ = options.seed;
  position.fixed_draws_ = options.draws;
  position.first_draws_ = options.first_draws;
  position.wait_at_draws_ = options.wait_at_draws;
  position.keeps_line_ = Game(position.program_).has_secrets();
  return position;
}

PositionChance PositionAccess::chance_of(Position& position) {
  return {*position.program_,
          position.fixed_draws_,
          position.first_draws_,
          position.wait_at_draws_,
          position.random_,
          &position.draws_,
          position.keeps_line_ ? &position.line_ : nullptr};
}

PositionChance PositionAccess::chance_of(const Position& position, std::uint64_t& random, Settings* log) {
  return {*position.program_, position.fixed_draws_, position.first_draws_, position.wait_at_draws_, random, log};
}

std::optional<Error> PositionAccess::begin(Position& position) {
  Machine& machine = *position.machine_;
  PositionChance chance = chance_of(position);
  machine.set_history(position.program_->uses_seen ? &position.history_ : nullptr);
  const Machine::Status status = machine.begin(chance);
  machine.set_history(nullptr);
  keep(position);
  if (status == Machine::Status::error) return to_error(*position.program_, machine.failure());
  return std::nullopt;
}

/// What the machine has just applied, into the line.
void PositionAccess::add_move(Position& position, int move) {
  const Machine& machine = *position.machine_;
  std::vector<std::uint64_t>& line = position.line_;
  line.push_back(kLineMove + static_cast<Word>(move));
  const std::size_t words = line.size();
  line.push_back(0);
  for (const PickInfo& pick : position.program_->moves[static_cast<std::size_t>(move)].picks) {
    const Word* const at = machine.frame() + pick.slot;
    line.insert(line.end(), at, at + position.program_->set_words(pick.type));
  }
  line[words] = line.size() - words - 1;
}

std::optional<Error> PositionAccess::apply(Position& position, int move, bool want_reason) {
  Machine& machine = *position.machine_;
  const std::size_t history = position.history_.size(), draws = position.draws_.size(), line = position.line_.size();
  const std::uint64_t random = position.random_;
  machine.set_history(position.program_->uses_seen ? &position.history_ : nullptr);
  Machine::Status status = machine.apply(move, want_reason);
  if (position.keeps_line_ && (status == Machine::Status::done || status == Machine::Status::over))
    add_move(position, move);
  if (status == Machine::Status::done) {
    PositionChance chance = chance_of(position);
    status = machine.resume(chance);
  }
  machine.set_history(nullptr);
  if (status == Machine::Status::waiting || status == Machine::Status::drawing || status == Machine::Status::over) {
    keep(position);
    position.last_move_ = move;
    return std::nullopt;
  }
  position.history_.resize(history);
  position.draws_.resize(draws);
  position.line_.resize(line);
  position.random_ = random;
  return to_error(*position.program_, machine.failure());
}

void PositionAccess::guess(Position& position) {
  position.random_ = ~position.random_;
  position.fixed_draws_.clear();
}

std::optional<Error> PositionAccess::draw(Position& position, std::optional<std::uint64_t> number,
                                          std::string_view text) {
  Machine& found = machine(position);
  const std::size_t history = position.history_.size(), draws = position.draws_.size(), line = position.line_.size();
  const std::uint64_t random = position.random_;
  PositionChance chance = chance_of(position);
  const PositionChance::Chosen chosen{number, text};
  if (number || !text.empty()) chance.choose(chosen);
  found.set_history(position.program_->uses_seen ? &position.history_ : nullptr);
  const Machine::Status status = found.resume(chance);
  found.set_history(nullptr);
  if (status != Machine::Status::error) {
    keep(position);
    return std::nullopt;
  }
  position.history_.resize(history);
  position.draws_.resize(draws);
  position.line_.resize(line);
  position.random_ = random;
  const Error error = to_error(*position.program_, found.failure());
  found.forget_all();
  found.load(position.state_);
  return error;
}

namespace {

Error not_at_draw() { return plain_error(lang::Code::G0608, "play does not wait for chance here"); }

/// Where chance is to decide, nobody can choose a move.
std::optional<Error> chance_first(const Position& position) {
  if (!position.at_draw()) return std::nullopt;
  return plain_error(lang::Code::G0601, "play waits for chance here, which draws `" + position.draw_name() + "`");
}

}  // namespace

bool Position::at_draw() const { return state_[Layout::kNode] >= Layout::kDraw; }

std::string Position::draw_name() const {
  return at_draw() ? program_->draws[state_[Layout::kNode] - Layout::kDraw].name : std::string();
}

Error too_many_outcomes(const Program& program, const Drawing& drawing) {
  return to_error(program, {lang::Code::G0605, drawing.node->span, "chance can decide this in more than 2^60 ways"});
}

Result<std::uint64_t> Position::count_outcomes() const {
  if (!at_draw()) return not_at_draw();
  Machine& machine = PositionAccess::machine(*this);
  const auto drawing = machine.drawing();
  if (!drawing) return to_error(*program_, machine.failure());
  if (const auto count = glint::outcomes(*drawing)) return *count;
  return too_many_outcomes(*program_, *drawing);
}

Result<std::vector<ChanceOutcome>> Position::outcomes() const {
  const Result<std::uint64_t> count = count_outcomes();
  if (!count) return count.errors();
  constexpr std::uint64_t kMostTexts = 1'000'000;
  Machine& machine = PositionAccess::machine(*this);
  const auto drawing = machine.drawing();
  if (*count > kMostTexts)
    return to_error(*program_, {lang::Code::G0605, drawing->node->span,
                                "chance can decide this in " + std::to_string(*count) +
                                    " ways: too many to be written out"});
  std::vector<ChanceOutcome> all;
  std::vector<Word> value(static_cast<std::size_t>(std::max(1, drawing->words)));
  for (std::uint64_t k = 0; k < *count; ++k) {
    take_outcome(*drawing, k, value.data());
    all.push_back(
        {print_slots(*program_, drawing->node->type, value.data()), weight(*drawing, k), total_weight(*drawing)});
  }
  return all;
}

std::optional<Error> Position::draw(std::uint64_t i) {
  const Result<std::uint64_t> count = count_outcomes();
  if (!count) return count.errors()[0];
  if (i >= *count) return plain_error(lang::Code::G0608, "there are only " + std::to_string(*count) + " outcomes");
  return PositionAccess::draw(*this, i, {});
}

std::optional<Error> Position::draw(std::string_view value) {
  if (!at_draw()) return not_at_draw();
  if (value.empty()) return plain_error(lang::Code::G0608, "nothing is said of what to draw");
  return PositionAccess::draw(*this, std::nullopt, value);
}

Position Position::detach() const {
  Position copy = *this;
  copy.machine_ = std::make_shared<Machine>(*program_);
  return copy;
}

bool Position::over() const { return state_[Layout::kNode] == Layout::kOver; }
int Position::to_move() const { return over() || at_draw() ? -1 : static_cast<int>(state_[Layout::kMe]); }

int Outcome::highest() const {
  if (scores.size() < 2) return -1;
  const auto best = std::max_element(scores.begin(), scores.end());
  return std::count(scores.begin(), scores.end(), *best) == 1 ? static_cast<int>(best - scores.begin()) : -1;
}

int Outcome::victor() const {
  if (kind == OutcomeKind::win) return winner;
  return kind == OutcomeKind::score ? highest() : -1;
}

std::string Position::outcome_text() const {
  const Outcome result = outcome();
  const auto& players = program_->rules.players;
  switch (result.kind) {
    case OutcomeKind::win:
      return (result.winner < 0 ? "team" : players[static_cast<std::size_t>(result.winner)].name) + " wins";
    case OutcomeKind::loss:
      return (program_->rules.team ? "team" : players[0].name) + " loses";
    case OutcomeKind::tie: return "tie";
    case OutcomeKind::score: {
      if ((program_->rules.team || players.size() == 1) && !result.scores.empty())
        return "score " + std::to_string(result.scores[0]);  // there is nobody to compare it with
      if (result.scores.size() != players.size()) return "score";
      const int winner = result.highest();
      std::string text =
          winner < 0 ? "tie by score" : players[static_cast<std::size_t>(winner)].name + " wins by score";
      for (std::size_t p = 0; p < result.scores.size(); ++p)
        text += (p == 0 ? ": " : ", ") + players[p].name + " " + std::to_string(result.scores[p]);
      return text;
    }
    case OutcomeKind::capped: return "capped";
    default: return {};
  }
}

Result<std::uint64_t> PositionAccess::list(Machine& machine) {
  const std::int64_t count = machine.list();
  if (count == 0)
    machine.fail(lang::Code::G0603, machine.node().span,
                        "nothing can be chosen here; a `choose` where that may happen needs an `else`");
  if (count <= 0) return to_error(machine.program(), machine.failure());
  return static_cast<std::uint64_t>(count);
}

Result<std::uint64_t> Position::count_moves() const {
  if (over()) return std::uint64_t{0};
  if (auto error = chance_first(*this)) return *error;
  return PositionAccess::list(PositionAccess::machine(*this));
}

namespace {

/// What a run is told that fails a requirement without a message (see Compiler::require).
constexpr std::string_view kNoReason = "a requirement of the rules is not met";

/// What the run that was just applied picked.
std::vector<std::vector<Word>> picked(const Machine& machine, int move) {
  const Program& program = machine.program();
  std::vector<std::vector<Word>> picks;
  for (const PickInfo& pick : program.moves[static_cast<std::size_t>(move)].picks) {
    const Word* at = machine.frame() + pick.slot;
    picks.emplace_back(at, at + program.set_words(pick.type));
  }
  return picks;
}

/// Would this text be read as the run with these picks?
bool reads_back(Machine& machine, const std::vector<Word>& state, int move, const std::string& text,
                const std::vector<std::vector<Word>>& picks) {
  for (std::vector<Choice>& choices : read_move(machine.program(), move, machine.to_move(), text)) {
    machine.load(state);
    machine.choices() = std::move(choices);
    const Machine::Status status = machine.apply(move, false);
    if (status == Machine::Status::failed || status == Machine::Status::error) continue;
    return picked(machine, move) == picks;
  }
  return false;
}

/// The text of the k-th move in the machine's ledger: it is run, for its picks, and taken back.
std::string listed_text(Machine& machine, const std::vector<Word>& state, std::uint64_t k) {
  const int move = machine.choose_listed(k);
  machine.apply(move, false);
  const std::vector<std::vector<Word>> picks = picked(machine, move);
  machine.load(state);
  std::string text = print_move(machine, move, picks, false);
  if (!shows_parts(machine.program(), move)) return text;
  // A coordinate or field may fit several cells that can be picked: then the cells are written themselves.
  if (!reads_back(machine, state, move, text, picks)) text = print_move(machine, move, picks, true);
  machine.load(state);
  return text;
}

}  // namespace

Result<std::vector<std::string>> Position::moves() const {
  if (over()) return std::vector<std::string>{};
  const Result<std::uint64_t> count = count_moves();
  if (!count) return count.errors();
  constexpr std::uint64_t kMostTexts = 10'000'000;
  if (*count > kMostTexts)
    return to_error(*program_, {lang::Code::G0605, machine_->node().span,
                                std::to_string(*count) + " moves can be chosen here: too many to be written out"});
  std::vector<std::string> texts;
  texts.reserve(*count);
  for (std::uint64_t k = 0; k < *count; ++k) texts.push_back(listed_text(*machine_, state_, k));
  return texts;
}

Result<std::vector<std::string>> PositionAccess::moves(const Position& position,
                                                       const std::vector<std::uint64_t>& numbers) {
  if (const Result<std::uint64_t> count = position.count_moves(); !count) return count.errors();
  std::vector<std::string> texts;
  for (const std::uint64_t k : numbers) texts.push_back(listed_text(*position.machine_, position.state_, k));
  return texts;
}

Result<std::string> Position::move(std::uint64_t i) const {
  const Result<std::uint64_t> count = count_moves();
  if (!count) return count.errors();
  if (i >= *count) return plain_error(lang::Code::G0601, "there are only " + std::to_string(*count) + " moves");
  return listed_text(*machine_, state_, i);
}

std::vector<std::string> Position::notations() const {
  std::vector<std::string> texts;
  if (over() || at_draw()) return texts;
  for (const int move : PositionAccess::machine(*this).node().moves) texts.push_back(notation_of(*program_, move));
  return texts;
}

std::optional<Error> Position::play(std::string_view text) {
  if (over()) return plain_error(lang::Code::G0607, "the game is over: " + outcome_text());
  if (auto error = chance_first(*this)) return error;
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r' || text.back() == '\n'))
    text.remove_suffix(1);
  Machine& machine = PositionAccess::machine(*this);
  const std::vector<int> moves = machine.node().moves;
  std::optional<Error> refused;
  for (const int move : moves) {
    for (std::vector<Choice>& choices : read_move(*program_, move, machine.to_move(), text)) {
      machine.load(state_);
      machine.choices() = std::move(choices);
      auto error = PositionAccess::apply(*this, move, true);
      if (!error) return std::nullopt;
      if (error->code != lang::code_name(lang::Code::G0601)) return error;
      // A requirement that says nothing of itself is at least told by the move.
      const std::string why = error->message;
      error->message = lang::presentable(
          "`" + std::string(text) + "` is not legal: " +
          (why == kNoReason ? "a requirement of `" + program_->rules.moves[static_cast<std::size_t>(move)].name +
                                  "` is not met, and it has no message"
                            : why));
      const std::size_t said = error->rendered.find(why);
      if (said != std::string::npos) error->rendered.replace(said, why.size(), error->message);
      if (shows_parts(*program_, move) && error->help.empty())
        error->help = "where a coordinate or field fits several cells, write the cell in its place";
      if (!refused) refused = std::move(error);
    }
  }
  if (refused) return refused;
  for (std::size_t other = 0; other < program_->rules.moves.size(); ++other) {
    const int move = static_cast<int>(other);
    if (std::find(moves.begin(), moves.end(), move) != moves.end()) continue;
    if (read_move(*program_, move, machine.to_move(), text).empty()) continue;
    std::string names;
    for (const int each : moves)
      names += (names.empty() ? "`" : ", `") + program_->rules.moves[static_cast<std::size_t>(each)].name + "`";
    return plain_error(lang::Code::G0601,
                       "`" + std::string(text) + "` is the move `" + program_->rules.moves[other].name +
                           "`, which cannot be chosen now",
                       "what can be is " + names);
  }
  const Misreading misread = misreading(*program_, moves, machine.to_move(), text);
  return plain_error(lang::Code::G0601,
                     "`" + std::string(text) + "` is not how a move is written here" +
                         (misread.what.empty() ? "" : ": " + misread.what),
                     misread.help);
}

std::string Position::last_move() const {
  return last_move_ < 0 ? "" : program_->rules.moves[static_cast<std::size_t>(last_move_)].name;
}

std::optional<Error> Position::play_listed(std::uint64_t i) {
  const Result<std::uint64_t> count = count_moves();
  if (!count) return count.errors()[0];
  if (i >= *count) return plain_error(lang::Code::G0601, "there are only " + std::to_string(*count) + " moves");
  return PositionAccess::apply(*this, machine_->choose_listed(i), true);
}

Lister::Lister(const Program& program) : machine_(program) {}

Result<std::uint64_t> Lister::list(const Position& position) {
  if (position.over()) return std::uint64_t{0};
  if (auto error = chance_first(position)) return *error;
  machine_.load(position.state());
  machine_.set_past(machine_.program().uses_seen ? &PositionAccess::history(position) : nullptr);
  return PositionAccess::list(machine_);
}

std::optional<Error> Lister::play(std::uint64_t i, Position& position) {
  const int move = machine_.choose_listed(i);
  PositionAccess::machine(position).choices() = machine_.choices();
  return PositionAccess::apply(position, move, true);
}

std::optional<Error> Lister::play_alone(std::uint64_t i, Position& position) {
  const int move = machine_.choose_listed(i);
  Machine& machine = PositionAccess::machine(position);
  machine.choices() = machine_.choices();
  const Machine::Status status = machine.apply_alone(move);
  PositionAccess::keep(position);
  PositionAccess::forget_line(position);
  if (status == Machine::Status::error) return to_error(machine.program(), machine.failure());
  return std::nullopt;
}

std::optional<Error> Position::forfeit() {
  Machine& machine = PositionAccess::machine(*this);
  if (!game().clock() || machine.forfeit() != Machine::Status::over) return plain_error(lang::Code::G0601, "this game has no clock that says what happens");
  PositionAccess::keep(*this);
  return std::nullopt;
}

}  // namespace glint
