// glint host: tables for people who are elsewhere, on this machine's own server.
#include <algorithm>
#include <mutex>
#include <ostream>
#include <thread>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/safe_output.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/host/qr.hpp"
#include "interpreter/cli/host/server.hpp"
#include "interpreter/cli/http/door.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/options/values.hpp"
#include "interpreter/describe/describe.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/report/document.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

constexpr int kPort = 7441, kMostTables = 200;

class Host : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a script, or a bundled game");
    arguments.texts("--seat", seats_, "SEAT=BOT", "a bot plays there: mcts:200ms, or *=best:1s; may be repeated");
    values_.declare(arguments);
    arguments.number("--tables", tables_, 1, kMostTables, "how many tables (1)");
    arguments.flag("--class", class_, "one link for all, who give a name and get a seat, at up to --tables tables");
    arguments.text("--folder", folder_, "FOLDER", "where tables are kept, and gone on with (glint_tables)");
    arguments.text("--records", records_, "FOLDER", "where records of the games are kept (`records` in that folder)");
    arguments.text("--undo", undo_, "WHO", "who may take the last move back: none, last (whoever made it) or any");
    arguments.flag("--clock", clock_, "run the game's clock even against bots");
    arguments.flag("--no-clock", no_clock_, "without the game's clock, which else runs where all players are people");
    arguments.texts("--ask", questions_, "QUESTION", "asked after the game, instead of two; may be repeated");
    arguments.flag("--qr", qr_, "print a QR code of each seat's link, too, which phones read");
    arguments.flag("--no-rules", no_rules_, "leave the rules off the page");
    arguments.texts("--set", settings_, "NAME=VALUE", "the value of an option; may be repeated");
    arguments.texts("--path", paths_, "FOLDER", "a folder with libraries and games; may be repeated");
    arguments.number("--port", port_, "take this port, or any that is free if N is 0 (7441, or the next free one)");
    arguments.text("--listen", listen_, "ADDRESS", "an address of this machine on its network; nothing is encrypted");
    arguments.text("--at", at_, "URL", "the address that people open: that of a proxy with TLS before this server");
    arguments.limits(limits_, nullptr, 0, {});
  }

  int run(Console& console) override {
    const std::string address = listen_.value_or("127.0.0.1"), at = address_of(at_), undo = undo_.value_or("last");
    if (undo != "none" && undo != "last" && undo != "any")
      stop(kUsage, "--undo takes none, last or any, found " + lang::marked(undo));
    if (address.find_first_not_of("0123456789.") != std::string::npos || (address == "0.0.0.0" && !at_))
      stop(kUsage, "--listen takes one address of this machine, as 192.168.1.20, found " + lang::marked(address),
           "`ip address` or `ifconfig` print its addresses; with --at all of them, 0.0.0.0, can listen");
    if (game_ == "-") stop(kUsage, "`host` reads the game again after a restart: name a script");
    if (qr_ && qr_rows("").empty())
      stop(kUsage, "this glint was built without QR codes", "install libqrcodegencpp-dev, and build it again");
    const StopsWork stops(limits_);
    const auto stop_asked = limits_.stop;
    limits_.stop = also_late(stop_asked);
    const Game game = load_game(game_, read_settings(settings_, "--set"), paths_, console, limits_);
    if (clock_ && !game.clock())
      stop(kUsage, "the game has no clock", "declare one in the script: `clock { turn 1:00; out: tie }`");
    const std::string folder = folder_.value_or("glint_tables");
    std::mutex talk;
    const auto warn = [&](const std::string& words) {
      const std::lock_guard lock(talk);
      console.err << lang::escaped(words) << std::endl;
    };
    const std::string records = records_.value_or(folder + "/records");
    const JudgeMaker learned = values_.take(seats_, game, game_, console);
    HostPlan plan{game, game_, folder, records, tables_, undo, bots_of(game, learned), questions_, warn};
    plan.learned = learned;
    if (questions_.empty()) plan.questions = {"Would you play it again?", "What was not clear, or too slow?"};
    plan.questions.push_back("Anything else?");
    plan.clock = game.clock() && !no_clock_ && (clock_ || plan.bots.empty());
    plan.is_class = class_;
    if (!no_rules_) {
      FolderLoader loader(game.program().sources->file(0).name, paths_);
      const std::optional<Game> base = describe::base_of(game, &loader);
      const describe::Sheet sheet = describe::describe(game, base ? &*base : nullptr, {.characters = false});
      plan.rules = report::page_head(sheet.title, describe::sheet_style()) + describe::html(sheet) + report::kPageTail;
    }
    HostServer server(std::move(plan));
    listen_or_stop([&](int port) { return server.door().listen(address, port, at); }, port_, kPort);
    tell(console, server, game, records);
    for (; !stop_asked(); std::this_thread::sleep_for(kBetweenLooks)) server.judge();
    console.out << "The tables are kept in " << lang::escaped(folder) << "; the same command goes on with them.\n";
    return kDone;
  }

 private:
  Settings bots_of(const Game& game, const JudgeMaker& learned) const {
    Settings bots;
    const std::vector<std::string> players = game.players(), names = read_seats(game, seats_, "human", true);
    for (std::size_t i = 0; i < players.size(); ++i) {
      if (names[i] == "human") continue;
      if (const auto bot = make_player(names[i], 1, game, {}, learned); !bot) stop(kUsage, bot.errors());
      bots.emplace_back(players[i], names[i]);
    }
    return bots;
  }

  /// "https://games.example.org", as browsers write it; empty without one.
  static std::string address_of(const std::optional<std::string>& given) {
    if (!given) return "";
    const std::string url = given->ends_with("/") ? given->substr(0, given->size() - 1) : *given;
    const std::size_t begin = url.starts_with("https://") ? 8 : url.starts_with("http://") ? 7 : url.size();
    constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyz0123456789.-:";
    if (begin == url.size() || url.find_first_not_of(kPlain, begin) != std::string::npos)
      stop(kUsage, "--at takes an address without a path, as https://games.example.org, found " + lang::marked(*given));
    const std::string usual = begin == 8 ? ":443" : ":80";  // browsers leave it out
    return url.ends_with(usual) ? url.substr(0, url.size() - usual.size()) : url;
  }

  void tell(Console& console, HostServer& server, const Game& game, const std::string& records) const {
    const auto tell_links = [&](const std::vector<HostedTable::Key>& keys) {
      std::size_t longest = 0;
      for (const HostedTable::Key& key : keys) longest = std::max(longest, key.words.size());
      for (const HostedTable::Key& key : keys) {
        console.out << "  " << key.words << std::string(longest + 2 - key.words.size(), ' ')
                    << (key.bot.empty() ? server.link(key) : "a bot, " + key.bot) << "\n";
        if (qr_ && key.bot.empty() && (key.who >= 0 || key.who == kWholeClass))
          SafeOutput::behind(console.out << std::flush) << qr_lines(server.link(key));
      }
    };
    if (class_) {
      console.out << game.title() << ", for a class of at most " << lang::counted(tables_, "table") << ":\n";
      tell_links(server.class_keys());
    } else {  // those of a class may be made just now
      for (const auto& table : server.tables()) {
        console.out << game.title() << ", table " << table->id()
                    << (table->result().empty() ? ":" : ", " + table->result() + ":") << "\n";
        tell_links(table->keys());
      }
    }
    console.out
        << (class_ ? "Send the first link to everybody: whoever opens it gets a free seat. The host's link is yours.\n"
                   : "Send each seat's link to one person: whoever has it plays there. The host's link is yours.\n")
        << (listen_ ? "Everybody on this network can reach the tables, and read and change on the way what is sent:\n"
                      "it is not encrypted. A proxy with TLS before it, and --at, are for all that matters.\n"
            : at_   ? "Only what runs on this machine can reach the tables: the proxy.\n"
                    : "Only this machine can open the links; --listen and --at are for others.\n")
        << "Records come into " << lang::escaped(records) << ". Ctrl-C ends the server, not the games: the same\n"
        << "command goes on with them.\n";
    console.out.flush();
  }

  std::string game_;
  int tables_ = 1;
  bool clock_ = false, no_clock_ = false, class_ = false, no_rules_ = false, qr_ = false;
  std::optional<std::string> folder_, records_, undo_, listen_, at_;
  std::vector<std::string> seats_, questions_, settings_, paths_;
  ValuesOption values_;
  std::optional<std::uint64_t> port_;
  Limits limits_;
};

}  // namespace

std::unique_ptr<Command> make_host() { return std::make_unique<Host>(); }

}  // namespace glint::cli
