#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/result.h"
#include "engine/base/temporary_file.h"

namespace strata::inline interchange {

/// A file that is to be read, from its beginning as often as one likes: what comes through a pipe is kept in the
/// temporary folder while the object lives.
class InputFile {
 public:
  /// `name` is a path, or "-" for standard input. Error Io if it cannot be read, is a folder or a device, or is empty.
  static Result<InputFile> open(const std::string& name);
  /// Pieces of bytes, kept in the temporary folder; the last one is empty. Their error is the result's.
  using NextPiece = std::function<Result<std::string_view>()>;
  static Result<InputFile> keep(const std::string& name, const NextPiece& next);
  InputFile(InputFile&& other) = default;
  InputFile& operator=(InputFile&&) = delete;

  /// Told now and then how many of the bytes at path() are read; false ends the reading, which then comes to what was
  /// read until then, or to an error. By the thread that reads.
  using Watch = std::function<bool(std::uint64_t bytes)>;
  void watchWith(Watch watch) { m_watch = std::move(watch); }
  const Watch& watch() const { return m_watch; }

  /// As it was given, for messages.
  const std::string& name() const { return m_name; }
  /// Where its bytes are.
  const std::string& path() const { return m_kept.empty() ? m_path : m_kept.path(); }

 private:
  InputFile(std::string name, std::string path) : m_name(std::move(name)), m_path(std::move(path)) {}
  Result<void> keep(const NextPiece& next);

  std::string m_name, m_path;
  Watch m_watch;
  TemporaryFile m_kept;  ///< the temporary file with what came through a pipe
};

}  // namespace strata::inline interchange
