#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "engine/modelfile/byte_cursor.h"
#include "engine/modelfile/gguf_file.h"

namespace strata::inline modelfile {
namespace {

template <class T>
T load(std::span<const std::byte> bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

std::optional<std::int64_t> integerAt(const GgufValue& value, std::size_t index) {
  switch (value.type) {
    case GgufType::Uint8: return load<std::uint8_t>(value.bytes, index);
    case GgufType::Int8: return load<std::int8_t>(value.bytes, index);
    case GgufType::Uint16: return load<std::uint16_t>(value.bytes, index);
    case GgufType::Int16: return load<std::int16_t>(value.bytes, index);
    case GgufType::Uint32: return load<std::uint32_t>(value.bytes, index);
    case GgufType::Int32: return load<std::int32_t>(value.bytes, index);
    case GgufType::Int64: return load<std::int64_t>(value.bytes, index);
    case GgufType::Uint64: {
      const auto number = load<std::uint64_t>(value.bytes, index);
      return std::in_range<std::int64_t>(number) ? std::optional(static_cast<std::int64_t>(number)) : std::nullopt;
    }
    default: return std::nullopt;
  }
}

std::optional<float> floatAt(const GgufValue& value, std::size_t index) {
  if (value.type == GgufType::Float32) return load<float>(value.bytes, index);
  if (value.type == GgufType::Float64) return static_cast<float>(load<double>(value.bytes, index));
  return std::nullopt;
}

const GgufValue* find(const GgufFile& gguf, std::string_view key) {
  const auto found = gguf.metadata.find(key);
  return found == gguf.metadata.end() ? nullptr : &found->second;
}

}  // namespace

Error GgufFile::damaged(std::string_view key, std::string_view what) const {
  const GgufValue* value = find(*this, key);
  if (!value) return {ErrorCode::Usage, fmt::format("{}: {} {}", file->name(), key, what)};
  return fieldError(ErrorCode::Usage, file->name(), key, value->offset, what);
}

Error GgufFile::unsupported(std::string_view key, std::string_view what) const {
  Error error = damaged(key, what);
  error.code = ErrorCode::Unsupported;
  return error;
}

Result<std::int64_t> GgufFile::integer(std::string_view key) const {
  const GgufValue* value = find(*this, key);
  if (!value) return damaged(key, "is missing");
  const auto number = value->isArray ? std::nullopt : integerAt(*value, 0);
  if (!number) return damaged(key, "is not a whole number of at most 63 bits");
  return *number;
}

Result<std::int64_t> GgufFile::integerOr(std::string_view key, std::int64_t fallback) const {
  return has(key) ? integer(key) : fallback;
}

Result<float> GgufFile::numberOr(std::string_view key, float fallback) const {
  const GgufValue* value = find(*this, key);
  if (!value) return fallback;
  const auto number = value->isArray ? std::nullopt : floatAt(*value, 0);
  if (!number) return damaged(key, "is not a floating-point number");
  return *number;
}

Result<bool> GgufFile::flagOr(std::string_view key, bool fallback) const {
  const GgufValue* value = find(*this, key);
  if (!value) return fallback;
  if (value->isArray || value->type != GgufType::Bool || load<std::uint8_t>(value->bytes, 0) > 1)
    return damaged(key, "is neither true nor false");
  return load<std::uint8_t>(value->bytes, 0) == 1;
}

Result<std::string> GgufFile::textOr(std::string_view key, std::string fallback) const {
  const GgufValue* value = find(*this, key);
  if (!value) return fallback;
  if (value->isArray) return damaged(key, "is not text");
  STRATA_ASSIGN(const auto all, texts(key));
  return std::string(all.front());
}

Result<std::vector<std::string_view>> GgufFile::texts(std::string_view key) const {
  const GgufValue* value = find(*this, key);
  if (!value) return damaged(key, "is missing");
  if (value->type != GgufType::String) return damaged(key, "is not text");
  ByteCursor cursor(file->name(), file->bytes());
  STRATA_TRY(cursor.seek(value->offset, key));
  std::vector<std::string_view> all;
  all.reserve(value->count);
  for (std::uint64_t i = 0; i < value->count; ++i) {
    STRATA_ASSIGN(const auto length, cursor.read<std::uint64_t>(key));
    STRATA_ASSIGN(const auto text, cursor.takeText(length, key));
    all.push_back(text);
  }
  return all;
}

Result<std::vector<float>> GgufFile::numbers(std::string_view key) const {
  const GgufValue* value = find(*this, key);
  if (!value) return damaged(key, "is missing");
  std::vector<float> all;
  for (std::uint64_t i = 0; i < value->count; ++i) {
    const auto number = floatAt(*value, i);
    if (!number) return damaged(key, "is not a list of floating-point numbers");
    all.push_back(*number);
  }
  return all;
}

Result<std::vector<std::int64_t>> GgufFile::integers(std::string_view key) const {
  const GgufValue* value = find(*this, key);
  if (!value) return damaged(key, "is missing");
  std::vector<std::int64_t> all;
  for (std::uint64_t i = 0; i < value->count; ++i) {
    const auto number = integerAt(*value, i);
    if (!number) return damaged(key, "is not a list of whole numbers");
    all.push_back(*number);
  }
  return all;
}

}  // namespace strata::inline modelfile
