#include "engine/base/temporary_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <random>

#include "engine/base/file_error.h"
#include "engine/base/unique_fd.h"

namespace strata::inline base {
namespace {

/// That nobody else has, or guesses.
std::string freshPath() {
  std::random_device device;
  std::string path = temporaryFolder() + "/strata-";
  for (int i = 0; i < 2; ++i) path += fmt::format("{:08x}", device());
  return path;
}

}  // namespace

/// The sweeper comes first: a signal between the two leaves no folder.
TemporaryFolder::TemporaryFolder() {
  const std::string path = freshPath();
  m_sweeper.start(path);
  if (::mkdir(path.c_str(), 0700) == 0)
    m_path = path;
  else
    m_refusal = errno;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  if (!m_path.empty()) std::filesystem::remove_all(m_path, error);
}

/// One by one: not this folder itself, which may be gone by now, swept away.
void TemporaryFolder::makeFoldersOf(const std::filesystem::path& file) const {
  std::error_code ignored;
  std::filesystem::path folder = m_path;
  for (const std::filesystem::path& part : file.parent_path()) {
    folder /= part;
    std::filesystem::create_directory(folder, ignored);
  }
}

bool TemporaryFolder::write(std::string_view file, std::span<const char> content) const {
  if (m_path.empty()) return false;
  makeFoldersOf(file);
  constexpr mode_t kMode = 0666;  // less what umask takes
  const UniqueFd fd(::open(path(file).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode));
  bool taken = fd.valid();
  while (taken && !content.empty()) {
    const ssize_t done = ::write(fd.get(), content.data(), content.size());
    if (done < 0 && errno == EINTR) continue;
    taken = done >= 0;
    if (taken) content = content.subspan(static_cast<std::size_t>(done));
  }
  if (!taken) m_refusal = errno;
  return taken;
}

bool TemporaryFolder::forbidsPrograms() const {
  struct statvfs mounted {};
  return ::statvfs(m_path.c_str(), &mounted) == 0 && (mounted.f_flag & ST_NOEXEC) != 0;
}

Error TemporaryFolder::refusal(Storey storey) const {
  Error error = temporaryFolderError(m_refusal);
  error.storey = storey;
  return error;
}

std::string TemporaryFolder::whyRefused() const {
  return "the temporary folder " + temporaryFolder() + " takes no file: " + std::strerror(m_refusal);
}

}  // namespace strata::inline base
