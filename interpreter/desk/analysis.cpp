#include "interpreter/desk/analysis.hpp"

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/lab/search/moves_to_error.hpp"
#include "lang/check/check.hpp"
#include "lang/parse/parse.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {

Desk::Analysis::Analysis(const std::string& document, std::string text, const std::map<std::string, std::string>& texts,
                         std::unique_ptr<lang::Loader> host, const Limits& limits, lang::Trees& trees) {
  OpenFirst loader(texts, std::move(host));
  sources = std::make_shared<lang::Sources>();
  sources->add({document, std::move(text)});
  lang::Checked checked = lang::check(*sources, 0, loader, limits.check, limits.stop, &trees);
  diagnostics = std::move(checked.diagnostics);
  rules_ = std::move(checked.rules);
  script_ = std::make_shared<tree::File>(std::move(checked.script));
  limits_ = limits;
  // Labels of cells, and all else that depends on options, only show when the game is built.
  if (rules_ && !rules_->is_library) {
    std::vector<lang::Diagnostic> wrong;
    game_ = build({}, wrong);
    diagnostics.insert(diagnostics.end(), wrong.begin(), wrong.end());
    lang::sort_diagnostics(diagnostics);
  }
  lang::StopCheck stop(limits.stop);
  try {
    for (std::uint32_t file = 0; file < sources->size(); ++file) parsed_.push_back(trees.parsed(*sources, file, stop));
  } catch (const lang::Stopped&) {
    diagnostics.push_back(lang::stopped());
    if (parsed_.empty()) parsed_.push_back(std::make_shared<const lang::Parsed>());
  }
}

const lang::Index& Desk::Analysis::index() const {
  if (index_) return *index_;
  std::vector<const tree::File*> files;
  for (const auto& parsed : parsed_) files.push_back(&parsed->file);
  return index_.emplace(lang::index_of(files, *sources));
}

std::optional<Game> Desk::Analysis::build(const std::vector<std::int64_t>& options,
                                          std::vector<lang::Diagnostic>& wrong) const {
  BuildOptions build;
  build.limits = limits_;
  build.options = options;
  return build_game(*rules_, script_, sources, build, diagnostics, wrong);
}

std::vector<Error> Desk::Analysis::errors() const {
  if (rules_ && rules_->is_library)
    return {plain_error(lang::Code::G0506, "`" + sources->file(0).name + "` is a library, not a game")};
  std::vector<Error> errors;
  for (const lang::Diagnostic& each : diagnostics)
    if (each.severity == lang::Severity::error) errors.push_back(to_error(*sources, each));
  return errors;
}

Result<Game> Desk::Analysis::game(const Settings& options) {
  if (!rules_ || rules_->is_library) return errors();
  const Result<std::vector<std::int64_t>> values = option_values_of(*rules_, options);
  if (!values) return values.errors();
  bool is_default = true;
  for (std::size_t i = 0; i < values->size(); ++i) is_default = is_default && (*values)[i] == rules_->options[i].initial;
  if (is_default) return game_ ? Result<Game>(*game_) : errors();
  if (other_ && other_->first == options) return other_->second;
  std::vector<lang::Diagnostic> wrong;
  std::optional<Game> built = build(*values, wrong);
  std::vector<Error> errors;
  bool is_stopped = false;
  for (const lang::Diagnostic& each : wrong) {
    errors.push_back(to_error(*sources, each));
    is_stopped = is_stopped || each.code == lang::Code::G0614;
  }
  if (is_stopped) return errors;  // when it is asked for again, it is built again
  other_ = {options, built ? Result<Game>(std::move(*built)) : std::move(errors)};
  return other_->second;
}

bool Desk::Analysis::uses(const std::string& file) const {
  for (std::uint32_t i = 0; i < sources->size(); ++i)
    if (sources->file(i).name == file) return true;
  return false;
}

bool Desk::Analysis::misses_files() const {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const lang::Diagnostic& each) {
    return each.code == lang::Code::G0202 || each.code == lang::Code::G0507;
  });
}

Range Desk::Analysis::range(const lang::Span& span) const {
  return {sources->file(span.file).name, span.begin, span.end};
}

std::uint32_t Desk::Analysis::first_line_end() const {
  const std::string& text = sources->file(0).text;
  return static_cast<std::uint32_t>(std::min(text.find('\n'), text.size()));
}

const std::vector<Error>& Desk::Analysis::wrong_at_start() {
  if (wrong_at_start_) return *wrong_at_start_;
  wrong_at_start_.emplace();
  if (!game_) return *wrong_at_start_;
  for (Error& error : glint::wrong_at_start(*game_, sources->file(0).name)) {
    if (error.code == lang::code_name(lang::Code::G0614))
      diagnostics.push_back(lang::stopped());
    else
      wrong_at_start_->push_back(std::move(error));
  }
  return *wrong_at_start_;
}

bool Desk::Analysis::has_more_checks() {
  if (!game_) return false;
  if (!trials_) {
    trials_ = option_trials(*game_);
    std::reverse(trials_->begin(), trials_->end());
  }
  return !trials_->empty() || (!is_play_checked_ && wrong_at_start().empty());
}

bool Desk::Analysis::check_further() {
  if (!has_more_checks()) return false;
  return trials_->empty() ? look_at_play() : try_option();
}

bool Desk::Analysis::try_option() {
  const OptionTrial trial = trials_->back();
  trials_->pop_back();
  const std::size_t before = found_further_.size();
  for (Error& error : wrong_with(*game_, trial)) {
    if (error.code == lang::code_name(lang::Code::G0614)) {
      trials_->push_back(trial);  // it is made again
      return false;
    }
    add_further(std::move(error));
  }
  return found_further_.size() > before;
}

/// One that was found already, with another value, is not said again.
void Desk::Analysis::add_further(Error error) {
  const auto is_same = [&](const Error& other) {
    return other.code == error.code && other.file == error.file && other.line == error.line && other.column == error.column;
  };
  if (std::none_of(found_further_.begin(), found_further_.end(), is_same)) found_further_.push_back(std::move(error));
}

/// Searches some of the first positions, or plays one random game. A part that is stopped is started again later.
bool Desk::Analysis::look_at_play() {
  if (!play_) play_ = std::make_unique<PlayChecking>(*game_, short_look());
  try {
    is_play_checked_ = !play_->advance();
  } catch (const lang::Stopped&) {
    return false;
  }
  if (!is_play_checked_) return false;
  const std::unique_ptr<PlayChecking> done = std::move(play_);
  const std::size_t before = found_further_.size();
  if (const auto& broken = done->found().broken) add_further(warning_of(*broken));
  return found_further_.size() > before;
}

lang::Span Desk::Analysis::span_of(const Error& error) const {
  lang::Span span;
  while (span.file < sources->size() && sources->file(span.file).name != error.file) ++span.file;
  if (span.file == sources->size() || error.line <= 0) return span;
  const auto byte_of = [&](int line, int column) {
    const std::string_view text = sources->line(span.file, static_cast<std::uint32_t>(line));
    std::size_t at = 0;
    for (; at < text.size() && column > 1; --column)
      do ++at;
      while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
    return static_cast<std::uint32_t>(text.data() - sources->file(span.file).text.data()) + static_cast<std::uint32_t>(at);
  };
  span.begin = byte_of(error.line, error.column);
  span.end = byte_of(error.end_line, error.end_column);
  return span;
}

Range Desk::Analysis::shown_at(const lang::Span& at, const std::vector<lang::Label>& others) const {
  const std::string& document = sources->file(0).name;
  const Range first_line{document, 0, first_line_end()};
  if (at.file == 0) return at.end > 0 ? range(at) : first_line;
  if (at.file >= sources->size()) return first_line;
  std::vector<Range> told;
  for (const lang::Label& other : others)
    if (other.span.file == 0) told.push_back(range(other.span));
  if (told.size() == 1) return told.front();
  const auto within = [&](const lang::Span& inner, const lang::Span& outer) {
    return inner.file == outer.file && outer.begin <= inner.begin && inner.end <= outer.end;
  };
  for (const lang::Symbol& around : index().symbols) {
    if (around.parent >= 0 || around.kind == lang::SymbolKind::game || !within(at, around.whole)) continue;
    for (const lang::Mention& mention : index().mentions) {
      if (!within(mention.at, around.whole)) continue;
      const lang::Symbol& named = index().symbols[static_cast<std::size_t>(mention.symbols.front())];
      if (named.at.file == 0) return range(named.at);
    }
  }
  if (!told.empty()) return told.front();
  Range header = first_line;
  bool is_first = true;
  for (const lang::Mention& mention : index().mentions) {
    if (mention.at.file != 0) break;
    const lang::Symbol& named = index().symbols[static_cast<std::size_t>(mention.symbols.front())];
    if (named.kind != lang::SymbolKind::game) continue;
    if (named.at.file == at.file) return range(mention.at);
    if (std::exchange(is_first, false)) header = range(mention.at);
  }
  return header;
}

std::string Desk::Analysis::kind_of(const lang::Symbol& symbol) const {
  if (symbol.kind == lang::SymbolKind::game)
    for (const tree::Decl& decl : file(symbol.at.file).decls)
      if (decl.span == symbol.whole) return lang::text_of(decl.kind);
  return std::string(lang::word_of(symbol.kind));
}

std::string Desk::Analysis::declaration(const lang::Symbol& symbol, std::size_t most_lines) const {
  const lang::Span whole = symbol.whole.end > symbol.whole.begin ? symbol.whole : symbol.at;
  std::string_view text = sources->text(whole);
  // The declaration around a value, a player or a name in a list says more than the name does.
  const bool is_bare = whole == symbol.at && symbol.parent >= 0;
  if (is_bare)
    return std::string(text) + "   // in " +
           std::string(sources->text(index().symbols[static_cast<std::size_t>(symbol.parent)].at));
  std::size_t end = 0;
  for (std::size_t lines = 0; lines < most_lines && end < text.size(); ++lines)
    end = std::min(text.find('\n', end + (lines > 0 ? 1 : 0)), text.size());
  if (end >= text.size()) return std::string(text);
  // A body is cut where it opens.
  const std::size_t line = std::min(text.find('\n'), text.size());
  return std::string(text.substr(0, line)) + (text.substr(0, line).ends_with("{") ? " ... }" : " ...");
}

std::string_view word_at(std::string_view text, std::uint32_t at) {
  std::size_t begin = std::min<std::size_t>(at, text.size()), end = begin;
  while (begin > 0 && lang::is_in_name(text[begin - 1])) --begin;
  while (end < text.size() && lang::is_in_name(text[end])) ++end;
  return text.substr(begin, end - begin);
}

TextPlace text_place(std::string_view text, std::size_t at) {
  TextPlace place;
  const std::string_view before = text.substr(0, at);
  std::size_t statement = 0, last = 0;  // the start of the statement, and the end of the token before
  const auto note_lines = [&](std::size_t end) {
    const std::size_t line = before.substr(0, end).rfind('\n');
    if (line != std::string_view::npos && line >= last) statement = line + 1;
  };
  for (lang::Lexer lexer(before); const auto token = lexer.next();) {
    note_lines(token->begin);
    if (token->is_comment() && token->end() == at) {
      place.in_comment = true;
      return place;
    }
    if (token->is_quoted() && !token->closed && token->end() == at) {
      place.in_text = true;
      place.text_begin = token->begin + (token->kind == lang::Token::Kind::drawing ? 3 : 1);
    }
    if (token->text == "{") {
      std::string_view head = lang::after_blanks(before.substr(statement, token->begin - statement));
      for (const char* change : {"replace ", "extend "})
        if (head.starts_with(change))
          head.remove_prefix(std::min(head.find_first_not_of(' ', head.find(' ')), head.size()));
      if (place.blocks.empty()) place.outermost = std::string(head);
      place.blocks.emplace_back(head.substr(0, std::min(head.find_first_of(" \t({"), head.size())));
    }
    if (token->text == "}" && !place.blocks.empty()) place.blocks.pop_back();
    if (token->text == "{" || token->text == "}" || token->text == ";") statement = token->end();
    last = token->end();
  }
  note_lines(at);
  const std::size_t line = lang::line_begin(before, at);
  const std::size_t begin = std::max(line, statement);
  place.line = begin < at ? std::string(text.substr(begin, at - begin)) : "";
  return place;
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : line + " ") {
    if (lang::is_in_name(c))
      word += c;
    else if (!word.empty())
      words.push_back(std::exchange(word, {}));
  }
  return words;
}

std::string header_before(std::string_view text, std::size_t at) {
  for (const std::string_view line : lang::lines_of(text.substr(0, at))) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos || line.substr(begin).starts_with("//")) continue;
    const std::vector<std::string> words = words_of(std::string(line));
    // What is being written is no header yet.
    const bool is_written = line.data() + line.size() < text.data() + at || words.size() > 1;
    return words.empty() || !is_written ? "" : words.front();
  }
  return {};
}

}  // namespace glint::desk
