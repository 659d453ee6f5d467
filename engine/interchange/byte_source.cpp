#include "engine/interchange/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

#include "engine/base/file_error.h"
#include "engine/trace/gz_file.h"

namespace strata::inline interchange {

namespace {

constexpr unsigned kUnpackBytes = 1u << 18;

class FileBytes : public ByteSource {
 public:
  FileBytes(GzFile file, InputFile::Watch watch) : m_file(std::move(file)), m_watch(std::move(watch)) {}

  std::size_t read(char* into, std::size_t most) override {
    if (!m_failure.empty()) return 0;
    const int count = gzread(m_file.get(), into, static_cast<unsigned>(std::min<std::size_t>(most, INT_MAX)));
    if (m_watch && !m_watch(static_cast<std::uint64_t>(std::max<z_off_t>(gzoffset(m_file.get()), 0)))) {
      m_failure = "nobody wants it any more";
      return 0;
    }
    if (count > 0) return static_cast<std::size_t>(count);
    int error = Z_OK;
    const char* text = gzerror(m_file.get(), &error);
    if (error == Z_BUF_ERROR)
      m_failure = "its compressed data ends too early";
    else if (error != Z_OK)
      m_failure = error == Z_ERRNO ? std::strerror(errno) : text;
    return 0;
  }

  std::string failure() const override { return m_failure; }

 private:
  GzFile m_file;
  InputFile::Watch m_watch;
  std::string m_failure;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> openBytes(const InputFile& file) {
  GzFile bytes = openGz(file.path(), kUnpackBytes);
  if (!bytes) return fileError("read", file.name(), errno);
  return std::unique_ptr<ByteSource>(std::make_unique<FileBytes>(std::move(bytes), file.watch()));
}

std::size_t MemoryBytes::read(char* into, std::size_t most) {
  const std::size_t count = std::min(most, m_rest.size());
  std::memcpy(into, m_rest.data(), count);
  m_rest.remove_prefix(count);
  return count;
}

}  // namespace strata::inline interchange
