// What the suite measures, as tables. Each round measures every row once; medians are printed.
#pragma once

#include <functional>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace glint::bench {

inline constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
using Values = std::vector<double>;  // by column; kNothing if there is no value

struct Column {
  std::string name;  // for JSON, too
  int digits = 0;    // after the decimal point; negative: significant digits, with k or M
};

/// The value that a ratio of a row should reach: at least, or for times and sizes at most.
struct Goal {
  std::string column;           // a ratio's or a column's name
  double value = 0, floor = 0;  // floor: 0 for none
  bool at_most = false;
};

struct Row {
  std::string name;
  std::function<Values(double seconds)> measure;
  std::string twin = {};  // the row that it is compared with by a Ratio to no row in particular
  std::vector<Goal> goals = {};
  int most_rounds = 1'000'000;  // what takes long is not measured as often
  bool is_yardstick = false;    // measured whichever rows are asked for

  std::vector<Values> rounds = {};
};

/// A column divided by that of another row in the same round.
struct Ratio {
  std::string name;
  std::size_t column = 0;
  std::string to;           // a row's name; empty: each row's twin
  std::string behind = {};  // instead: the row with this row's name and this suffix
};

struct Table {
  std::string id, title, note;
  std::vector<Column> columns;
  std::vector<Ratio> ratios;
  std::vector<Row> rows;

  const Row* find(const std::string& name) const;
  double value(const Row& row, std::size_t column) const;
  double ratio(const Row& row, const Ratio& ratio) const;
};

void print(const Table& table, bool markdown, std::ostream& out);
nlohmann::json to_json(const Table& table);

}  // namespace glint::bench
