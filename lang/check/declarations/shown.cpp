// The parts of pictures besides pieces: texts, marked cells and edges, beams that rules follow by themselves.
#include "lang/check/declarations/declarations.hpp"

#include <algorithm>
#include <utility>

#include "lang/check/body/body.hpp"
#include "lang/rules/walk.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::lang::checking {
namespace {

/// The beams without an emitter that an expression follows, directly or by calls.
struct Followed {
  bool any = false;          // is any followed
  bool varied = false;       // from each of several places, by a fold or comprehension
  std::vector<bool> locals;  // those that say from where: the rest depends on which have a value at the start
};

/// The beams followed by lets, once for each let: it uses only earlier ones.
class FollowedBeams {
 public:
  explicit FollowedBeams(const rules::Rules& rules) {
    for (const rules::Let& let : rules.lets) {
      Followed body = of(let.body, let.frame);
      // Only parameters have a value from the start; and of a table that is kept all entries are computed.
      for (std::size_t i = 0; i < body.locals.size(); ++i) {
        const bool is_given = let.form != rules::LetForm::table && i < static_cast<std::size_t>(let.frame.params);
        if (body.locals[i] && !is_given) body.varied = true;
      }
      lets_.push_back(std::move(body));
    }
  }

  const Followed& of_let(std::size_t number) const { return lets_[number]; }

  Followed of(const Expr& expr, const rules::Frame& frame) const {
    Followed found;
    found.locals.resize(frame.locals.size());
    const auto depend_on = [&](const Expr& part) {
      rules::walk(part, [&](const Expr& each) {
        if (each.op == Op::local) found.locals[static_cast<std::size_t>(each.ref)] = true;
      });
    };
    rules::walk(expr, [&](const Expr& each) {
      if (each.op == Op::trace_from) {
        found.any = true;
        depend_on(each);
      }
      if (each.op != Op::call) return;
      // Where lets are wrong, one may call a later one.
      if (static_cast<std::size_t>(each.ref) >= lets_.size()) return;
      const Followed& callee = lets_[static_cast<std::size_t>(each.ref)];
      found.any = found.any || callee.any;
      found.varied = found.varied || callee.varied;
      for (std::size_t i = 0; i < std::min(each.kids.size(), callee.locals.size()); ++i)
        if (callee.locals[i]) depend_on(each.kids[i]);
    });
    return found;
  }

 private:
  std::vector<Followed> lets_;
};

/// The most values for which one line of `show` is shown.
constexpr std::size_t kMostValues = 64;

/// `for h in hue`: binds the name, and notes its values. False: it cannot be, and was reported.
bool bind_each(Context& context, Body& body, const tree::Name& name, const tree::TypeExpr& of, rules::Show& made) {
  const std::optional<Type> type = type_of(context, of, name.text);
  made.each = body.bind(name, type);
  if (!type || made.each < 0) return false;
  if (is(*type, Base::enumeration)) {
    const std::size_t count = entry_of(context.rules.enums, type->enumeration).values.size();
    const std::optional<std::uint64_t> chosen = values_of_subset(*type, context.rules);
    for (std::size_t i = 0; i < count; ++i)
      if (!chosen || i >= 64 || (*chosen >> i & 1) != 0) made.values.push_back(static_cast<std::int64_t>(i));
  } else if (is(*type, Base::number) && type->hi - type->lo < static_cast<std::int64_t>(kMostValues)) {
    for (std::int64_t i = type->lo; i <= type->hi; ++i) made.values.push_back(i);
  }
  if (!made.values.empty() && made.values.size() <= kMostValues) return true;
  return context.report.deny(Code::G0303, of.span, "a line cannot be shown for each value of " + phrase(*type, context.rules),
                             {.help = "only for each player, or each value of a `type` or range with at most " +
                                      std::to_string(kMostValues) + " values"});
}

/// True if a direction that the piece faces is left out, so that it is drawn without.
bool is_undirected(const tree::Stmt& piece, const rules::Kind& kind, const rules::Rules& rules) {
  for (std::size_t i = 0; i < kind.fields.size(); ++i) {
    const rules::PieceField& field = entry_of(rules.fields, kind.fields[i]);
    if (is(field.type, Base::direction) && !kind.firsts[i])
      return std::none_of(piece.args.begin(), piece.args.end(),
                          [&](const tree::Arg& arg) { return arg.name && arg.name->text == field.name; });
  }
  return false;
}

}  // namespace

void check_show(Context& context, const tree::Decl& decl) {
  const auto& show = decl.as<tree::ShowDecl>();
  rules::Show made;
  made.span = decl.head;
  Body body(context, Place::rule);
  if (!decl.name.text.empty()) made.player = body.bind(decl.name, plain(Base::player));
  if (show.each && !show.text)
    return context.report.say(Code::G0402, decl.head, "beams are shown for all, or for each player",
                              {.help = "leave out `for " + show.each->first.text + "`"});
  if (show.each && !bind_each(context, body, show.each->first, show.each->second, made)) return;
  if (show.when) made.when = body.flag(*show.when);
  if (made.when) body.learn(*made.when, true);
  if (show.text) {
    auto text = body.text(*show.text);
    if (show.piece) made.piece = body.drawn(*show.piece);
    if (!text || made.piece.has_value() != show.piece.has_value()) return;
    made.text = std::move(*text);
    if (made.piece)
      made.is_undirected = is_undirected(*show.piece, entry_of(context.rules.kinds, made.piece->ref), context.rules);
  } else if (show.no_beams) {
    if (made.player >= 0)
      return context.report.say(Code::G0402, decl.head, "`show no beams` is for all players",
                                {.help = "leave out `for " + decl.name.text + " in player`"});
    made.no_beams = true;
  } else {
    made.beams = body.expr(*show.beams);
    made.name = std::string(context.sources.text(show.beams->span));
    if (!made.beams) return;
  }
  if (made.when.has_value() != show.when.has_value()) return;
  made.frame = std::move(body.frame);
  context.rules.pictures.shows.push_back(std::move(made));
}

void check_ground(Context& context, const tree::Decl& decl) {
  const auto& ground = decl.as<tree::GroundDecl>();
  rules::Ground made;
  made.span = decl.head;
  Body body(context, Place::rule);
  if (!decl.name.text.empty()) made.player = body.bind(decl.name, plain(Base::player));
  if (ground.when) made.when = body.flag(*ground.when);
  if (made.when) body.learn(*made.when, true);
  made.of_edges = decl.kind == tree::DeclKind::show_edges;
  made.of_lines = ground.of_lines;
  context.rules.has_edges = context.rules.has_edges || made.of_edges;
  Maybe cells = made.of_edges ? body.expr_as(ground.cells, set_of(plain(Base::edge))) : body.cells(ground.cells);
  if (ground.name) {
    auto text = body.text(*ground.name);
    if (!text) return;
    made.name = std::move(*text);
  } else if (ground.cells.kind == tree::ExprKind::name && context.names.find(ground.cells.name.text) != nullptr) {
    std::string words = ground.cells.name.text;  // a set with a name is called by it
    std::replace(words.begin(), words.end(), '_', ' ');
    made.name = {{{std::move(words), std::nullopt, 0}}, ground.cells.span};
  }
  if (ground.owner) made.owner = body.expr_as(*ground.owner, plain(Base::player));
  if (ground.sign) made.sign = plain_text(*ground.sign);
  if (ground.colour) made.colour = ground.colour->text;
  if (!ground.sign && !made.of_edges)
    return context.report.say(Code::G0302, ground.name->span, "these cells have no sign",
                              {.help = "the terminal draws empty cells by a sign: write `as \"~\"` after the name"});
  // Signs stand close together in drawings, and `.` is any empty cell there.
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  const auto characters = std::count_if(made.sign.begin(), made.sign.end(), [&](char c) { return !continues(c); });
  const bool plain = made.sign.find_first_of(made.of_edges ? " \t\n" : " \t\n=.?") == std::string::npos;
  if (ground.sign && (characters != 1 || !plain))
    return context.report.say(Code::G0302, ground.sign->span,
                              "the sign of an empty cell, or of an edge, is one character",
                              {.help = made.of_edges ? "any except a space"
                                                     : "any except a space, `.`, `=` and `?`, which have a meaning in positions"});
  static const std::set<std::string> kColours{"red",  "orange", "yellow", "green", "cyan", "blue",
                                              "purple", "pink", "brown", "grey", "white", "black", "magenta"};
  if (!made.colour.empty() && kColours.count(made.colour) == 0)
    return context.report.say(Code::G0201, ground.colour->span, "unknown colour " + marked(made.colour),
                              {.meant = nearest(made.colour, {kColours.begin(), kColours.end()}),
                               .help = "there are " + listed({kColours.begin(), kColours.end()}, "and")});
  if (!cells || made.when.has_value() != ground.when.has_value() || made.owner.has_value() != ground.owner.has_value())
    return;
  made.cells = std::move(*cells);
  made.frame = std::move(body.frame);
  context.rules.pictures.grounds.push_back(std::move(made));
}

void check_shown_beams(Context& context) {
  rules::Rules& rules = context.rules;
  const FollowedBeams followed(rules);
  bool are_named = false;
  for (const rules::Show& show : rules.pictures.shows) {
    are_named = are_named || show.beams;
    if (!show.beams || followed.of(*show.beams, show.frame).any) continue;
    context.report.error(Code::G0309, show.beams->span, marked(show.name) + " traces no beam",
                         {.help = "pictures always show the beams of emitters; `show beams` is for beams that rules "
                                  "follow by `trace(CELL or EDGE, way)`"});
  }
  if (are_named) return;
  for (std::size_t i = 0; i < rules.lets.size(); ++i) {
    const rules::Let& let = rules.lets[i];
    if (let.form != rules::LetForm::plain || let.reads_me) continue;
    // Beams of a fold are mostly tried out, not of the game: a beam from every cell.
    if (!followed.of_let(i).any || followed.of_let(i).varied) continue;
    rules::Show made;
    made.beams = about(static_cast<int>(i), node(Op::call, let.type, let.span));
    made.name = let.name;
    made.is_default = true;
    made.span = let.span;
    rules.pictures.shows.push_back(std::move(made));
  }
}

}  // namespace glint::lang::checking
