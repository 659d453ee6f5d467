#include "layers/compiler/tools.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "engine/base/file_error.h"
#include "engine/base/unique_fd.h"

namespace strata::inline compiler {

std::string toolPath(const std::string& program) {
  const auto runs = [](const std::string& file) { return ::access(file.c_str(), X_OK) == 0; };
  if (program.find('/') != std::string::npos) return runs(program) ? program : "";
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    if (std::string file = std::string(folder) + "/" + program; runs(file)) return file;
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
  }
  return {};
}

Printed outputOf(const std::string& command) {
  Printed printed;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (!pipe) return printed;
  std::array<char, 4096> bytes;
  while (const std::size_t count = std::fread(bytes.data(), 1, bytes.size(), pipe))
    printed.text.append(bytes.data(), count);
  printed.ok = ::pclose(pipe) == 0;
  return printed;
}

TemporaryFolder::TemporaryFolder() {
  std::string path = temporaryFolder() + "/strata-XXXXXX";
  if (!::mkdtemp(path.data())) {
    m_refusal = errno;
    return;
  }
  m_path = path;
  m_sweeper.start(path);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  if (!m_path.empty()) std::filesystem::remove_all(m_path, error);
}

bool TemporaryFolder::write(std::string_view file, std::span<const char> content) const {
  if (m_path.empty()) return false;
  std::error_code ignored;
  std::filesystem::create_directories((m_path / file).parent_path(), ignored);
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

Error TemporaryFolder::refusal() const {
  Error error = temporaryFolderError(m_refusal);
  error.storey = Storey::Compiler;
  return error;
}

std::string TemporaryFolder::whyRefused() const {
  return "the temporary folder " + temporaryFolder() + " takes no file: " + std::strerror(m_refusal);
}

}  // namespace strata::inline compiler
