// The server of `glint host`: whom it refuses, what it bears, and the options of the command.
#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <httplib.h>

#include "interpreter/cli/host/qr.hpp"
#include "interpreter/cli/host/server.hpp"
#include "interpreter/cli/http/door.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/cli/host/clients.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {

TEST_CASE("host: only who has a key, at this address, in small portions") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  const Person x(game, "x");
  Person nobody = x;
  nobody.key = std::string(32, '0');
  for (const char* path : {"/api/table", "/api/moves", "/api/events"}) CHECK(nobody.get(path).first == 401);
  for (const char* path : {"/api/move", "/api/undo", "/api/name", "/api/say", "/api/note", "/api/answer"}) {
    CHECK(nobody.post(path, {{"id", "1"}}).first == 401);
    CHECK(x.post(path, Answered::array()).first == 400);
  }
  CHECK(x.post("/api/move", {{"turn", 1}, {"text", "a1"}}).first == 400);
  CHECK(x.post("/api/move", {{"id", "1"}, {"turn", "1"}, {"text", "a1"}}).first == 400);
  CHECK(x.post("/api/move", {{"id", "1"}, {"turn", 1}, {"text", std::string(401, 'a')}}).first == 400);
  CHECK(x.post("/api/move", {{"id", "1"}, {"turn", 1}, {"text", std::string(17'000, 'a')}}).first == 413);
  const auto with = [&](const char* name, const std::string& value) {
    httplib::Headers headers = x.headers();
    headers.emplace(name, value);
    return x.client().Get("/api/table", headers)->status;
  };
  CHECK(with("Host", "example.com") == 403);
  CHECK(with("Origin", "https://example.com") == 403);
  CHECK(with("Origin", "null") == 403);
  CHECK(with("Origin", "http://" + x.host) == 200);
  const auto page = x.client().Get("/");
  REQUIRE(page);
  CHECK(page->status == 200);
  CHECK(page->body.find(x.key) == std::string::npos);
  CHECK(page->get_header_value("Content-Security-Policy").find("script-src 'self';") != std::string::npos);
  CHECK(page->get_header_value("Content-Security-Policy").ends_with("frame-ancestors 'none'"));
  CHECK(x.client().Get("/page.js")->get_header_value("Content-Type") == "text/javascript; charset=utf-8");
  int last = 200;
  for (int i = 0; i < 2000 && last == 200; ++i) last = x.get("/api/table").first;
  CHECK(last == 429);
  CHECK(Person(game, "y").get("/api/table").first == 200);
}

TEST_CASE("host: a body without a length is not read, and an answer is not packed") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  const Person x(game, "x");
  httplib::Client client = x.client();
  std::size_t sent = 0;
  const auto endless = client.Post(
      "/api/move", {},
      [&](std::size_t, httplib::DataSink& sink) {
        const std::string part(1 << 16, 'a');
        sent += part.size();
        if (sent > (std::size_t{64} << 20)) sink.done();
        return sink.write(part.data(), part.size());
      },
      "application/json");
  // Either the answer came while it was sent, or the connection was closed.
  CHECK((!endless || endless->status == 411));
  CHECK(sent < std::size_t{32} << 20);
  httplib::Headers headers = x.headers();
  headers.emplace("Content-Encoding", "gzip");
  CHECK(x.client().Post("/api/move", headers, "{}", "application/json")->status == 411);
  headers = x.headers();
  headers.emplace("Range", "bytes=3-4");
  CHECK(x.client().Get("/api/table", headers)->status == 411);
  headers = x.headers();
  headers.emplace("Accept-Encoding", "br, gzip");
  for (const char* path : {"/api/table", "/api/moves", "/page.js", "/"}) {
    httplib::Client raw = x.client();
    raw.set_decompress(false);
    const auto answer = raw.Get(path, headers);
    REQUIRE(answer);
    CHECK(answer->status == 200);
    CHECK(!answer->has_header("Content-Encoding"));
  }
}

TEST_CASE("host: whoever listens hears that something has changed, and nothing else") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  const Person x(game, "x"), y(game, "y");
  std::string heard;
  std::optional<std::thread> other;
  x.client().Get("/api/events", x.headers(), [&](const char* data, std::size_t size) {
    heard.append(data, size);
    if (!other) other.emplace([&] { x.move("a1", "1"); });
    return heard.find("data: 1") == std::string::npos;
  });
  REQUIRE(other);
  other->join();
  CHECK(heard == "data: 0\n\ndata: 1\n\n");
}

TEST_CASE("host: a seat whose page nobody has open is left alone, as all are told") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  const Person x(game, "x"), y(game, "y");
  CHECK(y.table()["away"] == Answered{"x", "y"});
  Answered meanwhile;
  x.client().Get("/api/events", x.headers(), [&](const char*, std::size_t) {
    meanwhile = y.table()["away"];
    return false;
  });
  CHECK(meanwhile == Answered{"y"});
  CHECK(y.post("/api/say", {{"id", "1"}, {"text", "anybody?"}}).first == 200);  // the server finds out when it writes
  CHECK(comes([&] { return y.table()["away"] == Answered{"x", "y"}; }));
}

TEST_CASE("host: the rules are for all at the table, and the links for the host") {
  const Folder folder;
  HostPlan plan{game_of("laser_lawn"), "laser_lawn", folder / "tables", folder / "records"};
  plan.rules = "<p>the rules</p>";
  plan.bots = {{"moon", "random"}};
  HostServer server(std::move(plan));
  REQUIRE(server.door().listen("127.0.0.1", 0));
  const auto& keys = server.tables().front()->keys();
  for (const HostedTable::Key& key : keys) {
    if (!key.bot.empty()) continue;
    const Person each(server.link(key));
    CHECK(Answered::parse(each.get("/api/rules").second)["page"] == "<p>the rules</p>");
    const auto [status, text] = each.get("/api/links");
    CHECK(status == (key.who == kHost ? 200 : 403));
    if (key.who != kHost) continue;
    const Answered links = Answered::parse(text)["links"];
    REQUIRE(links.size() == 3);  // of one seat, of who watches, and of the host
    CHECK(links[0]["whom"] == "sun");
    CHECK(links[0]["link"] == server.link(keys[0]));
    CHECK(links[0]["rows"] == qr_rows(server.link(keys[0])));
  }
  Person nobody(server.link(keys[0]));
  nobody.key = std::string(32, '0');
  CHECK(nobody.get("/api/rules").first == 401);
}

TEST_CASE("host: who watch do not keep out who play") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  const Person x(game, "x"), y(game, "y"), watch(game, kWatchWords);
  std::atomic<int> listening = 0;
  std::vector<std::thread> all;
  for (int i = 0; i < 30; ++i)
    all.emplace_back([&] {
      bool is_first = true;
      watch.client().Get("/api/events", watch.headers(), [&](const char*, std::size_t) {
        listening += is_first;
        return std::exchange(is_first, false);
      });
    });
  CHECK(comes([&] { return listening == 30; }));
  int status = 0;
  x.client().Get(
      "/api/events", x.headers(), [&](const httplib::Response& response) { return (status = response.status) == 0; },
      [](const char*, std::size_t) { return false; });
  CHECK(status == 200);
  CHECK(y.post("/api/say", {{"id", "1"}, {"text", "the end"}}).first == 200);
  for (std::thread& each : all) each.join();
}

TEST_CASE("host: a request for which there is no memory ends, and not the server") {
  Door door("<p>here</p>", 100, 4);
  door.http().Get("/much", [](const httplib::Request&, httplib::Response& response) {
    response.set_content_provider(10, "text/plain",
                                  [](std::size_t, std::size_t, httplib::DataSink&) -> bool { throw std::bad_alloc(); });
  });
  REQUIRE(door.listen("127.0.0.1", 0));
  httplib::Client client(door.address());
  client.set_read_timeout(0, 300'000);
  CHECK(!client.Get("/much"));
  REQUIRE(client.Get("/"));
}

TEST_CASE("host: what the command refuses") {
  const Folder folder;
  const std::string tables = folder / "tables";
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"--undo", "me"},
                                                                                     {"--listen", "0.0.0.0"},
                                                                                     {"--listen", "here"},
                                                                                     {"--at", "games.example.org"},
                                                                                     {"--at", "https://a.org/x"},
                                                                                     {"--tables", "0"},
                                                                                     {"--seat", "sun=nobody"},
                                                                                     {"--seat", "sun=learned"},
                                                                                     {"--values", "none.values"},
                                                                                     {"--seat", "earth=greedy"},
                                                                                     {"--port", "70000"}}) {
    std::vector<std::string> all = {"host", "laser_lawn", "--folder", tables};
    all.insert(all.end(), words.begin(), words.end());
    INFO(words[0] << " " << words[1]);
    CHECK(glint(all).status == kUsage);
  }
  CHECK(glint({"host", "-"}).status == kUsage);
  const Answer timed = glint({"host", folder.write("dots.glint", kDots), "--clock", "--folder", tables});
  CHECK(timed.status == kUsage);
  CHECK(timed.err.find("the game has no clock") != std::string::npos);
  CHECK(glint({"host", "the_beam", "--folder", tables, "--records", folder.write("other", "")}).status == kUsage);
  CHECK(glint({"host", "the_beam", "--folder", folder.write("file", "")}).status == kUsage);
}

}  // namespace glint::cli
