#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/interchange/input_file.h"

namespace strata::inline interchange {

/// Bytes that are read once, from front to back.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills `into` with up to `most` bytes; 0 at the end and after a failure.
  virtual std::size_t read(char* into, std::size_t most) = 0;
  /// What went wrong; empty for nothing.
  virtual std::string failure() const { return {}; }
};

/// The file; a gzipped one is unpacked on the way. Error Io if it cannot be opened.
Result<std::unique_ptr<ByteSource>> openBytes(const InputFile& file);

/// A text in memory, which must outlive the source.
class MemoryBytes : public ByteSource {
 public:
  explicit MemoryBytes(std::string_view text) : m_rest(text) {}
  std::size_t read(char* into, std::size_t most) override;

 private:
  std::string_view m_rest;
};

}  // namespace strata::inline interchange
