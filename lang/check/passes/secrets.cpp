// Hidden values stay hidden: a rule whose result a player sees, or that decides what a player may do, must not read a
// variable that the player may not see.
//
// The rule is simple: up to its last pick, requirement or offer a move reads only what its player surely sees. After
// that nothing can be refused any more, and it may read anything. Looks read nothing hidden at all; the heuristic of a
// player reads only what that player sees. So values need not be followed: everything that is read before the last pick
// is open, and so is everything computed from it.
//
// Beams may read something hidden, such as the atoms in a black box. A player who does not see all of it does not see
// beams either: no view shows them (BeamRules::seen_by), and following a beam counts as reading what beams read.
//
// What a player surely sees is computed for each player in turn: then `me`, `opponent` and `me + 1` are known players,
// and `seen by` gives a known set for a known index. For an unknown index, only what holds for all its values counts.
#include "lang/check/check.hpp"
#include "lang/check/declarations/declarations.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "lang/rules/arithmetic.hpp"
#include "lang/rules/walk.hpp"

namespace glint::lang::checking {
namespace {

using rules::Base;
using rules::Expr;
using rules::Op;
using rules::Stmt;
using rules::StmtKind;
using Known = std::optional<std::int64_t>;

/// The player who must see all that is read, the player `me` (or -1), and what is known of locals.
struct View {
  int viewer = -1;  // -1: everybody
  int me = -1;
  std::vector<Known> locals;

  Known local(int ref) const {
    const auto i = static_cast<std::size_t>(ref);
    return i < locals.size() ? locals[i] : std::nullopt;
  }
  void set(int ref, Known value) {
    const auto i = static_cast<std::size_t>(ref);
    if (locals.size() <= i) locals.resize(i + 1);
    locals[i] = value;
  }
};

/// The facts known before the game: which player an expression names, and who sees a variable.
class Sight {
 public:
  explicit Sight(const rules::Rules& rules)
      : players_(static_cast<int>(rules.players.size())), varies_(rules::has_absent_players(rules)) {}

  /// The value of an expression, if it is certain.
  Known value(const Expr& expr, const View& view) const {
    switch (expr.op) {
      case Op::constant:
        return expr.number;
      case Op::me:
        return view.me < 0 ? std::nullopt : Known(view.me);
      case Op::local:
        return view.local(expr.ref);
      case Op::negate:
      case Op::cycle: {
        if (expr.op == Op::cycle && (expr.type.base != Base::player || varies_)) return std::nullopt;
        const Known a = value(expr.kids[0], view), b = expr.op == Op::cycle ? value(expr.kids[1], view) : 0;
        return a && b ? rules::computed(expr.op, *a, *b, players_) : std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }

  /// True if the viewer surely sees the variable, at the index `expr` if it has one.
  bool sees(const rules::Variable& variable, const Expr& expr, const View& view) const {
    const auto seen_at = [&](Known index) {
      View at;
      at.set(0, index);
      const std::uint64_t seen = surely(*variable.seen_by, at);
      if (view.viewer >= 0) return (seen >> view.viewer & 1) != 0;
      return seen == everybody();
    };
    if (!variable.index) return seen_at(std::nullopt);
    if (const Known index = value(expr, view)) return seen_at(index);
    if (variable.index->base != Base::player) return seen_at(std::nullopt);
    for (int player = 0; player < players_; ++player)
      if (!seen_at(player)) return false;
    return true;
  }

 private:
  std::uint64_t everybody() const { return players_ >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << players_) - 1; }

  /// Players who are in the set with any options.
  std::uint64_t surely(const Expr& set, const View& view) const {
    switch (set.op) {
      case Op::all:
        return everybody();
      case Op::set: {
        std::uint64_t found = 0;
        for (const Expr& kid : set.kids) {
          if (kid.type.is_set) {
            found |= surely(kid, view);
          } else if (const Known one = value(kid, view)) {
            found |= std::uint64_t{1} << *one;
          }
        }
        return found;
      }
      case Op::unite:
        return surely(set.kids[0], view) | surely(set.kids[1], view);
      case Op::intersect:
        return surely(set.kids[0], view) & surely(set.kids[1], view);
      case Op::subtract_set: {
        // Only players who are surely taken away.
        std::uint64_t away = 0;
        if (set.kids[1].op != Op::set) return 0;
        for (const Expr& kid : set.kids[1].kids) {
          const Known one = kid.type.is_set ? std::nullopt : value(kid, view);
          if (!one) return 0;
          away |= std::uint64_t{1} << *one;
        }
        return surely(set.kids[0], view) & ~away;
      }
      case Op::if_:
        return surely(set.kids[1], view) & surely(set.kids[2], view);
      default:
        return 0;
    }
  }

  const int players_;
  const bool varies_;  // not all of them play with all options, so nobody is known to sit next to somebody
};

class Secrets {
 public:
  Secrets(const rules::Rules& rules, Report& report, Work& work)
      : rules_(rules), report_(report), work_(work), effect_decides_(rules.effects.size()), sight_(rules) {
    for (int viewer = -1; viewer < players(); ++viewer) find_what_beams_hide(viewer);
  }

  /// The players who see everything that beams depend on, as bits.
  std::uint64_t beams_seen_by() const { return beams_seen_by_; }

  /// Numbers of the `show beams` that not everybody may see; after `check`.
  const std::vector<std::size_t>& hidden_shows() const { return hidden_shows_; }

  void check() {
    for (std::size_t m = 0; m < rules_.moves.size(); ++m) {
      what_ = Reader::move;
      name_ = marked(rules_.moves[m].name);
      work_.begin(rules_.moves[m].span);
      for (int player = 0; player < players(); ++player) move(static_cast<int>(m), player, player);
      begin_next();
    }
    const auto open = [&](const Expr& expr) { read(expr, View{}); };
    what_ = Reader::looks;
    for (const rules::Kind& kind : rules_.kinds) {
      work_.begin(kind.span);
      for (const auto& [when, look] : kind.looks) {
        open(when);
        rules::for_each_expr(look, open);
      }
      rules::for_each_expr(kind.look, open);
    }
    begin_next();
    what_ = Reader::shows;
    for (std::size_t i = 0; i < rules_.pictures.shows.size(); ++i) {
      const rules::Show& show = rules_.pictures.shows[i];
      work_.begin(show.span);
      if (show.beams) {
        if (!are_open_beams(show)) hidden_shows_.push_back(i);
        continue;
      }
      if (show.when) open(*show.when);
      rules::for_each_expr(show.text, open);
      if (show.piece) rules::for_each_expr(*show.piece, open);
    }
    for (const rules::Ground& ground : rules_.pictures.grounds) {
      work_.begin(ground.cells.span);
      if (ground.when) open(*ground.when);
      open(ground.cells);
      rules::for_each_expr(ground.name, open);
      if (ground.owner) open(*ground.owner);
    }
    begin_next();
    if (!rules_.judging.heuristic) return;
    what_ = Reader::heuristic;
    work_.begin(rules_.judging.heuristic->value.span);
    for (int player = 0; player < players(); ++player) {
      View view{player, -1, {}};
      view.locals.push_back(player);
      read(rules_.judging.heuristic->value, view);
    }
  }

  /// Reports the parts of an expression that the viewer may not see, if `me` is to move.
  void check_asked(const Expr& asked, int viewer, int me) {
    what_ = Reader::asked;
    work_.begin(asked.span);
    name_ = entry_of(rules_.players, viewer).name;
    read(asked, View{viewer, me, {}});
  }

 private:
  enum class Reader { move, beams, looks, shows, heuristic, asked };
  int players() const { return static_cast<int>(rules_.players.size()); }

  /// Beams themselves may depend on hidden things: then views do not show them. Which beams they are must be open;
  /// where the script does not say which, views leave those out that are not.
  bool are_open_beams(const rules::Show& show) {
    what_ = show.is_default ? Reader::beams : Reader::shows;
    hidden_.clear();
    const std::vector<std::string> beams_hide = std::exchange(beams_hide_, std::vector<std::string>(beams_hide_.size()));
    if (show.when) read(*show.when, View{});
    read(*show.beams, View{});
    beams_hide_ = beams_hide;
    begin_next();
    what_ = Reader::shows;
    return hidden_.empty();
  }

  void begin_next() {
    lets_.clear();
    effects_.clear();
    moves_.clear();
    reported_at_.clear();
  }

  /// Finds a variable that beams read and the viewer (-1: everybody) may not see.
  void find_what_beams_hide(int viewer) {
    what_ = Reader::beams;
    hidden_.clear();
    rules::for_each_beam_expr(rules_, [&](const Expr& expr) {
      work_.begin(expr.span);
      read(expr, View{viewer, -1, {}});
    });
    begin_next();
    beams_hide_.push_back(hidden_);
    if (viewer >= 0 && !hidden_.empty()) beams_seen_by_ &= ~(std::uint64_t{1} << viewer);
  }

  void read(const Expr& expr, const View& view) {
    if (!work_.spend()) return;
    switch (expr.op) {
      case Op::variable:
        read_variable(expr.ref, expr.kids.empty() ? expr : expr.kids[0], expr.span, view);
        break;
      case Op::seen:
        tell("`seen` (it compares whole positions)", expr.span);
        break;
      case Op::call:
        call(expr, view);
        break;
      case Op::beams:
      case Op::trace:
      case Op::trace_from:
        if (const std::string& hidden = beams_hide_[static_cast<std::size_t>(view.viewer + 1)]; !hidden.empty())
          tell("beams, which depend on " + hidden, expr.span);
        break;
      case Op::can: {
        const Known of = expr.kids.empty() ? Known(view.me) : sight_.value(expr.kids[0], view);
        const Within within(*this, expr.span);
        for (int player = 0; player < players(); ++player)
          if (!of || *of < 0 || *of == player) move(expr.ref, view.viewer, player);
        break;
      }
      case Op::move_count:
        // The player to move sees what can be chosen; to others the number may tell a hidden value.
        if (what_ == Reader::asked && view.me != view.viewer) tell("the moves of another player", expr.span);
        break;
      case Op::score:
        if (rules_.judging.score) {
          View inside{view.viewer, -1, {}};
          if (!expr.kids.empty()) inside.set(0, sight_.value(expr.kids[0], view));
          const Within within(*this, expr.span);
          read(rules_.judging.score->value, inside);
        }
        break;
      default:
        break;
    }
    for (const Expr& kid : expr.kids) read(kid, view);
  }

  /// `index` matters only if the variable has one.
  void read_variable(int ref, const Expr& index, const Span& span, const View& view) {
    const rules::Variable& variable = entry_of(rules_.variables, ref);
    if (variable.seen_by && !sight_.sees(variable, index, view)) tell(marked(variable.name), span);
  }

  void call(const Expr& expr, const View& view) {
    View inside{view.viewer, view.me, {}};
    for (std::size_t i = 0; i < expr.kids.size(); ++i)
      inside.set(static_cast<int>(i), sight_.value(expr.kids[i], view));
    if (!lets_.insert({expr.ref, view.viewer, view.me, inside.locals}).second) return;
    const Within within(*this, expr.span);
    read(entry_of(rules_.lets, expr.ref).body, inside);
  }

  void read(const Stmt& stmt, View& view) {
    if (!work_.spend()) return;
    rules::for_each_own_expr(stmt, [&](const Expr& expr) { read(expr, view); });
    if (stmt.kind == StmtKind::let) view.set(stmt.ref, sight_.value(stmt.exprs[0], view));
    // `x += 1` reads x.
    if (stmt.kind == StmtKind::assign && stmt.assign != rules::AssignOp::set)
      read_variable(stmt.ref, stmt.exprs.back(), stmt.span, view);
    if (stmt.kind == StmtKind::call) effect(stmt, view, false);
    for (const Stmt& inner : stmt.body) read(inner, view);
    for (const Stmt& inner : stmt.other) read(inner, view);
  }

  void effect(const Stmt& stmt, const View& view, bool only_deciding) {
    const rules::Effect& effect = entry_of(rules_.effects, stmt.ref);
    View inside{view.viewer, view.me, {}};
    for (std::size_t i = 0; i < stmt.exprs.size(); ++i)
      inside.set(static_cast<int>(i), sight_.value(stmt.exprs[i], view));
    if (!effects_.insert({stmt.ref, view.viewer, view.me, only_deciding, inside.locals}).second) return;
    const Within within(*this, stmt.span);
    if (only_deciding) {
      deciding(effect.body, inside);
      return;
    }
    for (const Stmt& inner : effect.body) read(inner, inside);
  }

  bool decides(const Stmt& stmt) const {
    switch (stmt.kind) {
      case StmtKind::pick:
      case StmtKind::require:
      case StmtKind::require_most:
      case StmtKind::offer:
      case StmtKind::offer_once: return true;
      default: break;
    }
    if (stmt.kind == StmtKind::call && effect_decides(stmt.ref)) return true;
    return decides(stmt.body) || decides(stmt.other);
  }
  /// Found out once for each: effects that call each other twice would make that exponential.
  bool effect_decides(int number) const {
    std::optional<bool>& known = entry_of(effect_decides_, number);
    if (!known) known = decides(entry_of(rules_.effects, number).body);
    return *known;
  }
  bool decides(const rules::Block& block) const {
    return std::any_of(block.begin(), block.end(), [this](const Stmt& stmt) { return decides(stmt); });
  }

  /// Checks the block up to the last statement that may refuse or choose.
  void deciding(const rules::Block& block, View& view) {
    std::size_t last = block.size();
    while (last > 0 && !decides(block[last - 1])) --last;
    for (std::size_t i = 0; i < last; ++i) {
      const Stmt& stmt = block[i];
      if (i + 1 < last) {
        read(stmt, view);
      } else if (stmt.kind == StmtKind::if_) {
        read(stmt.exprs[0], view);
        View other = view;
        deciding(stmt.body, view);
        deciding(stmt.other, other);
      } else if (stmt.kind == StmtKind::call) {
        for (const Expr& expr : stmt.exprs) read(expr, view);
        effect(stmt, view, true);
      } else {
        read(stmt, view);
      }
    }
  }

  void move(int number, int viewer, int me) {
    if (!moves_.insert({number, viewer, me}).second) return;
    View view{viewer, me, {}};
    deciding(entry_of(rules_.moves, number).body, view);
  }

  // ---- errors

  /// While this lives, all that is read counts as read by the call at the span.
  struct Within {
    Within(Secrets& secrets, const Span& span) : secrets(secrets) { secrets.chain_.push_back(span); }
    ~Within() { secrets.chain_.pop_back(); }
    Within(const Within&) = delete;
    Secrets& secrets;
  };

  void tell(const std::string& read, const Span& span) {
    if (what_ == Reader::beams) {
      hidden_ = read;
      return;
    }
    const Span& at = chain_.empty() ? span : chain_.front();
    if (!reported_at_.insert({at.file, at.begin}).second) return;
    std::string message, help;
    switch (what_) {
      case Reader::move:
        message = "the legality of " + name_ + " depends on " + read + ", which its player may not see";
        help =
            "until the last pick, `require` and `offer` may read only what `me` always sees, such as `hand[me]` of a hand "
            "that is `seen by` its owner; after the last pick, anything";
        break;
      case Reader::beams:  // no error: see above
      case Reader::looks:
        message = "everybody sees the looks of pieces, and this reads " + read + ", which is hidden from some players";
        break;
      case Reader::shows:
        message = "everybody sees `show`, and this reads " + read + ", which is hidden from some players";
        help = "a variable is shown automatically to the players who see it";
        break;
      case Reader::heuristic:
        message = "a player's evaluation of a position reads " + read + ", which that player may not see";
        help = "read only what this player always sees, such as `hand[p]`";
        break;
      case Reader::asked:
        message = "this reads " + read + ", which " + name_ + " may not see";
        break;
    }
    Diagnostic& error = report_.error(Code::G0420, at, message, {.help = help});
    if (!chain_.empty()) error.others.push_back({span, "read here"});
  }

  const rules::Rules& rules_;
  Report& report_;
  Work& work_;
  mutable std::vector<std::optional<bool>> effect_decides_;
  std::vector<std::size_t> hidden_shows_;
  const Sight sight_;
  std::uint64_t beams_seen_by_ = ~std::uint64_t{0};
  std::vector<std::string> beams_hide_;  // by viewer (first everybody): something that beams read, but hidden from it
  std::string hidden_;                   // the same for the present viewer
  Reader what_ = Reader::move;
  std::string name_;
  std::vector<Span> chain_;  // calls that lead to what is being read, outermost first
  std::set<std::tuple<int, int, int, std::vector<Known>>> lets_;  // read already: which, viewer, me, arguments
  std::set<std::tuple<int, int, int, bool, std::vector<Known>>> effects_;  // the same; whether only what decides
  std::set<std::tuple<int, int, int>> moves_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> reported_at_;  // file and byte: one error for each
};

bool has_secrets(const rules::Rules& rules) {
  return std::any_of(rules.variables.begin(), rules.variables.end(),
                     [](const rules::Variable& variable) { return variable.seen_by.has_value(); });
}

/// An expression that could not be examined may show a hidden value.
void refuse_if_out(const Work& work, Report& report) {
  if (!work.is_out()) return;
  report.error(Code::G0412, work.part(), "checking whether this reveals hidden values takes too long",
               {.help = "it nests calls of effects or functions for different players"});
}

}  // namespace

void check_secrets(rules::Rules& rules, Report& report, Work& work) {
  if (!has_secrets(rules)) return;
  Secrets secrets(rules, report, work);
  rules.beams.seen_by = secrets.beams_seen_by();
  secrets.check();
  for (const std::size_t show : secrets.hidden_shows()) rules.pictures.shows[show].is_open = false;
  refuse_if_out(work, report);
}

}  // namespace glint::lang::checking

namespace glint::lang {

std::vector<Diagnostic> hidden_from(const rules::Rules& rules, const rules::Expr& asked, int viewer, int me,
                                    std::int64_t most_work, const Stop& stop) {
  std::vector<Diagnostic> diagnostics;
  checking::Report report(diagnostics);
  if (!checking::has_secrets(rules)) return diagnostics;
  StopCheck asking(stop);
  checking::Work work(most_work, asking);
  try {
    checking::Secrets(rules, report, work).check_asked(asked, viewer, me);
  } catch (const Stopped&) {
    return {stopped()};
  }
  checking::refuse_if_out(work, report);
  return diagnostics;
}

}  // namespace glint::lang
