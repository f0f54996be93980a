// glint list: the bundled games, their variants and options, the library.
#include <algorithm>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/options/game.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

class List : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.any("GAME", games_, "bundled games or variants, or scripts (everything bundled)");
    arguments.texts("--path", paths_, "FOLDER", "also look for games and libraries in this folder; may be repeated");
    arguments.flag("--json", json_, "answer in JSON");
    arguments.limits(limits_, nullptr, 0, {});
  }

  int run(Console& console) override {
    if (!games_.empty()) {
      const std::vector<Entry> given = load(games_, console);
      if (json_) console.out << json_text(Json{{"games", list_of(given, json_of_game)}});
      for (std::size_t i = 0; i < given.size() && !json_; ++i) {
        if (i > 0) console.out << '\n';
        print(given[i], nullptr, "", console.out);
      }
      return kDone;
    }
    const std::vector<Entry> variants = load(Game::bundled_variants(), console);
    const std::vector<Entry> entries = load(Game::bundled_names(), console);
    if (json_) {
      const Json games = list_of(entries, json_of_game);
      const Json others = list_of(variants, [](const Entry& each) {
        Json json = json_of_game(each);
        json["of"] = each.game.variant_of();
        return json;
      });
      console.out << json_text(Json{{"games", games}, {"variants", others}, {"libraries", bundled_libraries()}});
      return kDone;
    }
    for (const Entry& each : entries) {
      print(each, nullptr, "", console.out);
      print_variants(each, variants, console.out);
      console.out << '\n';
    }
    console.out << "libraries (`use NAME`): " << lang::joined(bundled_libraries(), " ") << '\n';
    return kDone;
  }

 private:
  struct Entry {
    std::string name;
    Game game;
  };

  std::vector<Entry> load(const std::vector<std::string>& names, Console& console) const {
    std::vector<Entry> entries;
    for (const std::string& name : names) entries.push_back({name, load_game(name, Settings{}, paths_, console, limits_)});
    return entries;
  }

  static Json json_of_game(const Entry& entry) {
    Json json = {{"name", entry.name}, {"title", entry.game.title()}, {"doc", entry.game.doc()}};
    json.update({{"players", entry.game.players()}, {"options", list_of(entry.game.options(), json_of_option)}});
    return json;
  }

  static Json json_of_option(const OptionInfo& option) {
    Json json = {{"name", option.name}, {"domain", option.domain}, {"default", option.initial}};
    json.update({{"text", option.text}, {"doc", option.doc}});
    return json;
  }

  /// The variants of this game, each followed by its own variants.
  static void print_variants(const Entry& of, const std::vector<Entry>& variants, std::ostream& out) {
    for (const Entry& each : variants) {
      if (each.game.variant_of() != of.name || each.name == of.name) continue;
      print(each, &of, "    ", out);
      print_variants(each, variants, out);
    }
  }

  /// The first sentence in one line: it ends with a full stop at the end or before a blank.
  static std::string first_sentence(std::string doc) {
    for (char& c : doc) c = c == '\n' ? ' ' : c;
    for (std::size_t at = 0; (at = doc.find_first_of(".!?", at)) != std::string::npos; ++at) {
      if (at + 1 == doc.size() || doc[at + 1] == ' ') return doc.substr(0, at + 1);
    }
    return doc;
  }

  /// Prints a game; of a variant, only how it differs from its base.
  static void print(const Entry& entry, const Entry* of, const std::string& margin, std::ostream& out) {
    const Game& game = entry.game;
    out << margin << lang::escaped(entry.name) << "  \"" << game.title() << "\"";
    if (of != nullptr) out << (of->game.variant_of().empty() ? "  a variant" : "  a variant of " + of->name);
    out << '\n';
    const std::string doc = of == nullptr ? game.doc() : first_sentence(game.doc());
    for (const std::string_view line : lang::lines_of(doc))
      if (!line.empty()) out << margin << "    " << line << '\n';
    if (of == nullptr || of->game.players() != game.players()) {
      out << margin << "    players: " << lang::joined(game.players(), " ")
          << (game.is_team() ? " (one team)\n" : "\n");
    }
    const std::vector<OptionInfo> known = of == nullptr ? std::vector<OptionInfo>() : of->game.options();
    for (const OptionInfo& option : game.options()) {
      const bool same = std::any_of(known.begin(), known.end(), [&](const OptionInfo& other) {
        return other.name == option.name && other.domain == option.domain && other.initial == option.initial;
      });
      if (same) continue;
      out << margin << "    --set " << option.name << "=" << option.initial << "  of " << option.domain;
      out << (option.text.empty() ? "" : "  ") << option.text << '\n';
    }
  }

  bool json_ = false;
  std::vector<std::string> games_, paths_;
  Limits limits_;
};

}  // namespace

std::unique_ptr<Command> make_list() { return std::make_unique<List>(); }

}  // namespace glint::cli
