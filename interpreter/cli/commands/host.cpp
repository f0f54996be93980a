// glint host: tables for people who are elsewhere, on this machine's own server.
#include <algorithm>
#include <ostream>
#include <thread>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/host/server.hpp"
#include "interpreter/cli/http/door.hpp"
#include "interpreter/cli/options/game.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

/// Links stay good only if it is the same each time.
constexpr int kPort = 7441, kMostTables = 400;
constexpr const char* kHere = "127.0.0.1";

class Host : public Command {
 public:
  Description description() const override { return described("host"); }

  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a script, or a bundled game");
    arguments.number("--tables", tables_, 1, kMostTables, "so many tables (1)");
    arguments.text("--folder", folder_, "FOLDER", "where tables are kept, and gone on with (glint_tables)");
    arguments.text("--undo", undo_, "WHO", "who may take the last move back: none, last (whoever made it) or any");
    arguments.texts("--set", settings_, "NAME=VALUE", "the value of an option; may be repeated");
    arguments.texts("--path", paths_, "FOLDER", "a folder with libraries and games; may be repeated");
    arguments.number("--port", port_, "take this port, or any that is free if N is 0 (7441, or the next free one)");
    arguments.text("--listen", listen_, "ADDRESS", "an address of this machine on its network; nothing is encrypted");
    arguments.text("--at", at_, "URL", "the address that people open: that of a proxy with TLS before this server");
    arguments.limits(limits_, nullptr, 0, {});
  }

  int run(Console& console) override {
    const std::string undo = undo_.value_or("last"), address = listen_.value_or(kHere), at = address_of(at_);
    if (undo != "none" && undo != "last" && undo != "any")
      stop(kUsage, "--undo takes none, last or any, found " + lang::marked(undo));
    if (address.find_first_not_of("0123456789.") != std::string::npos || address == "0.0.0.0")
      stop(kUsage, "--listen takes one address of this machine, as 192.168.1.20, found " + lang::marked(address),
           "`ip address` or `ifconfig` print its addresses");
    if (game_ == "-")
      stop(kUsage, "`host` reads the game again after a restart, and `-` is standard input", "name a script");
    check_port(port_);
    Patience patience;
    const StopsWork stops(limits_);
    const auto stop_asked = limits_.stop;
    limits_.stop = [&] { return patience.is_over() || stop_asked(); };
    const Settings options = read_settings(settings_, "--set");
    Referee referee(load_game(game_, options, paths_, console, limits_), game_, options, paths_, patience);
    HostServer server(referee, {folder_.value_or("glint_tables"), undo, tables_});
    for (const std::string& unread : server.unread()) console.err << "left out: " << unread << "\n";
    listen_or_stop([&](int port) { return server.listen(address, port, at); }, port_, kPort);
    tell(console, server, referee.game(), address != kHere, !at.empty());
    while (!stop_asked()) std::this_thread::sleep_for(kBetweenLooks);
    return kDone;
  }

 private:
  /// "https://games.example.org", as browsers write it; empty without one.
  static std::string address_of(const std::optional<std::string>& given) {
    if (!given) return "";
    std::string url = *given;
    if (url.ends_with("/")) url.pop_back();
    const std::string rest = url.starts_with("https://")  ? url.substr(8)
                             : url.starts_with("http://") ? url.substr(7)
                                                          : "";
    constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyz0123456789.-:";
    if (rest.empty() || rest.find_first_not_of(kPlain) != std::string::npos)
      stop(kUsage, "--at takes an address without a path, as https://games.example.org, found " + lang::marked(*given));
    return url;
  }

  void tell(Console& console, const HostServer& server, const Game& game, bool is_open, bool has_proxy) const {
    std::size_t longest = 0;
    for (const auto& each : server.links())
      for (const auto& [whom, link] : each.links) longest = std::max(longest, whom.size());
    for (const auto& each : server.links()) {
      console.out << (each.is_new ? "A new table" : "A table that goes on") << " of " << game.title() << ", "
                  << each.table << ":\n";
      for (const auto& [whom, link] : each.links)
        console.out << "  " << whom << std::string(longest + 2 - whom.size(), ' ') << link << "\n";
    }
    console.out
        << "Whoever has the link of a seat plays for it: send each to one person.\n"
        << (is_open ? "Everybody on this network can reach the tables, and read and change on the way what is sent:\n"
                      "it is not encrypted. A proxy with TLS before it and --at are for all that matters.\n"
            : has_proxy ? "Only what runs on this machine can reach the tables: the proxy.\n"
                        : "Only this machine can open them; --listen and --at are for others.\n")
        << "The same command goes on with them. Ctrl-C ends the server, not the games.\n";
    console.out.flush();
  }

  std::string game_;
  int tables_ = 1;
  std::optional<std::string> folder_, undo_, listen_, at_;
  std::vector<std::string> settings_, paths_;
  std::optional<std::uint64_t> port_;
  Limits limits_;
};

}  // namespace

std::unique_ptr<Command> make_host() { return std::make_unique<Host>(); }

}  // namespace glint::cli
