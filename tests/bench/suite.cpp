// What the engine does in a second, next to the same games by hand: tests/README.md says how it is measured and
// shows the latest figures. Each round of a run measures everything once; medians are printed.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <thread>
#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

#include "tests/bench/suite/games.hpp"
#include "tests/bench/suite/measure.hpp"
#include "tests/bench/suite/suite.hpp"

namespace {

using namespace glint::bench;

const char* const kUsage = R"(glint_bench_suite: how fast the engine is here, next to the same games by hand

  --seconds S    for each thing in each round (0.2)
  --rounds N     (5)
  --only NAME    tables or rows whose name has this in it; repeated. "play/othello": rows of a table
  --markdown     tables as a README has them
  --json FILE    writes all that was measured, too
  --list         tables and rows, nothing measured
)";

struct Options {
  double seconds = 0.2;
  int rounds = 5;
  std::vector<std::string> only;
  bool markdown = false, list = false;
  std::string json;
};

Options read_options(int count, char** arguments) {
  Options options;
  const auto wrong = [](const std::string& why) {
    std::cerr << "glint_bench_suite: " << why << "\n\n" << kUsage;
    std::exit(2);
  };
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    const auto value = [&]() -> std::string {
      if (i + 1 >= count) wrong(word + " needs a value");
      return arguments[++i];
    };
    if (word == "--seconds")
      options.seconds = std::atof(value().c_str());
    else if (word == "--rounds")
      options.rounds = std::atoi(value().c_str());
    else if (word == "--only")
      options.only.push_back(value());
    else if (word == "--json")
      options.json = value();
    else if (word == "--markdown")
      options.markdown = true;
    else if (word == "--list")
      options.list = true;
    else if (word == "--help") {
      std::cout << kUsage;
      std::exit(0);
    } else
      wrong("there is no " + word);
  }
  if (!(options.seconds > 0)) wrong("--seconds must be more than 0");
  if (options.rounds < 1) wrong("--rounds must be at least 1");
  return options;
}

/// Where somebody looks on, what is being measured.
void tell(const std::string& what) {
#if __has_include(<unistd.h>)
  static const bool is_terminal = isatty(STDERR_FILENO) != 0;
  if (is_terminal) std::cerr << "\r\33[K" << what << std::flush;
#else
  static_cast<void>(what);
#endif
}

/// Keeps the tables and rows that are asked for, and the yardsticks of those tables.
std::vector<Table> chosen(std::vector<Table> tables, const std::vector<std::string>& only) {
  if (only.empty()) return tables;
  std::vector<Table> kept;
  for (Table& table : tables) {
    std::vector<Row> rows;
    bool any = false;
    for (const Row& row : table.rows) {
      const bool asked = std::any_of(only.begin(), only.end(), [&](const std::string& name) {
        return (table.id + "/" + row.name).find(name) != std::string::npos;
      });
      any = any || asked;
      if (asked || row.is_yardstick) rows.push_back(row);
    }
    if (!any) continue;
    table.rows = rows;
    kept.push_back(table);
  }
  if (kept.empty()) give_up("nothing has such a name; --list shows what there is");
  return kept;
}

nlohmann::json describe_machine() {
  std::string processor = "unknown";
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0) {
      processor = line.substr(std::min(line.size(), line.find(':') + 2));
      break;
    }
  char date[32];
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
#if defined(__clang__)
  const std::string compiler = "clang " __clang_version__;
#elif defined(__GNUC__)
  const std::string compiler = "g++ " __VERSION__;
#else
  const std::string compiler = "unknown";
#endif
#if defined(NDEBUG) && !defined(_GLIBCXX_ASSERTIONS)
  const bool asserts = false;
#else
  const bool asserts = true;
#endif
  return {{"processor", processor},
          {"threads", std::thread::hardware_concurrency()},
          {"compiler", compiler},
          {"flags", GLINT_BENCH_FLAGS},
          {"flags_by_hand", GLINT_BY_HAND_FLAGS},
          {"assertions", asserts},
          {"date", date}};
}

void print(const nlohmann::json& machine, const Options& options) {
  const auto text = [&](const char* name) { return machine[name].get<std::string>(); };
  std::cout << text("processor") << ", " << machine["threads"] << " threads; " << text("compiler") << ", "
            << text("flags") << "; by hand " << text("flags_by_hand") << "; " << text("date") << ". Medians of "
            << options.rounds << (options.rounds == 1 ? " round" : " rounds") << " of " << options.seconds
            << " s each.\n";
  if (machine["assertions"]) std::cout << "Built with assertions: not for measuring (use --preset release).\n";
  std::cout << '\n';
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = read_options(count, arguments);
  std::vector<Table> tables = chosen({random_play(), perft_nodes(), lowerings(), traces(), contraption(), scripts(),
                                      board_sizes(), piece_counts(), script_lengths(), threads()},
                                     options.only);
  if (options.list) {
    for (const Table& table : tables)
      for (const Row& row : table.rows) std::cout << table.id << '/' << row.name << '\n';
    return 0;
  }
  for (int round = 0; round < options.rounds; ++round)
    for (Table& table : tables)
      for (Row& row : table.rows) {
        if (round >= row.most_rounds) continue;
        tell("round " + std::to_string(round + 1) + " of " + std::to_string(options.rounds) + ": " + table.id + "/" +
             row.name);
        row.rounds.push_back(row.measure(options.seconds));
      }
  tell("");

  const nlohmann::json machine = describe_machine();
  print(machine, options);
  nlohmann::json all = {{"machine", machine}, {"seconds", options.seconds}, {"rounds", options.rounds}};
  for (const Table& table : tables) {
    glint::bench::print(table, options.markdown, std::cout);
    all["tables"].push_back(to_json(table));
  }
  if (!options.json.empty()) {
    std::ofstream file(options.json);
    file << all.dump(1) << '\n';
    if (!file) give_up("cannot write " + options.json);
  }
  return 0;
}
