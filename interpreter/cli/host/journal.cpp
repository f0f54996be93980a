#include "interpreter/cli/host/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace glint::cli {
namespace {

constexpr std::size_t kMostOfJournal = std::size_t{64} << 20;

/// The name of a file is on the disk when its folder is.
int flush_folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const Descriptor folder(open(slash == path.npos ? "." : path.substr(0, slash + 1).c_str(), O_RDONLY | O_CLOEXEC));
  return folder < 0 || fsync(folder) != 0 ? errno : 0;
}

}  // namespace

std::optional<Journal> Journal::make(const std::string& path, const Json& line, int& problem) {
  // Its links are for nobody else on this machine.
  Journal it(Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600)));
  problem = it.file_ < 0 || flock(it.file_, LOCK_EX | LOCK_NB) != 0 ? errno : it.add(line);
  if (problem == 0) problem = flush_folder_of(path);
  return problem == 0 ? std::optional(std::move(it)) : std::nullopt;
}

std::optional<Journal> Journal::open(const std::string& path, std::vector<Json>& lines, int& problem) {
  Journal it(Descriptor(::open(path.c_str(), O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC)));
  if (it.file_ < 0 || flock(it.file_, LOCK_EX | LOCK_NB) != 0) {
    problem = errno;
    return std::nullopt;
  }
  const std::optional<std::string> text = text_of(it.file_, kMostOfJournal);
  problem = !text ? EIO : text->size() > kMostOfJournal ? EFBIG : 0;
  if (problem != 0) return std::nullopt;
  const std::size_t end = text->rfind('\n') + 1;  // 0: not even the first line
  for (std::size_t begin = 0, next = 0; begin < end; begin = next + 1) {
    next = text->find('\n', begin);
    lines.push_back(Json::parse(text->begin() + static_cast<std::ptrdiff_t>(begin),
                                text->begin() + static_cast<std::ptrdiff_t>(next), nullptr, false));
    if (!lines.back().is_object()) problem = EBADMSG;
  }
  if (lines.empty()) problem = EBADMSG;
  if (problem == 0 && end < text->size() && (ftruncate(it.file_, static_cast<off_t>(end)) != 0 || fsync(it.file_) != 0))
    problem = errno;
  it.size_ = static_cast<std::int64_t>(end);
  return problem == 0 ? std::optional(std::move(it)) : std::nullopt;
}

int Journal::add(const Json& line) {
  const std::string text = view::json_line(line) + "\n";
  int problem = 0;
  for (std::size_t done = 0; done < text.size() && problem == 0;) {
    const ssize_t put = write(file_, text.data() + done, text.size() - done);
    if (put > 0) done += static_cast<std::size_t>(put);
    if (put < 0 && errno != EINTR) problem = errno;
    if (put == 0) problem = EIO;
  }
  if (problem == 0 && fsync(file_) != 0) problem = errno;
  if (problem == 0) size_ += static_cast<std::int64_t>(text.size());
  // Half a line would hide the next one. If not even this works, the next start cuts it off.
  else if (ftruncate(file_, static_cast<off_t>(size_)) != 0)
    file_ = Descriptor(-1);
  return problem;
}

}  // namespace glint::cli
