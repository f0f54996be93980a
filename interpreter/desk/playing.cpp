#include "interpreter/desk/playing.hpp"

#include <algorithm>
#include <map>

#include "interpreter/desk/analysis.hpp"
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/loading/load.hpp"
#include "interpreter/game/notation/notation.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "lang/check/check.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/mentions.hpp"
#include "lang/syntax/tree.hpp"

namespace glint::desk {
namespace {

/// True if `moves` continue those of `before`, in the same game from the same beginning.
bool goes_on_from(const Where& before, const Where& where) {
  return before.options == where.options && before.draws == where.draws && before.seed == where.seed &&
         before.waits == where.waits && before.at == where.at && before.test == where.test &&
         before.moves.size() <= where.moves.size() &&
         std::equal(before.moves.begin(), before.moves.end(), where.moves.begin());
}

Result<Position> end_of_test(Desk& desk, const std::string& document, const std::string& title) {
  const std::vector<Tested> tested = run_tests(desk, document, {title});
  if (tested.empty()) return plain_error(lang::Code::G0506, "there is no test `" + title + "`");
  if (tested.front().position) return *tested.front().position;
  const std::vector<Error>& errors = tested.front().errors;
  return errors.empty() ? plain_error(lang::Code::G0506, "the test `" + title + "` does not begin") : errors.front();
}

}  // namespace

Result<Game> game_of(Desk& desk, const std::string& document, const Settings& options) {
  Desk::Analysis* known = desk.analysis(document);
  if (!known) return plain_error(lang::Code::G0506, "there is no open document `" + document + "`");
  return known->game(options);
}

std::vector<Error> errors_of(Desk& desk, const std::string& document) {
  const Desk::Analysis* known = desk.analysis(document);
  return known ? known->errors() : std::vector<Error>();
}

Settings options_of(const Game& game, Settings options) {
  const std::vector<OptionInfo> known = game.options();
  std::erase_if(options, [&](const auto& each) {
    return std::none_of(known.begin(), known.end(), [&](const OptionInfo& one) { return one.name == each.first; });
  });
  return options;
}

Result<Game> base_of(Desk& desk, const std::string& document, const Settings& options) {
  const Desk::Analysis* known = desk.analysis(document);
  if (!known) return plain_error(lang::Code::G0506, "there is no open document `" + document + "`");
  const std::vector<tree::Decl>& decls = known->file(0).decls;
  const bool is_variant = !decls.empty() && decls.front().kind == tree::DeclKind::variant;
  if (!is_variant) return plain_error(lang::Code::G0506, "`" + document + "` is not a variant");
  const tree::Decl& header = decls.front();
  const std::optional<tree::Text>& path = header.as<tree::VariantDecl>().path;
  const std::string wanted = path ? tree::plain_text(*path) : header.name.text;
  const auto found = desk.files_of(document)->find_game(wanted, known->sources->file(0));
  if (!found) return plain_error(lang::Code::G0507, "there is no game `" + wanted + "`");
  return game_of_text(desk, document, found->text, options, found->name);
}

Result<Game> game_of_text(const Desk& desk, const std::string& document, const std::string& text,
                          const Settings& options, const std::string& file) {
  const std::unique_ptr<lang::Loader> files = desk.files_of(document);
  Result<Game> game = Game::from_text(text, file, {}, files.get(), desk.limits());
  if (!game) return game;
  const Settings own = options_of(*game, options);
  return own.empty() ? game : Game::from_text(text, file, own, files.get(), desk.limits());
}

Result<std::string> new_variant(Desk& desk, const std::string& document, NewVariant wanted) {
  const Result<Game> game = game_of(desk, document);
  if (!game) return game.errors();
  wanted.path = document.substr(0, document.rfind('/') + 1) + wanted.path;
  return new_variant(wanted, *game, *desk.files_of(wanted.path), desk.limits());
}

Reached reach(Desk& desk, const std::string& document, const Where& where) {
  Desk::Analysis* known = desk.analysis(document);
  std::optional<std::pair<Where, Reached>>* last = known ? &known->reached : nullptr;
  Reached reached;
  if (last && *last && (*last)->second.position && !(*last)->second.refused && goes_on_from((*last)->first, where)) {
    reached = (*last)->second;
  } else {
    const Result<Game> game = game_of(desk, document, where.options);
    if (!game) {
      reached.errors = game.errors();
      return reached;
    }
    reached.game = *game;
    StartOptions options;
    options.seed = where.seed;
    options.wait_at_draws = where.waits;
    for (const auto& [name, value] : where.draws)
      for (std::string& each : split_draws(*game, name, value)) options.draws.emplace_back(name, std::move(each));
    const Result<Position> start = !where.test.empty() ? end_of_test(desk, document, where.test)
                                   : where.at.empty()  ? game->start(options) : game->read(where.at, options);
    if (!start) {
      reached.errors = start.errors();
      return reached;
    }
    reached.position = *start;
    reached.game = start->game();  // a test may have options of its own
  }
  while (reached.played < where.moves.size() && !reached.refused) {
    const int mover = reached.position->to_move();
    if (reached.played + 1 == where.moves.size()) reached.before = reached.position;
    reached.refused = reached.position->play(where.moves[reached.played]);
    if (reached.refused) break;
    reached.plies.emplace_back(mover, reached.position->last_move());
    ++reached.played;
  }
  if (last) *last = {where, reached};
  return reached;
}

std::vector<TestPlace> tests_of(Desk& desk, const std::string& document) {
  const Desk::Analysis* known = desk.analysis(document);
  std::vector<TestPlace> places;
  for (const lang::Symbol& symbol : known ? known->index().symbols : std::vector<lang::Symbol>{})
    if (symbol.kind == lang::SymbolKind::test && symbol.at.file == 0)
      places.push_back({symbol.name, known->range(symbol.at), known->range(symbol.whole)});
  return places;
}

std::vector<Tested> run_tests(Desk& desk, const std::string& document, const std::vector<std::string>& titles) {
  const Result<Game> game = game_of(desk, document);
  if (!game) return {};
  std::vector<Tested> tested;
  std::vector<int> numbers;
  const std::vector<rules::Test>& all = game->program().rules.tests;
  for (const TestPlace& place : tests_of(desk, document)) {
    if (!titles.empty() && std::find(titles.begin(), titles.end(), place.title) == titles.end()) continue;
    const auto found = std::find_if(all.begin(), all.end(), [&](const rules::Test& test) {
      return test.span.file == 0 && place.whole.begin <= test.span.begin && test.span.begin < place.whole.end;
    });
    if (found == all.end()) continue;
    tested.push_back({place, false, {}, {}, {}});
    numbers.push_back(static_cast<int>(found - all.begin()));
  }
  std::vector<EndedTest> ended = glint::run_tests(*game, numbers);
  for (std::size_t i = 0; i < ended.size(); ++i) {
    tested[i].passed = ended[i].report.passed;
    tested[i].failure = std::move(ended[i].report.failure);
    tested[i].errors = std::move(ended[i].errors);
    tested[i].position = std::move(ended[i].last);
    if (tested[i].passed || !tested[i].errors.empty()) continue;
    // A test that cannot be run fails because of the error in its text.
    for (Error& error : errors_of(desk, document)) {
      const lang::Span at = desk.analysis(document)->span_of(error);
      const Range& whole = tested[i].test.whole;
      if (error.line > 0 && at.file == 0 && whole.begin <= at.begin && at.begin < whole.end) tested[i].errors.push_back(std::move(error));
    }
  }
  return tested;
}

// Each sample for a new variant is checked before it is written, alone and together with those before it, so that all
// samples are correct for any game.

namespace {

using lang::quoted;
using tree::Decl;
using tree::DeclKind;
using tree::has_name;
using Texts = std::vector<std::string>;

constexpr std::size_t kWidth = 100;        // of a line of names
constexpr std::size_t kLongestSample = 8;  // lines of a sample

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

std::string comment(const std::string& text) {
  return lang::joined(lang::lines_of(text), "\n",
                      [](std::string_view line) { return (line.empty() ? "//" : "// ") + std::string(line); });
}

/// Replaces lines `// {word}` by the texts of `slots`, with the same indentation.
std::string fill(std::string_view text, const std::map<std::string, std::string>& slots) {
  std::string out;
  const auto add = [&out](std::string_view indent, std::string_view line) {
    out.append(indent).append(line).append("\n");
  };
  for (const std::string_view line : lang::lines_of(text)) {
    const std::size_t mark = line.find("// {");
    const bool is_slot = mark != std::string::npos && line.find_first_not_of(' ') == mark && line.back() == '}';
    const auto slot = is_slot ? slots.find(std::string(line.substr(mark + 4, line.size() - mark - 5))) : slots.end();
    if (slot == slots.end()) {
      add("", line);
    } else {
      for (const std::string_view each : lang::lines_of(slot->second)) add(line.substr(0, mark), each);
    }
  }
  return out;
}

class VariantWriter {
 public:
  VariantWriter(const NewVariant& wanted, const Game& game, lang::Loader& loader, const Limits& limits)
      : wanted_(wanted), game_(game), loader_(loader), limits_(limits), called_(wanted.of) {
    header_ = "variant " + quoted(wanted.title) + " of " + (wanted.is_path ? quoted(called_) : called_) + "\n";
    const Program& program = game.program();
    for (const rules::Option& option : program.rules.options) others_.push_back(other_value(program.rules, option));
    for (std::size_t i = 0; i < others_.size(); ++i)
      for (const auto& [name, value] : wanted.options)
        if (name == program.rules.options[i].name) others_[i] = value;
    // A variant without changes gives the parts of the game, and its own warnings.
    const lang::Checked checked = check(sources_, header_);
    script_ = checked.script;
    warnings_ = checked.diagnostics.size();
  }

  Result<std::string> write() {
    std::map<std::string, std::string> slots;
    slots["parts"] = comment(parts());
    std::string samples;
    const auto choose = [&](const std::string& slot, const Texts& candidates, const std::string& otherwise) {
      for (const std::string& each : candidates) {
        if (!checks(samples + each + "\n")) continue;
        samples += each + "\n";
        slots[slot] += (slots[slot].empty() ? "" : "\n") + comment(each);
        if (slot != "add") return;
      }
      if (slots[slot].empty()) slots[slot] = comment(otherwise);
    };
    choose("replace", replacements(), "(its declarations are too long to be shown here)");
    choose("remove", removals(), "(no declaration can be removed alone)");
    choose("extend", extensions(), "(it has no piece)");
    choose("add", additions(), "(see the reference)");

    std::string failure;
    for (const Texts& set : choices()) {
      slots["options"] = options(set);
      slots["test"] = set.empty() ? "" : "expect " + setting(number_of(set.front()), " == ");
      std::string text = filled(slots);
      const Result<Game> changed = Game::from_text(text, wanted_.path, {}, &loader_, limits_);
      if (!changed) {
        failure = changed.errors().front().message;
        continue;
      }
      slots["test"] += (slots["test"].empty() ? "" : "\n") + first_move(*changed);
      text = filled(slots);
      const auto problem = failed_test(text);
      if (!problem) return text;
      failure = *problem;
    }
    if (auto error = stopped(game_.program())) return *error;  // a stopped run looks like a script in error
    StartOptions first;
    first.first_draws = true;
    if (const Result<Position> start = game_.start(first); start && start->over())
      return plain_error(lang::Code::G0609,
                         "`" + called_ + "` is over before its first move, which a variant's test plays");
    return plain_error(lang::Code::G0609, "no variant of `" + called_ + "` passes a test of its first move",
                       failure.substr(0, failure.find('\n')));
  }

 private:
  std::string filled(const std::map<std::string, std::string>& slots) const {
    const std::string file_name = wanted_.path.substr(wanted_.path.rfind('/') + 1);
    const std::string text = fill(script_template("variant"), slots);
    std::string out;
    for (const std::string_view each : lang::lines_of(text)) {
      std::string line(each);
      if (!wanted_.has_command) {
        if (line.find("  glint ") != std::string::npos) continue;
        line = replaced(line, "; --set can still choose every value", "");
      }
      // Comments of the template speak of its own game.
      out += line.rfind("variant \"", 0) == 0
                 ? header_
                 : replaced(replaced(line, "variant.glint", file_name), "laser_lawn", called_) + "\n";
    }
    return out;
  }

  lang::Checked check(lang::Sources& sources, const std::string& text) {
    return lang::check(sources, sources.add({wanted_.path, text}), loader_, limits_.check, limits_.stop);
  }

  bool checks(const std::string& changes) {
    lang::Sources sources;
    const lang::Checked checked = check(sources, header_ + changes);
    return checked.rules && checked.diagnostics.size() <= warnings_;
  }

  std::optional<std::string> failed_test(const std::string& text) {
    const Result<Game> game = Game::from_text(text, wanted_.path, {}, &loader_, limits_);
    if (!game) return game.errors().front().message;
    for (const TestReport& report : run_tests(*game)) {
      if (!report.passed) return report.failure;
    }
    return std::nullopt;
  }

  // ---- options ----

  /// Another value than the default: the next larger number, or the next smaller one for the largest; the next name in
  /// the list. The only value, if there is just one.
  static std::string other_value(const rules::Rules& rules, const rules::Option& option) {
    const bool numbers = option.type.base == rules::Base::number;
    std::vector<std::int64_t> values = option.values;
    if (numbers) std::sort(values.begin(), values.end());
    auto value = std::find(values.begin(), values.end(), option.initial);
    if (value + 1 != values.end()) {
      ++value;
    } else if (numbers && value != values.begin()) {
      --value;
    } else {
      value = values.begin();
    }
    return written_value(rules, option.type, *value);
  }

  /// The options that may have another default: the wanted ones; else a single one, or none.
  std::vector<Texts> choices() const {
    Texts wanted;
    for (const auto& [name, value] : wanted_.options) wanted.push_back(name);
    if (!wanted.empty()) return {wanted};
    std::vector<Texts> all;
    for (const rules::Option& option : game_.program().rules.options)
      if (option.values.size() > 1) all.push_back({option.name});
    all.push_back({});
    return all;
  }

  std::size_t number_of(const std::string& option) const {
    const std::vector<rules::Option>& all = game_.program().rules.options;
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == option; });
    return static_cast<std::size_t>(found - all.begin());
  }

  std::string setting(std::size_t option, const std::string& sign) const {
    return game_.options()[option].name + sign + others_[option];
  }

  /// Lines for all options; those in `set` have another default.
  std::string options(const Texts& set) const {
    const std::vector<OptionInfo> infos = game_.options();
    Texts lines;
    std::size_t widest = 0;
    for (std::size_t i = 0; i < infos.size(); ++i) {
      const bool is_set = std::find(set.begin(), set.end(), infos[i].name) != set.end();
      lines.push_back((is_set ? "option " : "// option ") + setting(i, " = "));
      widest = std::max(widest, lines.back().size());
    }
    std::string out;
    for (std::size_t i = 0; i < infos.size(); ++i) {
      out += lines[i] + std::string(widest - lines[i].size(), ' ') + "   // of " + infos[i].domain + ", else " +
             infos[i].initial + (infos[i].text.empty() ? "" : ": " + infos[i].text) + "\n";
    }
    return out.empty() ? "// (" + called_ + " has none)" : out;
  }

  // ---- samples ----

  /// A list of all parts of the game, by the words with which changes refer to them.
  std::string parts() const {
    std::vector<std::pair<std::string, std::string>> words;  // and the names
    for (const Decl& decl : script_.decls) {
      const std::string word = tree::words_of(decl.kind);
      if (word.empty() || decl.kind == DeclKind::option) continue;
      auto found = std::find_if(words.begin(), words.end(), [&](const auto& each) { return each.first == word; });
      if (found == words.end()) found = words.insert(words.end(), {word, ""});
      if (has_name(decl)) found->second += (found->second.empty() ? " " : ", ") + decl.name.text;
    }
    Texts lone;
    std::string out;
    for (const auto& [word, names] : words) {
      if (names.empty()) {
        lone.push_back(word);
        continue;
      }
      std::string line = "  " + word;
      for (std::size_t begin = 0; begin < names.size();) {
        const std::size_t end = std::min(names.find(' ', begin + 1), names.size());
        if (line.size() + end - begin > kWidth) {
          out += line + "\n";
          line = "   ";
        }
        line += names.substr(begin, end - begin);
        begin = end;
      }
      out += line + "\n";
    }
    return called_ + " has " + lang::joined(lone) + ", and with names:\n" + out;
  }

  /// The source of a declaration.
  std::string text_of(const Decl& decl) const {
    std::string text(sources_.text(decl.span));
    constexpr std::string_view kReplace = "replace";
    if (text.rfind(kReplace, 0) == 0) text.erase(0, text.find_first_not_of(" \n", kReplace.size()));
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    return text;
  }

  Texts in_order(std::initializer_list<DeclKind> kinds, auto make) const {
    Texts found;
    for (const DeclKind kind : kinds) {
      for (const Decl& decl : script_.decls) {
        if (decl.kind != kind) continue;
        std::string text = make(decl);
        if (!text.empty()) found.push_back(std::move(text));
      }
    }
    return found;
  }

  Texts replacements() const {
    return in_order({DeclKind::score, DeclKind::setup, DeclKind::let, DeclKind::effect, DeclKind::piece, DeclKind::move,
                     DeclKind::play},
                    [&](const Decl& decl) {
                      const std::string text = text_of(decl);
                      return lang::lines_of(text).size() <= kLongestSample ? "replace " + text : std::string();
                    });
  }

  Texts removals() const {
    return in_order({DeclKind::clock, DeclKind::heuristic, DeclKind::show, DeclKind::show_beams, DeclKind::invariant,
                     DeclKind::let, DeclKind::move, DeclKind::effect, DeclKind::var, DeclKind::end},
                    [&](const Decl& decl) {
                      if (has_name(decl)) return "remove " + tree::words_of(decl.kind) + " " + decl.name.text;
                      return "remove " + tree::words_of(decl.kind);
                    });
  }

  Texts extensions() const {
    return in_order({DeclKind::piece},
                    [](const Decl& decl) { return "extend piece " + decl.name.text + " { marked: 0..3 = 0 }"; });
  }

  /// One sample of each kind of addition that is correct for the game.
  Texts additions() const {
    Texts found;
    for (const Decl& decl : script_.decls) {
      if (decl.kind != DeclKind::piece) continue;
      found.push_back("show \"on the board: {count(" + decl.name.text + ")} of " + decl.name.text + "\"");
      found.push_back("end when count(" + decl.name.text + ") >= 30 : tie");
      found.push_back("after move { require count(" + decl.name.text + ") <= 40  \"there are 40 of them already\" }");
      break;
    }
    for (const Decl& decl : script_.decls) {
      if (decl.kind != DeclKind::move) continue;
      found.push_back("move skip_turn \"skip turn\" beside " + decl.name.text + " { }");
      break;
    }
    return found;
  }

  /// A sample test of the start: the number of moves, and one of them.
  static std::string first_move(const Game& game) {
    constexpr std::uint64_t kMany = 1000000;
    StartOptions start;
    start.first_draws = true;
    const Result<Position> position = game.start(start);
    if (!position || position->over()) return {};
    const Result<std::uint64_t> count = position->count_moves();
    if (!count || *count == 0 || *count > kMany) return {};
    std::string lines = "expect moves == " + std::to_string(*count);
    if (const Result<std::string> move = position->move(*count / 2)) lines += "\nplay " + quoted(*move);
    return lines;
  }

  const NewVariant& wanted_;
  const Game& game_;
  lang::Loader& loader_;
  const Limits& limits_;
  std::string called_, header_;
  Texts others_;  // by option: a value that is not the default, if there is one
  lang::Sources sources_;
  tree::File script_;
  std::size_t warnings_ = 0;
};

}  // namespace

std::string_view script_template(std::string_view name) {
  const EmbeddedFile* const file = embedded_file("examples/templates/" + std::string(name) + ".glint");
  return file ? file->text : std::string_view();
}

Result<std::string> new_variant(const NewVariant& wanted, const Game& game, lang::Loader& loader, const Limits& limits) {
  return VariantWriter(wanted, game, loader, limits).write();
}

}  // namespace glint::desk
