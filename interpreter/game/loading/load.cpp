#include "interpreter/game/loading/load.hpp"

#include <algorithm>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/program/values.hpp"
#include "lang/check/check.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/parse/parse.hpp"
#include "lang/source/fnv.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/source.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

constexpr std::string_view kEnding = ".glint";

/// The names of the bundled scripts directly in this folder.
std::vector<std::string> scripts_in(std::string_view folder) {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.path.starts_with(folder) || !file.path.ends_with(kEnding)) continue;
    const std::string_view name = file.path.substr(folder.size(), file.path.size() - folder.size() - kEnding.size());
    if (!name.empty() && name.find('/') == std::string_view::npos) names.emplace_back(name);
  }
  return names;
}

/// Finds the bundled libraries and games by name, then asks the user's loader.
class BundledLoader : public lang::Loader {
 public:
  explicit BundledLoader(lang::Loader* inner) : inner_(inner) {}
  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override {
    const std::string file_name = "/" + std::string(name) + ".glint";
    if (const EmbeddedFile* file = embedded_file("stdlib" + file_name))
      return lang::SourceFile{"<std>" + file_name, std::string(file->text)};
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
  std::vector<std::string> names() const override { return scripts_in("stdlib/"); }

 private:
  lang::Loader* inner_;
};

std::string id_of(std::string_view file_name) {
  file_name.remove_prefix(file_name.find_last_of('/') + 1);  // npos + 1 is 0
  if (file_name.size() > kEnding.size() && file_name.ends_with(kEnding)) file_name.remove_suffix(kEnding.size());
  return std::string(file_name);
}

/// A hash of a script's words. Blanks, line breaks, comments and tests do not count; within texts every character does.
std::uint64_t hash_tokens(std::string_view script) {
  lang::Fnv hash;
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
    if (!in_test) {
      hash.bytes(word);
      hash.symbol(0);
    }
    if (word == "}" && --depth <= 0) {
      depth = 0;
      if (body) in_test = body = false;
    }
    word.clear();
  };
  const std::string plain = lang::without_comments(script);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const char c = plain[i];
    if (c == '"') {
      flush();
      word += c;
      for (++i; i < plain.size() && plain[i] != '"' && plain[i] != '\n'; ++i) {
        word += plain[i];
        if (plain[i] == '\\' && i + 1 < plain.size()) word += plain[++i];
      }
      flush();
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      flush();
    } else {
      const bool letter = lang::is_in_name(c);
      if (!letter) flush();
      word += c;
      if (!letter) flush();
    }
  }
  flush();
  return hash.value();
}

}  // namespace

std::unique_ptr<lang::Loader> bundled_loader(lang::Loader* inner) { return std::make_unique<BundledLoader>(inner); }

void add_changes(const lang::Sources& sources, lang::Diagnostic& diagnostic, bool at_start) {
  constexpr std::uint32_t kScript = 0;
  if (diagnostic.primary.span.file == kScript) return;
  const lang::Parsed script = lang::parse(sources, kScript);
  const auto add_setup = [&](const tree::Decl& decl) {
    if (decl.kind != tree::DeclKind::setup) return false;
    diagnostic.others.push_back({decl.head, "the variant changes the `setup` here"});
    return true;
  };
  if (at_start && std::any_of(script.file.decls.begin(), script.file.decls.end(), add_setup)) return;
  for (const tree::Decl& decl : script.file.decls) {
    if (decl.change == tree::Change::add) continue;
    const bool option = decl.kind == tree::DeclKind::option;
    if (option || decl.kind == tree::DeclKind::board || decl.kind == tree::DeclKind::use_board)
      diagnostic.others.push_back({decl.head, "`" + (option ? decl.name.text : "board") + "` is changed here"});
  }
}

Result<Game> Game::from_text(std::string_view text, std::string_view file_name, const Settings& options,
                             lang::Loader* loader, const Limits& limits) {
  std::vector<Error> wrong;
  static_assert(kMostLimitOfCells == lang::kMostCells);
#define GLINT_CHECK_LIMIT(name, value, code, what)                                                                   \
  if (limits.name < 0 || limits.name > most_of_limit(#name))                                                         \
    wrong.push_back(plain_error(lang::Code::G0502, "the limit `" #name "` cannot be " + std::to_string(limits.name), \
                                "it takes 0.." + std::to_string(most_of_limit(#name))));
  GLINT_LIMITS(GLINT_CHECK_LIMIT)
#undef GLINT_CHECK_LIMIT
  if (!wrong.empty()) return wrong;
  auto sources = std::make_shared<lang::Sources>();
  const std::uint32_t file = sources->add({std::string(file_name), std::string(text)});
  BundledLoader bundled(loader);
  lang::Checked checked = lang::check(*sources, file, bundled, limits.check, limits.stop);
  if (!checked.rules) return to_errors(*sources, checked.diagnostics);
  const rules::Rules& rules = *checked.rules;
  if (rules.is_library) return plain_error(lang::Code::G0506, lang::marked(file_name) + " is a library, not a game");

  const Result<std::vector<std::int64_t>> values = option_values_of(rules, options);
  if (!values) return values.errors();
  std::vector<lang::Diagnostic> failures;
  std::optional<Game> game = build_game(rules, std::make_shared<tree::File>(std::move(checked.script)), sources,
                                        {.options = *values, .limits = limits}, checked.diagnostics, failures);
  if (!game) return to_errors(*sources, failures);
  return std::move(*game);
}

Result<std::vector<std::int64_t>> option_values_of(const rules::Rules& rules, const Settings& settings) {
  std::vector<std::int64_t> values;
  for (const rules::Option& option : rules.options) values.push_back(option.initial);
  for (const auto& setting : settings) {
    const auto option = std::find_if(rules.options.begin(), rules.options.end(),
                                     [&](const rules::Option& o) { return o.name == setting.first; });
    if (option == rules.options.end()) {
      const std::vector<std::string> names = lang::names_of(rules.options);
      return plain_error(
          lang::Code::G0506,
          "`" + setting.first + "=" + setting.second + "` cannot be set: this game has no option `" + setting.first +
              "`",
          lang::did_you_mean(
              setting.first, names,
              names.empty() ? "it has no options" : "its options are " + lang::joined(names, ", ", lang::marked)));
    }
    const auto value = option_value(rules, *option, setting.second);
    if (!value) {
      const bool numbers = option->type.base == rules::Base::number;
      const std::string near = numbers ? "" : lang::nearest(setting.second, option_values(rules, *option));
      return plain_error(
          lang::Code::G0502, "option `" + option->name + "` cannot be `" + setting.second + "`",
          (near.empty() ? "" : "did you mean `" + near + "`? ") + "it takes " + option_domain(rules, *option));
    }
    values[static_cast<std::size_t>(option - rules.options.begin())] = *value;
  }
  return values;
}

std::optional<Game> build_game(const rules::Rules& rules, std::shared_ptr<const tree::File> script,
                               std::shared_ptr<const lang::Sources> sources, const BuildOptions& options,
                               const std::vector<lang::Diagnostic>& found, std::vector<lang::Diagnostic>& wrong) {
  Built built = make_program(rules, sources, id_of(sources->file(0).name), options);
  if (!built.program) {
    for (lang::Diagnostic& each : built.diagnostics) add_changes(*sources, each);
    wrong = std::move(built.diagnostics);
    return std::nullopt;
  }
  lang::Fnv hash;
  hash.number(static_cast<std::int64_t>(sources->size()));
  for (std::uint32_t f = 0; f < sources->size(); ++f)
    hash.number(static_cast<std::int64_t>(hash_tokens(sources->file(f).text)));
  built.program->rules_hash = hash.value();
  // Errors in tests do not prevent loading; running the tests reports them.
  for (const lang::Diagnostic& each : found)
    if (each.severity != lang::Severity::error) built.program->warnings.push_back(to_error(*sources, each));
  built.program->script = std::move(script);
  return Game(built.program);
}

const EmbeddedFile* bundled_game(std::string_view name, const char* ending) {
  for (const char* folder : {"games/", "games/variants/"})
    if (const EmbeddedFile* file = embedded_file(folder + std::string(name) + ending)) return file;
  return nullptr;
}

std::vector<std::string> Game::bundled_names() { return scripts_in("games/"); }
std::vector<std::string> Game::bundled_variants() { return scripts_in("games/variants/"); }

Result<Game> Game::bundled(std::string_view name, const Settings& options, const Limits& limits) {
  const EmbeddedFile* file = bundled_game(name);
  if (file == nullptr) {
    const std::string near = lang::nearest(name, BundledLoader(nullptr).game_names());
    return plain_error(lang::Code::G0506, "there is no bundled game `" + std::string(name) + "`",
                       near.empty() ? "" : "did you mean `" + near + "`?");
  }
  return from_text(file->text, file->path, options, nullptr, limits);
}

}  // namespace glint
