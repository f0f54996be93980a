#include "interpreter/cli/files/work_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <system_error>
#include <vector>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/players/exact/seen_positions.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* kNames[] = {"search.positions", "search.links", "search.link_chunks",
                                  "search.waiting"};  // by SearchStore::Array
constexpr const char *kNote = "search", *kPart = "search.part";  // a note, and one that was ended while it was written
constexpr std::size_t kMostOfNote = 1 << 20;
constexpr std::size_t kMost = std::size_t{1} << 38;  // addresses for a file, of which it may use all
/// Between notes, and at least this many times as long as the last note took.
constexpr auto kBetween = std::chrono::seconds(2);
constexpr int kMostWork = 10;

/// True if a search may have made this file.
bool is_ours(const fs::directory_entry& file) {
  const std::string name = file.path().filename();
  return name == kNote || name.starts_with(kPart) || std::count(std::begin(kNames), std::end(kNames), name) > 0;
}

struct File {
  Descriptor file;
  std::uint8_t* bytes = nullptr;
  std::size_t size = 0;
};

class WorkFolder : public SearchStore {
 public:
  WorkFolder(const std::string& path, const std::string& key)
      : path_(path), key_(key), folder_(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (folder_ < 0) cannot_write(path_, errno);
    if (flock(folder_, LOCK_EX | LOCK_NB) != 0) stop(kUsage, "`" + path_ + "` is in use: another search runs there");
    const Descriptor note(openat(folder_, kNote, O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    const bool is_new = note < 0;
    if (is_new && errno != ENOENT) cannot_write(path_ + "/" + kNote, errno);
    if (const fs::directory_iterator files(path_); is_new && !std::all_of(begin(files), end(files), is_ours))
      stop(kUsage, "`" + path_ + "` has other files", "give a new folder, or an empty one");
    if (is_new) write_note(key_);
    const std::string text = is_new ? key_ : text_of(note, kMostOfNote).value_or("");
    if (!text.starts_with(key_))
      stop(kUsage, "`" + path_ + "` has a search of something else, or by another version: its file `search` says what",
           "give another folder, or remove that one");
    std::istringstream numbers(text.substr(key_.size()));
    for (std::uint64_t& each : state) numbers >> each;
    std::uint64_t check = 0;
    numbers >> check;
    bool is_whole = text == key_ || check == PositionHash(state).low;
    for (std::size_t i = 0; i < kArrays; ++i) {
      File& one = files_.emplace_back(
          File{Descriptor(openat(folder_, kNames[i], O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666))});
      void* const bytes =
          one.file < 0 ? MAP_FAILED : mmap(nullptr, kMost, PROT_READ | PROT_WRITE, MAP_SHARED, one.file, 0);
      if (bytes == MAP_FAILED) cannot_write(path_ + "/" + kNames[i], errno);
      one.bytes = static_cast<std::uint8_t*>(bytes);
      one.size = static_cast<std::size_t>(lseek(one.file, 0, SEEK_END));
      is_whole = is_whole && one.size >= state[i];
    }
    if (!is_whole) stop(kUsage, "the search in `" + path_ + "` is damaged", "remove the folder, and begin again");
  }
  ~WorkFolder() override {
    for (const File& one : files_) munmap(one.bytes, kMost);
  }

  /// Writes its additions to a file, so that a full disk is an error here, and not where the memory is used.
  std::uint8_t* piece(Array array, std::size_t index) override {
    static const std::uint8_t zeros[kPiece] = {};
    File& one = files_[array];
    const std::size_t begin = index * kPiece, end = begin + kPiece;
    if (end > kMost) cannot_write(path_, EFBIG);
    while (one.size < end) {
      const ssize_t put = pwrite(one.file, zeros, end - one.size, static_cast<off_t>(one.size));
      if (put < 0 && errno != EINTR) cannot_write(path_, errno);
      one.size += static_cast<std::size_t>(std::max<ssize_t>(put, 0));
    }
    return one.bytes + begin;
  }

  bool is_due() override { return Clock::now() >= due_; }

  void note() override {
    const auto begin = Clock::now();
    for (const File& one : files_)
      if (fsync(one.file) != 0) cannot_write(path_, errno);
    std::string text = key_;
    for (const std::uint64_t each : state) text += std::to_string(each) + " ";
    text += std::to_string(PositionHash(state).low) + "\n";
    write_note(text);
    due_ = Clock::now() + std::max<Clock::duration>(kBetween, kMostWork * (Clock::now() - begin));
  }

 private:
  void write_note(const std::string& text) {
    if (const int problem = replace_at(folder_, kNote, text); problem != 0) cannot_write(path_, problem);
  }

  const std::string path_, key_;
  Descriptor folder_;
  std::vector<File> files_;  // by array
  Clock::time_point due_{};
};

}  // namespace

std::unique_ptr<SearchStore> open_work(const std::string& path, const std::string& key) {
  if (mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) cannot_write(path, errno);
  return std::make_unique<WorkFolder>(path, key);
}

void remove_work(const std::string& path) {
  std::error_code problem;  // the remaining file says itself that it is damaged
  const std::vector<fs::directory_entry> files(fs::directory_iterator{path}, {});
  for (const fs::directory_entry& file : files)
    if (is_ours(file)) fs::remove(file, problem);
  fs::remove(path, problem);
}

}  // namespace glint::cli
