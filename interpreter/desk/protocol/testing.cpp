// The requests `glint/...` about tests, the rule sheet, and a variant to begin with. README.md lists their fields.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "interpreter/describe/describe.hpp"
#include "interpreter/desk/protocol/answers.hpp"
#include "interpreter/desk/protocol/playing.hpp"
#include "interpreter/desk/protocol/requests.hpp"
#include "interpreter/lab/explore/candidates.hpp"
#include "interpreter/lab/search/written_test.hpp"
#include "interpreter/print/print.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kMostDrawnTogether = 40'000;  // cells of all boards in one answer

/// A document that is open while this lives, even if an exception is thrown.
class Tried {
 public:
  Tried(Desk& desk, const std::string& name, std::string text) : desk_(desk), name_(name) {
    desk_.open(name_, std::move(text));
  }
  ~Tried() { desk_.close(name_); }
  Tried(const Tried&) = delete;

 private:
  Desk& desk_;
  const std::string name_;
};

/// The beginning of an answer, with the errors of its document.
Json begun(Documents& in, const std::string& name, const auto& result) {
  return {{"version", in.version_of(name)}, {"errors", result ? Json::array() : in.errors(result.errors(), name)}};
}

Json tests(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  Json all = Json::array();
  for (const TestPlace& test : tests_of(in.desk(), name))
    all.push_back(
        {{"title", test.title}, {"range", in.range(test.whole, name)}, {"selectionRange", in.range(test.at, name)}});
  return {{"version", in.version_of(name)}, {"tests", std::move(all)}};
}

Json test(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  const Result<Game> game = game_of(in.desk(), name);
  Json json = {{"version", in.version_of(name)},
               {"errors", in.errors(game ? errors_of(in.desk(), name) : game.errors(), name)}};
  Json all = Json::array();
  std::size_t drawn = 0;  // cells
  bool is_stopped = false;
  const auto& stop = in.desk().limits().stop;
  for (const Tested& tested : desk::run_tests(in.desk(), name, params.value("titles", std::vector<std::string>()))) {
    Json one = {{"title", tested.test.title},
                {"range", in.range(tested.test.whole, name)},
                {"passed", tested.passed},
                {"failure", tested.failure},
                {"errors", in.errors(tested.errors, name)}};
    if (tested.position && params.value("boards", true)) {
      is_stopped = is_stopped || (stop && stop());
      const std::size_t cells = tested.position->game().cells().size();
      if (is_stopped)
        one["board"] = undrawn(*tested.position, -1, "there was no time to draw it: ask for this test alone");
      else if (cells <= kMostDrawn && drawn + cells > kMostDrawnTogether)
        one["board"] =
            undrawn(*tested.position, -1,
                    "the boards before it have " + std::to_string(drawn) + " cells, and at most " +
                        std::to_string(kMostDrawnTogether) + " are drawn in one answer: ask for this test alone");
      else
        one["board"] = board(*tested.position, -1, params.value("picture", true), {true, true});
      drawn += one["board"].contains("cells") ? cells : 0;
    }
    all.push_back(std::move(one));
  }
  json["tests"] = std::move(all);
  return json;
}

/// The moves played, as a test of the script that passes.
Json written_test(Documents& in, const Json& params) {
  At at = reach(in, params);
  if (!at.where.at.empty() || !at.where.test.empty())
    throw Refused{kInvalidParams,
                  "a test is made from the moves since the start of the game: leave out `at` and `test`"};
  if (!at.reached.position || at.reached.refused) return std::move(at.json);
  const Position& position = *at.reached.position;
  if (viewer_of(params, position) >= 0 && position.game().has_secrets() && !position.over())
    throw Refused{kInvalidParams, "a test has everything, also what is hidden: leave out `as`"};
  const std::string title = params.value("title", "after " + lang::counted(at.where.moves.size(), "move"));
  const std::string tried = at.name + " with a test";
  // A drawn board cannot always be read back; the test then expects the number of moves.
  const Result<std::uint64_t> count = position.count_moves();
  for (const std::string& expected :
       {expectations_of(position), "  expect moves == " + std::to_string(count ? *count : 0) + "\n", std::string()}) {
    const std::string text = glint::written_test(*at.reached.game, title, position.draws(), at.where.moves, expected);
    const std::vector<Tested> tested = [&] {
      const Tried document(in.desk(), tried, *in.desk().text(at.name) + "\n" + text);
      return desk::run_tests(in.desk(), tried, {title});
    }();
    in.forget_lines();
    if (tested.empty() || !tested.back().passed) continue;
    at.json["test"] = text;
    break;
  }
  return std::move(at.json);
}

/// The rule sheet.
Json describe(Documents& in, const Json& params) {
  const std::string name = in.name(params), form = params.value("form", std::string("markdown"));
  if (form != "markdown" && form != "html")
    throw Refused{kInvalidParams, "there is no form `" + form + "`: a sheet has the form `markdown` or `html`"};
  const Settings options = settings_of(params, "options");
  const Result<Game> game = game_of(in.desk(), name, options);
  Json json = begun(in, name, game);
  if (!game) return json;
  const Result<Game> base = game->variant_of().empty() ? game : base_of(in.desk(), name, options);
  const bool is_page = form == "html", is_variant = !game->variant_of().empty() && base;
  const describe::Sheet sheet =
      describe::describe(*game, is_variant ? &*base : nullptr, {.characters = !is_page, .svg = is_page});
  json["title"] = sheet.title;
  json["text"] = is_page ? describe::html(sheet) : describe::markdown(sheet);
  if (is_page) json["style"] = describe::sheet_style();
  return json;
}

/// The game on paper: pages as pictures, whose sizes are in millimetres.
Json on_paper(Documents& in, const Json& params) {
  const std::string name = in.name(params), paper = params.value("paper", std::string("a4"));
  const print::Options options{.paper = paper == "letter" ? print::kLetter : print::kA4,
                               .size = params.value("size", 25.0),
                               .low_ink = params.value("low_ink", false),
                               .grey = params.value("grey", false),
                               .spare = static_cast<int>(std::clamp<std::int64_t>(params.value("spare", 1), 0, 50)),
                               .count = static_cast<int>(std::clamp<std::int64_t>(params.value("count", 0), 0, 200)),
                               .only = params.value("only", std::string())};
  const std::vector<std::string>& parts = print::kParts;
  if (!options.only.empty() && std::find(parts.begin(), parts.end(), options.only) == parts.end())
    throw Refused{kInvalidParams, "a game on paper has no part `" + options.only + "`"};
  if ((paper != "a4" && paper != "letter") || !(options.size >= 8 && options.size <= 100))
    throw Refused{kInvalidParams, "the paper is a4 or letter, and cells are 8 to 100 mm apart"};
  const Result<Game> game = game_of(in.desk(), name, settings_of(params, "options"));
  if (game && game->cells().size() > kMostDrawn) throw Refused{kRequestFailed, "this board is too large to draw"};
  const Result<print::Kit> kit = game ? print::kit_of(*game, options) : Result<print::Kit>(game.errors());
  Json json = {{"version", in.version_of(name)}, {"errors", kit ? Json::array() : in.errors(kit.errors(), name)}};
  if (!kit) return json;
  json["pages"] = Json::array();
  for (const auto& [svg, width, height] : kit->pages)
    json["pages"].push_back({{"svg", svg}, {"width", width}, {"height", height}});
  json["notes"] = kit->notes;
  json["asks"] = kit->asks;
  return json;
}

/// A variant with samples of its possible changes.
Json new_variant(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  NewVariant wanted{.path = field_of(params, "name").get<std::string>() + ".glint",
                    .title = field_of(params, "title").get<std::string>(),
                    .of = field_of(params, "of").get<std::string>(),
                    .options = settings_of(params, "options"),
                    .has_command = false};
  for (const std::string& each : {wanted.of, params["name"].get<std::string>()})
    if (!lang::is_name_like(each)) throw Refused{kInvalidParams, "`" + each + "` cannot be the name of a script"};
  const Result<std::string> text = desk::new_variant(in.desk(), name, std::move(wanted));
  in.forget_lines();
  Json json = begun(in, name, text);
  if (text) json["text"] = *text;
  return json;
}

/// Variants with other values, numbers, optics or rules, for a host that looks for good ones.
Json variants(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  const Settings options = settings_of(params, "options");
  const Result<Game> game = game_of(in.desk(), name, options);
  Json json = begun(in, name, game);
  if (!game) return json;
  const VariedParent parent(*game, field_of(params, "of").get<std::string>(), options);
  const MayChange may{params.value("vary", std::vector<std::string>()),
                      params.value("fix", std::vector<std::string>())};
  if (const std::optional<Error> error = parent.check(may)) throw Refused{kInvalidParams, error->message, error->help};
  const std::uint64_t most = std::min<std::uint64_t>(params.value("most", 100), 1000);
  Json all = Json::array();
  for (const Made& made : made_variants(parent, may, params.value("seed", std::uint64_t{1}), most))
    all.push_back({{"what", parent.what_changes(made)},
                   {"script", parent.script(made, params.value("title", "Variant of " + game->title()))}});
  json["variants"] = std::move(all);
  return json;
}

constexpr Request kTestRequests[] = {
    {"glint/tests", tests},       {"glint/test", test},      {"glint/writtenTest", written_test},
    {"glint/describe", describe}, {"glint/print", on_paper}, {"glint/newVariant", new_variant},
    {"glint/variants", variants}};

}  // namespace

std::span<const Request> test_requests() { return kTestRequests; }

}  // namespace glint::desk
