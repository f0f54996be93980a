// Games and positions behind <glint/glint.hpp>.
#include <algorithm>

#include "glint/glint.hpp"
#include "interpreter/build/board/constants.hpp"
#include "interpreter/embedded/embedded.hpp"
#include "interpreter/game/access.hpp"
#include "interpreter/game/load.hpp"
#include "interpreter/game/make_program.hpp"
#include "interpreter/game/position_text.hpp"
#include "interpreter/program/print.hpp"
#include "interpreter/program/values.hpp"
#include "lang/check/check.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/parse/parse.hpp"

namespace glint {

// ---- errors ----

Error to_error(const lang::Sources& sources, const lang::Diagnostic& diagnostic) {
  Error error;
  error.code = std::string(lang::code_name(diagnostic.code));
  error.message = lang::presentable(diagnostic.message);
  error.help = lang::presentable(diagnostic.help);
  error.is_warning = diagnostic.severity == lang::Severity::warning;
  const lang::Span& span = diagnostic.primary.span;
  if (span.file < sources.size()) {
    error.file = sources.file(span.file).name;
    const lang::LineColumn begin = sources.locate(span.file, span.begin), end = sources.locate(span.file, span.end);
    error.line = static_cast<int>(begin.line);
    error.column = static_cast<int>(begin.column);
    error.end_line = static_cast<int>(end.line);
    error.end_column = static_cast<int>(end.column);
    error.rendered = lang::render(diagnostic, sources);
  }
  return error;
}

Error to_error(const Program& program, const Failure& failure) {
  lang::Diagnostic diagnostic;
  diagnostic.code = failure.code;
  diagnostic.message = failure.message;
  diagnostic.primary = {failure.span, {}};
  return to_error(*program.sources, diagnostic);
}

Error plain_error(lang::Code code, std::string message, std::string help) {
  Error error;
  message = lang::presentable(message);
  help = lang::presentable(help);
  error.code = std::string(lang::code_name(code));
  error.rendered = "error[" + error.code + "]: " + message + "\n" + (help.empty() ? "" : "  help: " + help + "\n");
  error.message = std::move(message);
  error.help = std::move(help);
  return error;
}

// ---- loading ----

namespace {

/// The names of the bundled scripts in this folder itself.
std::vector<std::string> scripts_in(std::string_view folder) {
  constexpr std::string_view kEnding = ".glint";
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path.substr(0, folder.size()) != folder || file.path.size() <= folder.size() + kEnding.size()) continue;
    const std::string_view name = file.path.substr(folder.size());
    if (name.substr(name.size() - kEnding.size()) != kEnding || name.find('/') != std::string_view::npos) continue;
    names.emplace_back(name.substr(0, name.size() - kEnding.size()));
  }
  return names;
}

/// Finds the bundled libraries and games by name, then what the user's loader knows.
class BundledLoader : public lang::Loader {
 public:
  explicit BundledLoader(lang::Loader* inner) : inner_(inner) {}
  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override {
    const std::string path = "stdlib/" + std::string(name) + ".glint";
    for (const EmbeddedFile& file : embedded_files())
      if (file.path == path) return lang::SourceFile{"<std>/" + std::string(name) + ".glint", std::string(file.text)};
    return inner_ ? inner_->find(name, user) : std::nullopt;
  }
  std::optional<lang::SourceFile> find_game(std::string_view name, const lang::SourceFile& user) override {
    if (const EmbeddedFile* file = bundled_game(name))
      return lang::SourceFile{std::string(file->path), std::string(file->text)};
    return inner_ ? inner_->find_game(name, user) : std::nullopt;
  }
  std::vector<std::string> game_names() const override {
    std::vector<std::string> names = Game::bundled_names();
    const std::vector<std::string> variants = Game::bundled_variants();
    names.insert(names.end(), variants.begin(), variants.end());
    return names;
  }
  std::vector<std::string> names() const override {
    return scripts_in("stdlib/");
  }

 private:
  lang::Loader* inner_;
};

std::string id_of(std::string_view file_name) {
  const std::size_t slash = file_name.find_last_of('/');
  if (slash != std::string_view::npos) file_name.remove_prefix(slash + 1);
  if (file_name.size() > 6 && file_name.substr(file_name.size() - 6) == ".glint") file_name.remove_suffix(6);
  return std::string(file_name);
}

/// FNV-1a over words.
class RulesHash {
 public:
  void text(const std::string& value) {
    for (const char c : value) byte(static_cast<unsigned char>(c));
    byte(0);
  }
  void number(std::int64_t value) {
    for (int i = 0; i < 8; ++i) byte(static_cast<unsigned char>(static_cast<std::uint64_t>(value) >> (8 * i)));
  }
  std::uint64_t value() const { return hash_; }

 private:
  void byte(unsigned char b) { hash_ = (hash_ ^ b) * 0x100000001B3u; }
  std::uint64_t hash_ = 0xCBF29CE484222325u;
};

}  // namespace

std::uint64_t hash_tokens(std::string_view script);

void add_changes(const lang::Sources& sources, lang::Diagnostic& diagnostic) {
  constexpr std::uint32_t kScript = 0;
  if (diagnostic.primary.span.file == kScript) return;
  const lang::Parsed script = lang::parse(sources, kScript);
  for (const tree::Decl& decl : script.file.decls) {
    if (decl.change == tree::Change::add) continue;
    const bool option = decl.kind == tree::DeclKind::option;
    if (option || decl.kind == tree::DeclKind::board || decl.kind == tree::DeclKind::use_board)
      diagnostic.others.push_back({decl.head, "`" + (option ? decl.name.text : "board") + "` is changed here"});
  }
}

Result<Game> load_game(std::string_view text, std::string_view file_name, const Settings& options, lang::Loader* loader) {
  auto sources = std::make_shared<lang::Sources>();
  const std::uint32_t file = sources->add({std::string(file_name), std::string(text)});
  BundledLoader bundled(loader);
  lang::Checked checked = lang::check(*sources, file, bundled);
  const auto errors_of = [&](const std::vector<lang::Diagnostic>& diagnostics) {
    std::vector<Error> errors;
    for (const lang::Diagnostic& diagnostic : diagnostics) errors.push_back(to_error(*sources, diagnostic));
    return errors;
  };
  if (!checked.rules) return errors_of(checked.diagnostics);
  const rules::Rules& rules = *checked.rules;
  if (rules.is_library)
    return plain_error(lang::Code::G0506, "`" + std::string(file_name) + "` is a library, not a game");

  BuildOptions build_options;
  for (const rules::Option& option : rules.options) build_options.options.push_back(option.initial);
  for (const auto& setting : options) {
    const auto option = std::find_if(rules.options.begin(), rules.options.end(),
                                     [&](const rules::Option& o) { return o.name == setting.first; });
    if (option == rules.options.end()) {
      std::vector<std::string> names;
      std::string list;
      for (const rules::Option& o : rules.options) {
        names.push_back(o.name);
        list += (list.empty() ? "" : ", ") + o.name;
      }
      const std::string near = lang::nearest(setting.first, names);
      return plain_error(lang::Code::G0506, "this game has no option `" + setting.first + "`",
                         !near.empty()   ? "did you mean `" + near + "`?"
                         : names.empty() ? "it has no options"
                                         : "it has " + list);
    }
    const auto value = option_value(rules, *option, setting.second);
    if (!value) {
      const bool numbers = option->type.base == rules::Base::number;
      const std::string near = numbers ? "" : lang::nearest(setting.second, option_values(rules, *option));
      return plain_error(
          lang::Code::G0502, "option `" + option->name + "` cannot be `" + setting.second + "`",
          (near.empty() ? "" : "did you mean `" + near + "`? ") + "it takes " + option_domain(rules, *option));
    }
    build_options.options[static_cast<std::size_t>(option - rules.options.begin())] = *value;
  }
  Built built = make_program(rules, sources, id_of(file_name), build_options);
  if (!built.program) {
    for (lang::Diagnostic& each : built.diagnostics) add_changes(*sources, each);
    return errors_of(built.diagnostics);
  }
  const std::shared_ptr<Program>& program = built.program;
  RulesHash hash;
  hash.number(static_cast<std::int64_t>(sources->size()));
  for (std::uint32_t f = 0; f < sources->size(); ++f)
    hash.number(static_cast<std::int64_t>(hash_tokens(sources->file(f).text)));
  program->rules_hash = hash.value();
  // What is wrong in tests only is told by those who run them.
  checked.diagnostics.erase(
      std::remove_if(checked.diagnostics.begin(), checked.diagnostics.end(),
                     [](const lang::Diagnostic& each) { return each.severity == lang::Severity::error; }),
      checked.diagnostics.end());
  program->warnings = errors_of(checked.diagnostics);
  program->script = std::make_shared<tree::File>(std::move(checked.script));
  return Game(program);
}

/// A hash of a script's words: blanks, line breaks, comments and the script's tests do not count, but within texts every
/// character does.
std::uint64_t hash_tokens(std::string_view script) {
  RulesHash hash;
  std::string word;
  int depth = 0;
  bool in_test = false, body = false;
  const auto flush = [&] {
    if (word.empty()) return;
    if (depth == 0 && word == "test") in_test = true;
    if (word == "{") {
      ++depth;
      body = in_test;
    }
    if (!in_test) hash.text(word);
    if (word == "}" && --depth <= 0) {
      depth = 0;
      if (body) in_test = body = false;
    }
    word.clear();
  };
  for (std::size_t i = 0; i < script.size(); ++i) {
    const char c = script[i];
    if (c == '/' && i + 1 < script.size() && script[i + 1] == '/') {
      while (i < script.size() && script[i] != '\n') ++i;
      flush();
    } else if (c == '"') {
      flush();
      word += c;
      for (++i; i < script.size() && script[i] != '"' && script[i] != '\n'; ++i) {
        word += script[i];
        if (script[i] == '\\' && i + 1 < script.size()) word += script[++i];
      }
      flush();
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      flush();
    } else {
      const bool letter = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      if (!letter) flush();
      word += c;
      if (!letter) flush();
    }
  }
  flush();
  return hash.value();
}

const EmbeddedFile* bundled_game(std::string_view name) {
  const std::string file_name = std::string(name) + ".glint";
  for (const char* folder : {"games/", "games/variants/"}) {
    for (const EmbeddedFile& file : embedded_files())
      if (file.path == folder + file_name) return &file;
  }
  return nullptr;
}

std::vector<std::string> Game::bundled_names() { return scripts_in("games/"); }
std::vector<std::string> Game::bundled_variants() { return scripts_in("games/variants/"); }

std::vector<std::string> split_draws(const Game& game, const std::string& name, const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::size_t first = begin, last = end;
    while (first < last && text[first] == ' ') ++first;
    while (last > first && text[last - 1] == ' ') --last;
    parts.push_back(text.substr(first, last - first));
    begin = end + 1;
  }
  if (parts.size() == 1) return {text};
  const Program& program = game.program();
  bool several = false;
  for (const DrawNode& draw : program.draws) {
    if (draw.name != name) continue;
    if (reads_as_drawn(program, draw, text)) return {text};
    several = several || std::all_of(parts.begin(), parts.end(), [&](const std::string& part) {
                return reads_as_drawn(program, draw, part);
              });
  }
  return several ? parts : std::vector<std::string>{text};
}

Result<Game> Game::bundled(std::string_view name, const Settings& options) {
  const EmbeddedFile* file = bundled_game(name);
  if (file == nullptr) {
    const std::string near = lang::nearest(name, BundledLoader(nullptr).game_names());
    return plain_error(lang::Code::G0506, "there is no bundled game `" + std::string(name) + "`",
                       near.empty() ? "" : "did you mean `" + near + "`?");
  }
  return load_game(file->text, file->path, options, nullptr);
}

Result<Game> Game::from_text(std::string_view text, std::string_view file_name, const Settings& options,
                             lang::Loader* loader) {
  return load_game(text, file_name, options, loader);
}

// ---- what a game is ----

const std::string& Game::title() const { return program_->rules.name; }
const std::string& Game::doc() const { return program_->rules.doc; }
const std::string& Game::id() const { return program_->id; }
const std::string& Game::variant_of() const { return program_->rules.variant_of; }
std::uint64_t Game::rules_hash() const { return program_->rules_hash; }
bool Game::is_team() const { return program_->rules.team; }
bool Game::has_beams() const { return !program_->reactions.emitter_sets.empty(); }
std::vector<Error> Game::warnings() const { return program_->warnings; }
std::string Game::dump() const { return glint::dump(*program_); }
const std::vector<CellInfo>& Game::cells() const { return program_->geometry.info; }
const std::vector<DirectionInfo>& Game::directions() const { return program_->geometry.direction_info; }

std::vector<std::string> Game::players() const {
  std::vector<std::string> names;
  for (const rules::Player& player : program_->rules.players) names.push_back(player.name);
  return names;
}

std::vector<std::string> Game::beam_fields() const {
  std::vector<std::string> names;
  for (const rules::BeamField& field : program_->rules.beam) names.push_back(field.name);
  return names;
}

std::vector<OptionInfo> Game::options() const {
  std::vector<OptionInfo> infos;
  for (std::size_t i = 0; i < program_->rules.options.size(); ++i) {
    const rules::Option& option = program_->rules.options[i];
    infos.push_back({option.name, option_domain(program_->rules, option),
                     print_value(program_->rules, option.type, option.initial), option.text, option.doc,
                     print_value(program_->rules, option.type, program_->options[i])});
  }
  return infos;
}

std::optional<int> Game::find_cell(std::string_view label) const {
  // "north B3" may be written as in a script, "north.B3".
  std::string name(label);
  for (const bool as_in_script : {false, true}) {
    const std::size_t dot = name.find('.');
    if (as_in_script && dot != std::string::npos) name[dot] = ' ';
    for (std::size_t c = 0; c < program_->geometry.info.size(); ++c)
      if (program_->geometry.info[c].label == name) return static_cast<int>(c);
  }
  return std::nullopt;
}

bool Game::has_secrets() const {
  return std::any_of(program_->seen.begin(), program_->seen.end(), [](const auto& seen) { return !seen.empty(); });
}

std::optional<Game::ClockInfo> Game::clock() const {
  const auto& clock = program_->rules.clock;
  if (!clock) return std::nullopt;
  Constants constants(program_->rules, program_->options);
  if (clock->when && !constants.try_value(*clock->when).value_or(0)) return std::nullopt;
  ClockInfo info{clock->turn, clock->reserve, clock->game, {}};
  for (const auto& add : clock->adds)
    info.adds.emplace_back(program_->rules.moves[static_cast<std::size_t>(add.first)].name, add.second);
  return info;
}

Result<Position> Game::start(const StartOptions& options) const { return PositionAccess::start(*this, options, nullptr); }

Result<Position> PositionAccess::start(const Game& game, const StartOptions& options, Profile* profile) {
  const std::shared_ptr<const Program>& program = game.program_;
  for (const auto& fixed : options.draws) {
    const bool known = std::any_of(program->draws.begin(), program->draws.end(),
                                   [&](const DrawNode& draw) { return draw.name == fixed.first; });
    if (known) continue;
    std::vector<std::string> names;
    for (const DrawNode& draw : program->draws) names.push_back(draw.name);
    const std::string near = lang::nearest(fixed.first, names);
    return plain_error(lang::Code::G0608, "this game draws no `" + fixed.first + "`",
                       !near.empty() ? "did you mean `" + near + "`?" : names.empty() ? "it draws nothing" : "");
  }
  Position position = make(program, options);
  set_profile(position, profile);
  if (auto error = begin(position)) return *error;
  return position;
}

Result<Position> Game::read(std::string_view text, const StartOptions& options) const {
  Result<Position> position = start(options);
  if (!position) return position;
  Machine& machine = PositionAccess::machine(*position);
  if (const auto problem = read_position(machine, text)) {
    machine.load(PositionAccess::state(*position));
    machine.forget_all();
    Error error = plain_error(lang::Code::G0701, problem->message);
    error.line = error.end_line = problem->line;
    error.rendered = "error[" + error.code + "]: line " + std::to_string(error.line) + ": " + error.message + "\n";
    return error;
  }
  // What must hold in every position holds in one that is read, too: there may be more pieces than there are.
  machine.refuel();
  if (program_->invariants_code >= 0 && !machine.is_over() &&
      machine.run(program_->invariants_code) == Machine::Status::error) {
    Failure failure = machine.failure();
    failure.code = lang::Code::G0701;
    failure.message = "this position cannot be: " + failure.message;
    return to_error(*program_, failure);
  }
  PositionAccess::keep(*position);
  PositionAccess::forget_line(*position);
  PositionAccess::history(*position).assign(1, machine.hash());
  if (position->at_draw() && !options.wait_at_draws) {
    PositionAccess::history(*position).clear();
    if (auto error = PositionAccess::draw(*position, std::nullopt, {})) return *error;
  }
  return position;
}

}  // namespace glint
