#include <fcntl.h>
#include <fmt/chrono.h>
#include <sys/file.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

#include "app/lessons/progress.h"
#include "app/words/messages.h"
#include "engine/base/file_error.h"
#include "engine/base/folder.h"
#include "engine/base/new_file.h"
#include "engine/base/read_file.h"
#include "engine/base/shipped.h"
#include "engine/base/text_parts.h"
#include "engine/base/unique_fd.h"

// What learners have done, in files.

namespace strata::inline lessons {
namespace {

constexpr std::size_t kLongestName = 40, kMostRead = std::size_t{64} << 20;

std::filesystem::path fileOf(const std::string& learner) {
  auto folder = ownFolder("learning");
  if (folder.empty()) return folder;
  return learner.empty() ? folder / "progress.json" : folder / "learners" / (learner + ".json");
}

/// Of the programs that keep what was learned: one reads and writes, the others wait. By the lock of a file beside it,
/// which other machines with the same home see. Where files cannot be locked, or one has been held for long, nobody
/// waits: what is read then may be older than what is replaced, but only by as long as that takes.
class Turn {
 public:
  Turn() : m_file(::open((ownFolder("learning") / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kMode)) {
    const auto end = std::chrono::steady_clock::now() + kLongestWait;
    while (heldByAnother() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(kLook);
  }

 private:
  static constexpr mode_t kMode = 0666;  // less what umask takes
  static constexpr std::chrono::milliseconds kLongestWait{1000}, kLook{5};

  bool heldByAnother() const {
    return m_file.valid() && ::flock(m_file.get(), LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR);
  }

  UniqueFd m_file;
};

Result<void> makeFolder(const std::filesystem::path& folder) {
  if (const auto error = makeOwnFolder(folder)) return fileError("make the folder", folder.string(), error.value());
  return {};
}

Error notKept(const Error& why) {
  return {why.code, fillText(Msg::LearnerNotKept, {why.message})};
}

/// Where it is now.
Result<std::string> setAside(const std::filesystem::path& file) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const std::string aside = fmt::format("{}.broken-{:%Y-%m-%d-%H%M%S}", file.string(), fmt::localtime(now));
  std::error_code failure;
  std::filesystem::rename(file, aside, failure);
  if (failure) return notKept(fileError("rename", file.string(), failure.value()));
  return aside;
}

}  // namespace

Progress readProgress(const std::string& learner) {
  const auto file = fileOf(learner);
  if (file.empty()) return {};
  return progressFromText(readIfThere(file));
}

Result<AnswersKept> keepProgress(const Progress& before, const Progress& now, const std::string& learner) {
  const auto file = fileOf(learner);
  if (file.empty()) return AnswersKept{now, {}};
  if (const auto made = makeFolder(file.parent_path()); !made.ok()) return notKept(made.error());
  const Turn turn;
  const std::string there = readIfThere(file);
  const auto theirs = answersFromText(there, file.string());
  if (theirs.ok() && theirs.value().newer)
    return Error{ErrorCode::Unsupported, fillText(Msg::LearnerNewer, {file.string()})};
  AnswersKept kept;
  if (!theirs.ok() && !there.empty()) {
    STRATA_ASSIGN(kept.broken, setAside(file));
  }
  // What cannot be read was not forgotten by anybody.
  kept.progress = theirs.ok() ? merged(before, now, theirs.value().progress) : now;
  const auto written = writeWholeFile(file.string(), toText(kept.progress));
  if (!written.ok()) return notKept(written.error());
  return kept;
}

Result<SavedAnswers> readAnswers(const std::string& path) {
  STRATA_ASSIGN(const std::string text, readWholeFile(path, kMostRead));
  return answersFromText(text, path);
}

std::vector<std::string> learners() {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(ownFolder("learning") / "learners", error), end;
       !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".json") names.push_back(entry->path().stem().string());
  std::ranges::sort(names);
  return names;
}

Result<std::string> learnerName(std::string_view typed) {
  const std::string_view name = trimmed(typed);
  const bool fits = !name.empty() && name.size() <= kLongestName && std::ranges::all_of(name, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) || c == ' ' || c == '-' || c == '_';
  });
  if (!fits) return Error{ErrorCode::Usage, "A learner's name has letters, digits, spaces and dashes, 40 at most."};
  return std::string(name);
}

}  // namespace strata::inline lessons
