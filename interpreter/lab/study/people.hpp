// Games that people have played, from their records: which of them a study counts beside the bots' games, and why the
// others are left out. They are counted as games of bots are (StudyPlan::records).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/game/record/record.hpp"
#include "interpreter/lab/study/plan.hpp"

namespace glint {

struct PeoplesGames {
  std::shared_ptr<std::vector<Record>> records = std::make_shared<std::vector<Record>>();
  std::vector<std::string> files;  // by record
  std::multimap<std::string, std::string> left_out;  // files, by the reason: "with other options: side = 3"

  /// Takes or leaves out the text of a record, with the name of its file. A record counts if it has this version of the
  /// script, these options, the usual start, moves, all legal, and is not the same game as an earlier one.
  void add(const Game& game, const std::string& file, std::string_view text);
  /// The plan of a study of these games, from that of the bots' games beside them.
  StudyPlan plan(const StudyPlan& bots) const;
};

}  // namespace glint
