// The scripts for clusters with stand-ins for GNU parallel, Slurm and glint: each word that they are given comes to glint
// as it is. `examples/cluster/test.sh` runs them with the real ones.
#include <sys/stat.h>

#include <cstdlib>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"

namespace {

using glint::cli::Folder;
using glint::cli::read_file;

/// Writes down its arguments, one after the other in brackets, a line for each call.
constexpr const char* kGlint = R"(#!/bin/bash
line=$(printf '<%s>' "$@")
printf '%s\n' "$line" >>"$LOG"
[ "$1" != merge ] || echo "the report"
)";

/// As GNU parallel: commands that it reads as they stand; in a command that it is given it replaces its signs.
constexpr const char* kParallel = R"(#!/bin/bash
end=$'\n'
while [[ ${1:-} == -* ]]; do
  if [ "$1" = -0 ]; then end=; fi
  shift
done
while IFS= read -r -d "$end" value; do
  if [ $# -eq 0 ]; then
    sh -c "$value"
    continue
  fi
  words=()
  for word in "$@"; do
    if [[ $word =~ \{=(.*)=\} ]]; then perl -e "${BASH_REMATCH[1]}"; fi
    words+=("${word//"{}"/"$value"}")
  done
  "${words[@]}"
done
)";

/// As sbatch: a script and its arguments as they are, for each task of an array; a --wrap by sh; logs by their patterns.
constexpr const char* kSbatch = R"(#!/bin/bash
tasks=1
while [[ ${1:-} == -* ]]; do
  case $1 in
    --array=1-*) tasks=${1#--array=1-} ;;
    --output=*) output=${1#--output=} ;;
    --wrap=*) wrap=${1#--wrap=} ;;
    --parsable) echo "7;here" ;;
  esac
  shift
done
for ((task = 1; task <= tasks; ++task)); do
  export SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=$tasks
  log=${output//%%/$'\1'}
  log=${log//%a/$task}
  log=${log//$'\1'/%}
  if [ -n "${wrap:-}" ]; then sh -c "$wrap" >"$log"; else bash "$@" >"$log"; fi
done
)";

/// As a shell reads it back.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

class Cluster {
 public:
  Cluster() {
    for (const auto& [name, text] : {std::pair{"glint", kGlint}, {"parallel", kParallel}, {"sbatch", kSbatch}})
      chmod(folder_.write(std::string("bin/") + name, text).c_str(), 0755);
    folder_.write("work/empty", "");
  }

  /// The exit status of a script with these arguments, called in the folder `work`.
  int run(const std::string& script, const std::string& shards, const std::vector<std::string>& arguments) {
    std::string line = "cd " + quoted(folder_ / "work") + " && env -u GLINT PATH=" + quoted(folder_ / "bin") +
                       ":\"$PATH\" LOG=" + quoted(folder_ / "log") + " FOLDER=" + quoted(shards) + " bash " +
                       quoted(glint::test::source_folder() + "/examples/cluster/" + script);
    for (const std::string& word : arguments) line += " " + quoted(word);
    line += " >" + quoted(folder_ / "out") + " 2>" + quoted(folder_ / "err");
    return std::system(line.c_str());
  }
  std::string called() const { return read_file(folder_ / "log"); }
  std::string out() const { return read_file(folder_ / "out"); }
  std::string err() const { return read_file(folder_ / "err"); }
  bool was_harmed() const {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / "work"))
      if (entry.path().filename().string().find("pwned") == 0) return true;
    return false;
  }

 private:
  Folder folder_;
};

const std::string kGame = "g'a {} {.} {= system(\"touch pwned1\"); =} \"$(touch pwned2)\" `touch pwned3`;&\n"
                          "touch pwned4 #.glint";

}  // namespace

TEST_CASE("cluster scripts: games, folders and options come to glint as they are", "[cluster]") {
  for (const char* script : {"parallel.sh", "slurm.sh"}) {
    Cluster cluster;
    const std::string shards = "f'o {} {= system(\"touch pwned5\"); =} 100%a\ntouch pwned6 #";
    const int status = cluster.run(script, shards, {kGame, "2", "--set", "x={}", "--seat", "*=mcts:3", "--", "--html", "p'{}.html"});
    INFO(script << '\n' << cluster.err());
    CHECK(status == 0);
    CHECK_FALSE(cluster.was_harmed());
    std::string wanted;
    for (const char* shard : {"1", "2"})
      wanted += "<study><" + kGame + "><--set><x={}><--seat><*=mcts:3><--threads><1><--shard><" + shard + "/2><--out><" +
                shards + "/shard-" + shard + ".json>\n";
    wanted += "<merge><" + shards + "/shard-1.json><" + shards + "/shard-2.json><--html><p'{}.html>\n";
    CHECK(cluster.called() == wanted);
    CHECK(cluster.out() == "the report\n");
  }
}

TEST_CASE("cluster scripts: a folder is no option, and signs of Slurm's are refused", "[cluster]") {
  Cluster cluster;
  CHECK(cluster.run("parallel.sh", "-v", {"lawn", "1"}) == 0);
  CHECK(cluster.called().find("<--out><./-v/shard-1.json>") != std::string::npos);
  CHECK(cluster.run("slurm.sh", "a\\b", {"lawn", "1"}) != 0);
  CHECK(cluster.err().find("Slurm reads a backslash") != std::string::npos);
}
