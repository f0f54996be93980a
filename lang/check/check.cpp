// The order in which the parts of a script are checked.
#include "lang/check/check.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "lang/check/declarations/declarations.hpp"
#include "lang/check/declarations/types.hpp"
#include "lang/check/script/variants.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/parse/parse.hpp"
#include "lang/rules/walk.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::lang {
namespace checking {
namespace {

void check_missing(Context& context) {
  const Script& script = context.script;
  if (script.is_library || (script.has_syntax_errors && !context.silence.lost_only_tests())) return;
  const Span at = script.header != nullptr ? script.header->head : Span{script.file, 0, 0};
  if (script.header == nullptr) {
    context.silence.keep_error_at(at);
    return context.report.say(Code::G0405, at, "the script has no header",
                              {.help = "begin with `game \"Name\"`, `variant \"Name\" of GAME` or `library name`"});
  }
  std::string lacks;
  std::vector<Label> others;
  const auto need = [&](const void* part, const char* name) {
    if (part != nullptr) return;
    lacks += (lacks.empty() ? "no " : " and no ") + marked(name);
    // A variant may have removed it.
    if (const auto gone = script.gone.find(name); gone != script.gone.end() && others.empty())
      others.push_back(gone->second);
  };
  need(context.parts.players, "players");
  need(context.parts.board, "board");
  need(context.parts.play, "play");
  if (lacks.empty()) return;
  context.silence.keep_error_at(at);
  if (context.parts.board == nullptr) context.silence.lose_space();
  context.report.error(Code::G0405, at, "this game has " + lacks,
                       {.help = "a game needs `players`, a `board` and a `play` block", .others = std::move(others)});
}

void name_game(Context& context) {
  rules::Rules& rules = context.rules;
  rules.is_library = context.script.is_library;
  rules.variant_of = context.script.variant_of;
  if (const tree::Decl* header = context.script.header) {
    rules.doc = header->doc;
    const tree::Text* title = text_of(*header);
    rules.name = title != nullptr ? lang::escaped(plain_text(*title)) : header->name.text;
  }
}

/// Checks declarations after those that they mention, so that demands do not nest deeply.
void check_own(Context& context) {
  const auto& all = context.names.own();
  const std::map<std::string, const tree::Decl*> own(all.begin(), all.end());
  std::set<std::string> seen;
  struct Frame {
    std::string name;
    std::vector<std::string> mentions;
    std::size_t next = 0;
  };
  for (const auto& [root, root_decl] : all) {
    if (!seen.insert(root).second) continue;
    std::vector<Frame> stack;
    stack.push_back({root, mentions(*root_decl)});
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next < top.mentions.size()) {
        const auto found = own.find(top.mentions[top.next++]);
        if (found != own.end() && seen.insert(found->first).second)
          stack.push_back({found->first, mentions(*found->second)});
        continue;
      }
      Global& global = *context.names.find(top.name);
      context.demand(own.find(top.name)->first, global, global.decl->name.span);
      stack.pop_back();
    }
  }
}

/// Checks types and options first, because everything else may use their values. Plain lists of values in libraries,
/// too, so that the meaning of a bare name does not depend on what was needed before.
void check_types(Context& context) {
  for (const auto& [name, global] : context.names.globals()) {
    const bool library = context.script.own_files.count(global.file) == 0;
    if (library && global.sort == Sort::type && type_of(*global.decl)->kind == tree::TypeKind::enumeration)
      context.demand(name, *context.names.find(name), global.decl->name.span);
  }
  for (const auto& [name, decl] : context.names.own()) {
    Global& global = *context.names.find(name);
    // Some of the directions or cells are a type only when the board is known.
    if (global.sort == Sort::type && is_subset(*type_of(*decl), context)) continue;
    if (global.sort == Sort::type || global.sort == Sort::option) context.demand(name, global, decl->name.span);
  }
}

void check_declarations(Context& context) {
  context.names.add_value("off", {plain(rules::Base::flag), 0, {}});
  context.names.add_value("on", {plain(rules::Base::flag), 1, {}});
  check_players(context);
  check_types(context);
  check_space(context);
  check_who_plays(context);
  for (const auto& [name, decl] : context.names.own()) {
    const Sort sort = context.names.find(name)->sort;
    if (sort != Sort::board && sort != Sort::lattice) context.names.may_be_declared(decl->name);
  }
  check_beam(context);
  find_afters(context);
  // Kinds, variables and moves are numbered in the order of the text.
  for (const Sort first : {Sort::kind, Sort::variable, Sort::move}) {
    for (const auto& [name, decl] : context.names.own()) {
      Global& global = *context.names.find(name);
      if (global.sort != first) continue;
      if (first == Sort::move)
        reserve_move(context, global);
      else
        context.demand(name, global, decl->name.span);
    }
  }
  check_own(context);
  context.demand.catch_up();
}

void check_game(Context& context) {
  const Parts& parts = context.parts;
  check_afters(context);
  check_setup(context);
  for (const tree::Decl* decl : parts.terrain) check_terrain(context, *decl);
  context.rules.judging.score = check_per_player(context, parts.score);
  context.rules.judging.heuristic = check_per_player(context, parts.heuristic);
  for (const tree::Decl* decl : parts.ends) check_end(context, *decl);
  for (const tree::Decl* decl : parts.invariants) check_invariant(context, *decl);
  for (const tree::Decl* decl : parts.shows) check_show(context, *decl);
  for (const tree::Decl* decl : parts.grounds) check_ground(context, *decl);
  check_play(context);
  check_clock(context);
  context.demand.catch_up();
  check_shown_beams(context);
  if (context.report.list().empty()) check_secrets(context.rules, context.report, context.work);
  for (const tree::Decl* decl : parts.tests) check_test(context, *decl);
  context.demand.catch_up();
}

/// True if all pieces of a kind and owner look alike: only the owner is filled in.
bool tells_only_the_owner(const tree::Text& look) {
  return std::all_of(look.parts.begin(), look.parts.end(), [](const tree::TextPart& part) {
    return part.hole.empty() || (part.hole.front().kind == tree::ExprKind::name && part.hole.front().name.text == "owner");
  });
}

std::string look_as_written(const Context& context, const tree::Text& look) {
  return context.sources.file(look.span.file).text.substr(look.span.begin, look.span.end - look.span.begin);
}

void warn_of_alike(Context& context) {
  std::map<std::string, const rules::Kind*> looks;
  for (const rules::Kind& kind : context.rules.kinds) {
    const std::optional<tree::Text>& look = context.names.decl_of(kind).as<tree::PieceDecl>().look;
    if (!look || kind.look.empty() || !tells_only_the_owner(*look)) continue;
    const auto [first, fresh] = looks.emplace(look_as_written(context, *look), &kind);
    if (fresh || !context.script.is_own(kind.span)) continue;
    Diagnostic& warning = context.report.error(
        Code::G0416, kind.span, marked(kind.name) + " looks like " + marked(first->second->name) + " on a board",
        {.help = "give each a `look` of its own", .others = {{first->second->span, "which is declared here"}}});
    warning.severity = Severity::warning;
  }
}

void add_choices(const tree::Block& block, std::vector<const tree::Stmt*>& all) {
  for (const tree::Stmt& stmt : block) {
    if (stmt.kind == tree::StmtKind::choose) all.push_back(&stmt);
    for (const tree::Block* inner : {&stmt.body, &stmt.other}) add_choices(*inner, all);
  }
}

/// Warns of moves of this file that no `choose` lists. Moves of a library are there for scripts that want them, and a
/// variant may have given up a move of its game.
void warn_of_unchosen(Context& context) {
  std::set<int> chosen;
  rules::for_each_stmt(context.rules.play.body, [&](const rules::Stmt& stmt) {
    const bool chooses = stmt.kind == rules::StmtKind::choose || stmt.kind == rules::StmtKind::together;
    if (chooses) chosen.insert(stmt.moves.begin(), stmt.moves.end());
  });
  // Where there is one choice in the script itself, it can offer the move, too.
  std::vector<const tree::Stmt*> choices;
  const tree::Decl* play = context.parts.play;
  if (play != nullptr && play->span.file == context.script.file) add_choices(body_of(*play), choices);
  const auto after = [](const Span& at) { return Span{at.file, at.end, at.end}; };
  const auto is_beside = [&](const rules::Move& move) {
    return std::any_of(context.parts.besides.begin(), context.parts.besides.end(),
                       [&](const tree::Decl* each) { return each->name.text == move.name; });
  };
  for (std::size_t i = 0; i < context.rules.moves.size(); ++i) {
    const rules::Move& move = context.rules.moves[i];
    if (move.span.file != context.script.file || chosen.count(static_cast<int>(i)) != 0) continue;
    std::string help = "put it `beside` a move that a `choose` offers";
    std::vector<Mend> mends;
    if (choices.size() == 1 && !choices[0]->names.empty())
      mends.push_back(
          {"offer " + marked(move.name) + " in `play`", after(choices[0]->names.back().span), " or " + move.name});
    if (!is_beside(move) && !chosen.empty()) {
      const std::string& other = entry_of(context.rules.moves, *chosen.begin()).name;
      help = "name it in a `choose` of `play`, or write `beside " + other +
             "` after its notation: then it is offered wherever " + marked(other) + " is";
      const Global* declared = context.names.find(move.name);
      if (mends.empty() && declared != nullptr && text_of(*declared->decl))
        mends.push_back(
            {"insert " + marked("beside " + other), after(text_of(*declared->decl)->span), " beside " + other});
    }
    Diagnostic& warning = context.report.error(Code::G0405, move.span, "no `choose` offers " + marked(move.name),
                                               {.help = std::move(help), .mends = std::move(mends)});
    warning.severity = Severity::warning;
  }
}

/// Warns of labels that are also values, such as `e`: where no type is expected, the name is the value.
void warn_of_labels(Context& context) {
  std::vector<std::string> alike;
  for (const std::string& name : context.names.names_of({}))
    if (context.names.labels().could_be(name)) alike.push_back(name);
  const std::vector<rules::Label>& labels = context.rules.board.labels;
  if (alike.empty() || labels.empty() || !context.script.is_own(labels.front().span)) return;
  const std::string& first = alike.front();
  const Type& value = context.names.values_of(first).front().type;
  Diagnostic& warning = context.report.error(
      Code::G0204, labels.front().span,
      "a cell may be called " + marked(first) + ", which is " + with_article(type_name(value, context.rules)) + ", too",
      {.help = "choose other labels, or write `cell(\"" + first + "\")` for the cell"});
  warning.severity = Severity::warning;
}

/// Warns of `seen` if every move raises a number that is part of the position: then no position can come up twice.
void warn_of_seen(Context& context) {
  const rules::Rules& rules = context.rules;
  Span seen;
  for (const rules::EndRule& end : rules.judging.ends)
    rules::walk(end.when, [&](const rules::Expr& expr) {
      if (expr.op == rules::Op::seen) seen = expr.span;
    });
  if (seen.end == 0 || !context.script.is_own(seen)) return;
  for (std::size_t i = 0; i < rules.variables.size(); ++i) {
    const rules::Variable& variable = rules.variables[i];
    const bool counts = !variable.is_uncounted && !variable.index && is(variable.type, rules::Base::number);
    if (!counts || variable.type.clamped) continue;
    const auto changes = [&](const rules::Stmt& stmt) {
      return (stmt.kind == rules::StmtKind::assign || stmt.kind == rules::StmtKind::draw) && stmt.ref == static_cast<int>(i);
    };
    const auto counts_up = [&](const rules::Stmt& stmt) {
      return changes(stmt) && stmt.kind == rules::StmtKind::assign && stmt.assign == AssignOp::add &&
             stmt.exprs[0].op == rules::Op::constant && stmt.exprs[0].number > 0;
    };
    bool only_up = true;
    const auto look = [&](const rules::Block& block) {
      rules::for_each_stmt(block, [&](const rules::Stmt& stmt) { only_up = only_up && (!changes(stmt) || counts_up(stmt)); });
    };
    for (const rules::Effect& effect : rules.effects) look(effect.body);
    look(rules.play.body);
    for (const rules::Move& move : rules.moves) {
      look(move.body);
      only_up = only_up && std::any_of(move.body.begin(), move.body.end(), counts_up);
    }
    if (!only_up) continue;
    Diagnostic& warning = context.report.error(
        Code::G0413, seen, "no position comes up twice, as every move counts " + marked(variable.name) + " up",
        {.help = "write " + marked("uncounted") + " after the first value of " + marked(variable.name),
         .others = {{variable.span, "it is part of the position"}}});
    warning.severity = Severity::warning;
    return;
  }
}

/// Warns of moves that nobody can choose; of kinds without a look, or with that of another; of labels that are other
/// values, too; of a `seen` that is always 1: correct, but hardly meant.
void warn(Context& context) {
  if (context.script.is_library) return;
  warn_of_labels(context);
  warn_of_seen(context);
  warn_of_unchosen(context);
  warn_of_alike(context);
  for (const rules::Kind& kind : context.rules.kinds) {
    if (context.names.decl_of(kind).as<tree::PieceDecl>().look || !context.script.is_own(kind.span)) continue;
    Diagnostic& warning =
        context.report.error(Code::G0416, kind.span, marked(kind.name) + " has no `look`, so it is invisible on the board");
    warning.severity = Severity::warning;
    const std::string look = "look \"" + kind.name.substr(0, 1) + "\"";
    warning.help = "add a look to it: " + marked(look);
    const Span& whole = context.names.decl_of(kind).span;
    const std::string_view text = context.sources.file(whole.file).text;
    if (text[whole.end - 1] != '}') continue;
    const std::size_t last = text.find_last_not_of(" \t\n", whole.end - 2);
    const bool has_lines = context.sources.text(whole).find('\n') != std::string_view::npos;
    warning.mends = {{"add " + marked(look),
                      {whole.file, static_cast<std::uint32_t>(last + 1), whole.end - 1},
                      has_lines ? "\n  " + look + "\n" : (text[last] == '{' ? " " : "; ") + look + " "}};
  }
}

void check_all(Context& context) {
  name_game(context);
  check_missing(context);
  check_declarations(context);
  context.stop.now();
  if (!context.script.is_library) check_game(context);
  context.silence.take_back(context.report, context.script, context.parts);
  show_changes(context.report, context.script, context.names, context.sources);
  if (context.report.list().empty()) warn(context);
}

/// Keeps the first of very many errors or warnings, and says how many more there are.
void shorten(std::vector<Diagnostic>& diagnostics, std::size_t dropped) {
  if (diagnostics.size() <= kMostShown) return;
  const std::size_t more = diagnostics.size() - (kMostShown - 1) + dropped;
  diagnostics.resize(kMostShown);
  Diagnostic& last = diagnostics.back();
  const Span at = last.primary.span;
  // There are warnings only where there is no error.
  const Severity severity = diagnostics.front().severity;
  last = Diagnostic();
  last.code = Code::G0412;
  last.severity = severity;
  last.message = "and " + std::to_string(more) + (dropped > 0 ? " or more" : "") + " more " +
                 (severity == Severity::error ? "errors" : "warnings");
  last.primary.span = at;
  last.help = "correct the first ones, and check again";
}

}  // namespace
}  // namespace checking

namespace {

Checked checked_asked(Sources& sources, std::uint32_t file, Loader& loader, std::uint32_t asked, std::int64_t work,
                      StopCheck& stop) {
  using namespace checking;
  Checked result;
  ParsedExpression parsed = parse_expression(sources, asked, stop);
  result.diagnostics = std::move(parsed.diagnostics);
  if (!parsed.expression) return result;
  Context context(sources, loader, file, result.diagnostics, work, stop);
  context.add_asking(asked);
  if (!context.script.files.empty()) check_all(context);
  // Errors of tests do not matter here; with others there is no game to ask about.
  const std::size_t before = result.diagnostics.size();
  const bool playable = only_tests_are_wrong(context);
  if (!playable) return result;
  const bool known = checking::check_asked(context, *parsed.expression);
  context.demand.catch_up();
  result.diagnostics.erase(result.diagnostics.begin(),
                           result.diagnostics.begin() + static_cast<std::ptrdiff_t>(before));
  sort_diagnostics(result.diagnostics);
  if (known && result.diagnostics.empty()) result.rules = std::move(context.rules);
  return result;
}

Checked checked(Sources& sources, std::uint32_t file, Loader& loader, std::int64_t work, StopCheck& stop, Trees* trees,
                Wanted* wanted) {
  using namespace checking;
  Checked result;
  Context context(sources, loader, file, result.diagnostics, work, stop, trees);
  context.wanted = wanted;
  if (!context.script.files.empty()) check_all(context);
  stop.now();
  sort_diagnostics(result.diagnostics);
  const bool playable = only_tests_are_wrong(context);
  shorten(result.diagnostics, context.report.dropped());
  if (playable) result.rules = std::move(context.rules);
  if (!context.script.files.empty()) result.script = context.take_script();
  return result;
}

}  // namespace

Checked check_asked(Sources& sources, std::uint32_t file, Loader& loader, std::uint32_t asked, std::int64_t work,
                    const Stop& stop) {
  try {
    StopCheck asking(stop);
    return checked_asked(sources, file, loader, asked, work, asking);
  } catch (const Stopped&) {
    return {{}, {stopped()}, {}};
  }
}

Checked check(Sources& sources, std::uint32_t file, Loader& loader, std::int64_t work, const Stop& stop, Trees* trees,
              Wanted* wanted) {
  try {
    StopCheck asking(stop);
    return checked(sources, file, loader, work, asking, trees, wanted);
  } catch (const Stopped&) {
    return {{}, {stopped()}, {}};
  }
}

}  // namespace glint::lang
