// What an editor offers at a place.
#include "tests/support/desk_script.hpp"

using namespace glint;
using namespace glint::desk;

TEST_CASE("desk: completion knows the place", "[desk]") {
  Desk desk(bundled);
  desk.open("/a.glint", kScript);
  const auto at = [&](const std::string& around, std::size_t offset) {
    return place(desk, "/a.glint", around, offset);
  };
  CHECK(offers(desk, "/a.glint", at("use square", 4), "light"));
  CHECK(!offers(desk, "/a.glint", at("use square", 4), "lamp"));
  CHECK(offers(desk, "/a.glint", at("put lamp", 4), "lamp"));
  CHECK(!offers(desk, "/a.glint", at("put lamp", 4), "left"));
  CHECK(offers(desk, "/a.glint", at("choose place", 7), "place"));
  CHECK(offers(desk, "/a.glint", at("  left -=", 2), "require"));
  CHECK(offers(desk, "/a.glint", at("  left -=", 2), "left"));
  CHECK(offers(desk, "/a.glint", at("on at", 3), "at"));
  CHECK(names_of(desk.completion("/a.glint", at("on at", 3))).front() == "at");
  CHECK(!offers(desk, "/a.glint", at("= empty", 2), "at"));
  CHECK(offers(desk, "/a.glint", at("= empty", 2), "lamp"));
  CHECK(offers(desk, "/a.glint", at("let free", 0), "piece"));
  CHECK(offers(desk, "/a.glint", at("emits n", 0), "look"));
  CHECK(desk.completion("/a.glint", at("A lamp.", 3)).empty());
  CHECK(desk.completion("/a.glint", at("\"{at}\"", 3)).empty());
  // Also where the line cannot be read yet.
  REQUIRE(desk.change("/a.glint", at("  left -=", 0), at("  left -=", 0), "  at.\n"));
  CHECK(offers(desk, "/a.glint", at("  at.", 5), "hue"));
  desk.open("/v.glint", "variant \"V\" of \n");
  CHECK(offers(desk, "/v.glint", 15, "laser_lawn"));
}

TEST_CASE("desk: completion of changes, options and tests offers what can stand there", "[desk]") {
  Desk desk(bundled);
  using Names = std::vector<std::string>;
  const auto last = [&](const std::string& line) {
    const std::string text = "variant \"V\" of laser_lawn\n" + line;
    desk.open("/v.glint", text);
    return names_of(desk.completion("/v.glint", static_cast<std::uint32_t>(text.size())));
  };
  CHECK(last("replace move ") == Names{"place", "challenge", "yield"});
  CHECK(last("remove move cha") == Names{"place", "challenge", "yield"});
  CHECK(last("replace let ") == Names{"right"});
  CHECK(last("replace do ").empty());
  CHECK(last("replace optic ").empty());
  CHECK(last("extend piece ") == Names{"emitter"});
  CHECK(last("extend ") == Names{"type", "beam", "piece"});
  const Names replaced = last("replace ");
  for (const char* each : {"option", "move", "play", "clock", "end"})
    CHECK(std::find(replaced.begin(), replaced.end(), each) != replaced.end());
  CHECK(std::find(replaced.begin(), replaced.end(), "optic") == replaced.end());
  CHECK(last("option ") == Names{"side", "lives", "mirror"});
  CHECK(last("option lives = ") == Names{"1", "2", "3", "4", "5"});
  CHECK(last("option mirror = gu") == Names{"specular", "guide"});
  CHECK(last("test \"t\" with side = ") == Names{"3", "4", "5", "6"});
  CHECK(last("after ") == Names{"place", "challenge", "yield"});
  const Names top = last("re");
  for (const char* each : {"replace", "remove", "extend", "option", "test"})
    CHECK(std::find(top.begin(), top.end(), each) != top.end());
  CHECK(std::find(top.begin(), top.end(), "game") == top.end());
  const Names in_test = last("test \"t\" {\n  ");
  for (const char* each : {"expect", "play", "map", "draw", "put", "named"})
    CHECK(std::find(in_test.begin(), in_test.end(), each) != in_test.end());
  for (const char* each : {"pick", "require", "offer", "turn", "choose", "repeat", "together", "end"})
    CHECK(std::find(in_test.begin(), in_test.end(), each) == in_test.end());
  const Names in_move = last("replace move yield \"yield\" {\n  ");
  CHECK(std::find(in_move.begin(), in_move.end(), "pick") != in_move.end());
  CHECK(std::find(in_move.begin(), in_move.end(), "expect") == in_move.end());
  // Members, by type.
  CHECK(last("after place {\n  named = named.") == Names{"index"});
  const Names trace = last("let lit(at: cell, facing: direction) = trace(at, facing).");
  CHECK(trace.front() == "cells");
  CHECK(std::find(trace.begin(), trace.end(), "visits") != trace.end());
  CHECK(std::find(trace.begin(), trace.end(), "colour") == trace.end());
  CHECK(last("after place {\n  let n = newest.").empty());
  CHECK(last("after place {\n  for c in newest & emitter { life[me] = c.") == Names{"colour", "facing", "x", "y", "index"});
  // Each is told of in a line, and by its comment.
  for (const Completion& each : desk.completion("/v.glint", 27)) CHECK(each.detail.find('\n') == std::string::npos);
  last("replace move ");
  const auto moves = desk.completion("/v.glint", 39);
  REQUIRE(moves.size() == 3);
  CHECK(moves.front().doc.starts_with("Place an emitter"));
  CHECK(moves.front().detail.starts_with("move place"));
  // A file begins with its header, and only a variant has changes.
  desk.open("/e.glint", "");
  CHECK(names_of(desk.completion("/e.glint", 0)) == Names{"game", "variant", "library"});
  desk.open("/e.glint", "// mine\nva");
  CHECK(names_of(desk.completion("/e.glint", 10)) == Names{"game", "variant", "library"});
  desk.open("/a.glint", kScript);
  CHECK(!offers(desk, "/a.glint", place(desk, "/a.glint", "let free"), "replace"));
}
