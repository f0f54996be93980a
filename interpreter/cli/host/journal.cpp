#include "interpreter/cli/host/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <optional>

namespace glint::cli {
namespace {

constexpr std::size_t kMostOfJournal = std::size_t{64} << 20;

/// The name of a file is on the disk when its folder is.
int flush_folder_of(const std::filesystem::path& path) {
  const std::filesystem::path above = path.parent_path();
  const Descriptor folder(open(above.empty() ? "." : above.c_str(), O_RDONLY | O_CLOEXEC));
  return folder < 0 || fsync(folder) != 0 ? errno : 0;
}

}  // namespace

// Its links are for nobody else on this machine.
Journal::Journal(const std::string& path, How how, std::vector<Json>& lines, int& problem)
    : file_(::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | (how == How::make ? O_CREAT | O_EXCL : 0),
                   0600)) {
  problem = file_ < 0 || flock(file_, LOCK_EX | LOCK_NB) != 0 ? errno : 0;
  if (problem == 0 && how == How::make) problem = flush_folder_of(path);
  if (problem != 0 || how == How::make) return;
  const std::optional<std::string> text = text_of(file_, kMostOfJournal);
  problem = !text ? EIO : text->size() > kMostOfJournal ? EFBIG : 0;
  if (problem != 0) return;
  const std::size_t end = text->rfind('\n') + 1;  // 0: not even the first line
  for (std::size_t begin = 0, next = 0; begin < end; begin = next + 1) {
    next = text->find('\n', begin);
    lines.push_back(Json::parse(text->begin() + static_cast<std::ptrdiff_t>(begin),
                                text->begin() + static_cast<std::ptrdiff_t>(next), nullptr, false));
    if (!lines.back().is_object()) problem = EBADMSG;
  }
  if (lines.empty()) problem = EBADMSG;
  if (problem == 0 && end < text->size() && (ftruncate(file_, static_cast<off_t>(end)) != 0 || fsync(file_) != 0))
    problem = errno;
}

int Journal::add(const Json& line) {
  const std::string text = view::json_line(line) + "\n";
  int problem = file_ < 0 ? EBADF : 0;
  for (std::size_t done = 0; done < text.size() && problem == 0;) {
    const ssize_t put = write(file_, text.data() + done, text.size() - done);
    if (put > 0) done += static_cast<std::size_t>(put);
    if (put == 0 || (put < 0 && errno != EINTR)) problem = put == 0 ? EIO : errno;
  }
  if (problem == 0 && fsync(file_) != 0) problem = errno;
  if (problem != 0) file_ = Descriptor(-1);
  return problem;
}

}  // namespace glint::cli
