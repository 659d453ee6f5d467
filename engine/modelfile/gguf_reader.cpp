#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/modelfile/byte_cursor.h"
#include "engine/modelfile/gguf_file.h"
#include "engine/modelfile/gguf_types.h"
#include "engine/modelfile/stored_layout.h"

namespace strata::inline modelfile {
namespace {

constexpr std::string_view kGgufMagic = "GGUF";
constexpr std::string_view kAlignmentKey = "general.alignment";
constexpr std::uint64_t kDefaultAlignment = 32, kLargestAlignment = 1 << 20;
constexpr std::uint64_t kLongestName = 65535;
constexpr std::uint64_t kSmallestPair = 13, kSmallestTensor = 32;  // bytes in the file

/// Bytes of a metadata value; 0 for those whose length is in the file.
std::uint64_t sizeOf(GgufType type) {
  switch (type) {
    case GgufType::Uint8:
    case GgufType::Int8:
    case GgufType::Bool: return 1;
    case GgufType::Uint16:
    case GgufType::Int16: return 2;
    case GgufType::Uint32:
    case GgufType::Int32:
    case GgufType::Float32: return 4;
    case GgufType::Uint64:
    case GgufType::Int64:
    case GgufType::Float64: return 8;
    default: return 0;
  }
}

Result<std::string_view> readText(ByteCursor& cursor, std::string_view field) {
  STRATA_ASSIGN(const auto length, cursor.read<std::uint64_t>(field));
  return cursor.takeText(length, field);
}

Result<std::string> readName(ByteCursor& cursor, std::string_view field) {
  STRATA_ASSIGN(const auto name, readText(cursor, field));
  if (name.empty() || name.size() > kLongestName)
    return cursor.damaged(field, name.size(),
                          fmt::format("has {} bytes; it must have 1 to {}", name.size(), kLongestName));
  return std::string(name);
}

Result<GgufType> readType(ByteCursor& cursor, std::string_view field) {
  STRATA_ASSIGN(const auto number, cursor.read<std::uint32_t>(field));
  if (number > static_cast<std::uint32_t>(GgufType::Float64))
    return cursor.damaged(field, 4, fmt::format("has the unknown type {}", number));
  return static_cast<GgufType>(number);
}

Result<GgufValue> readMetadata(ByteCursor& cursor, std::string_view key) {
  GgufValue value;
  STRATA_ASSIGN(value.type, readType(cursor, key));
  if (value.type == GgufType::Array) {
    value.isArray = true;
    STRATA_ASSIGN(value.type, readType(cursor, key));
    if (value.type == GgufType::Array) return cursor.unsupported(key, 4, "is an array of arrays");
    STRATA_ASSIGN(value.count, cursor.read<std::uint64_t>(key));
  }
  value.offset = cursor.offset();
  if (value.type == GgufType::String) {
    if (value.count > cursor.left() / 8)
      return cursor.damaged(key, 8, fmt::format("has {} texts, more than the file can hold", value.count));
    for (std::uint64_t i = 0; i < value.count; ++i) STRATA_TRY(readText(cursor, key));
    return value;
  }
  if (value.count > cursor.left() / sizeOf(value.type))
    return cursor.damaged(key, 8, fmt::format("has {} values, more than the file can hold", value.count));
  STRATA_ASSIGN(value.bytes, cursor.take(value.count * sizeOf(value.type), key));
  return value;
}

Result<std::vector<std::int64_t>> readShape(ByteCursor& cursor, const std::string& name) {
  STRATA_ASSIGN(const auto dimensions, cursor.read<std::uint32_t>("dimensions of " + name));
  if (dimensions < 1 || dimensions > 4)
    return cursor.damaged("dimensions of " + name, 4, fmt::format("are {}; they must be 1 to 4", dimensions));
  std::vector<std::int64_t> shape;
  std::int64_t elements = 1;
  for (std::uint32_t i = 0; i < dimensions; ++i) {
    STRATA_ASSIGN(const auto size, cursor.read<std::uint64_t>("shape of " + name));
    if (size < 1 || size > kLargestCount || elements > kLargestCount * kLargestCount / static_cast<std::int64_t>(size))
      return cursor.damaged("shape of " + name, 8, fmt::format("has the impossible size {}", size));
    elements *= static_cast<std::int64_t>(size);
    shape.insert(shape.begin(), static_cast<std::int64_t>(size));  // the file has the innermost one first
  }
  return shape;
}

/// Reads a tensor's entry; its data come later.
Result<StoredTensor> readTensorInfo(ByteCursor& cursor, std::uint64_t& offset) {
  StoredTensor tensor;
  STRATA_ASSIGN(tensor.name, readName(cursor, "tensor name"));
  STRATA_ASSIGN(tensor.shape, readShape(cursor, tensor.name));
  STRATA_ASSIGN(const auto number, cursor.read<std::uint32_t>("type of " + tensor.name));
  const auto type = storedTypeOfGguf(number);
  if (!type) return cursor.unsupported("type of " + tensor.name, 4, refusalOfGgufType(number));
  tensor.type = *type;
  if (tensor.shape.back() % blockOf(tensor.type) != 0)
    return cursor.damaged("type of " + tensor.name, 4,
                          fmt::format("is {}, but its rows of {} are not whole blocks of {}", nameOf(tensor.type),
                                      tensor.shape.back(), blockOf(tensor.type)));
  STRATA_ASSIGN(offset, cursor.read<std::uint64_t>("offset of " + tensor.name));
  return tensor;
}

std::uint64_t sizeOf(const StoredTensor& tensor) {
  std::int64_t elements = 1;
  for (const std::int64_t size : tensor.shape) elements *= size;
  return static_cast<std::uint64_t>(bytesOf(tensor.type, elements));
}

class GgufReader {
 public:
  explicit GgufReader(const std::shared_ptr<const MappedFile>& file) : m_cursor(file->name(), file->bytes()) {
    m_gguf.file = file;
  }

  Result<GgufFile> read() {
    STRATA_TRY(m_cursor.take(kGgufMagic.size(), "magic"));
    STRATA_ASSIGN(const auto version, m_cursor.read<std::uint32_t>("version"));
    if (version != 2 && version != 3)
      return m_cursor.unsupported("version", 4,
                                  fmt::format("is {:#x}; only GGUF 2 and 3, little endian, can be read", version));
    STRATA_ASSIGN(const auto tensors, readCount("number of tensors", kSmallestTensor));
    STRATA_ASSIGN(const auto pairs, readCount("number of metadata values", kSmallestPair));
    for (std::uint64_t i = 0; i < pairs; ++i) STRATA_TRY(readPair());
    for (std::uint64_t i = 0; i < tensors; ++i) STRATA_TRY(readInfo());
    STRATA_TRY(placeData());
    return std::move(m_gguf);
  }

 private:
  Result<std::uint64_t> readCount(std::string_view field, std::uint64_t smallest) {
    STRATA_ASSIGN(const auto count, m_cursor.read<std::uint64_t>(field));
    if (count > m_cursor.left() / smallest)
      return m_cursor.damaged(field, 8, fmt::format("is {}, more than the file can hold", count));
    return count;
  }

  Result<void> readPair() {
    STRATA_ASSIGN(const auto key, readName(m_cursor, "metadata key"));
    const std::uint64_t offset = m_cursor.offset();
    STRATA_ASSIGN(const auto value, readMetadata(m_cursor, key));
    if (!m_gguf.metadata.emplace(key, value).second)
      return fieldError(ErrorCode::Usage, m_cursor.file(), key, offset, "occurs twice");
    return {};
  }

  Result<void> readInfo() {
    std::uint64_t offset = 0;
    STRATA_ASSIGN(auto tensor, readTensorInfo(m_cursor, offset));
    if (!m_gguf.offsets.emplace(tensor.name, offset).second) return m_cursor.damaged(tensor.name, 8, "occurs twice");
    m_gguf.tensors.push_back(std::move(tensor));
    return {};
  }

  Result<void> placeData() {
    STRATA_ASSIGN(const auto asked, m_gguf.integerOr(kAlignmentKey, kDefaultAlignment));
    const auto alignment = static_cast<std::uint64_t>(asked);
    if (asked < 1 || alignment > kLargestAlignment || !std::has_single_bit(alignment))
      return m_gguf.damaged(kAlignmentKey, fmt::format("is {}; it must be a power of two", asked));
    const std::uint64_t begin = (m_cursor.offset() + alignment - 1) / alignment * alignment;
    for (StoredTensor& tensor : m_gguf.tensors) {
      std::uint64_t& offset = m_gguf.offsets[tensor.name];
      const std::string field = "data of " + tensor.name;
      if (offset % alignment != 0)
        return m_cursor.damaged(field, 0,
                                fmt::format("begin at {}, no multiple of the alignment {}", offset, alignment));
      const std::uint64_t size = m_gguf.file->bytes().size();
      if (begin > size || offset > size - begin)
        return fieldError(ErrorCode::Usage, m_cursor.file(), field, offset, "lie beyond the end of the file");
      offset += begin;
      STRATA_TRY(m_cursor.seek(offset, field));
      STRATA_ASSIGN(tensor.data, m_cursor.take(sizeOf(tensor), field));
    }
    return checkOverlap();
  }

  Result<void> checkOverlap() const {
    std::vector<const StoredTensor*> sorted;
    for (const StoredTensor& tensor : m_gguf.tensors) sorted.push_back(&tensor);
    std::sort(sorted.begin(), sorted.end(),
              [](const auto* a, const auto* b) { return a->data.data() < b->data.data(); });
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      const StoredTensor &before = *sorted[i - 1], &after = *sorted[i];
      if (before.data.data() + before.data.size() > after.data.data())
        return fieldError(ErrorCode::Usage, m_cursor.file(), "data of " + after.name, m_gguf.offsets.at(after.name),
                          "overlap those of " + before.name);
    }
    return {};
  }

  GgufFile m_gguf;
  ByteCursor m_cursor;
};

}  // namespace

bool isGguf(const MappedFile& file) {
  return file.text().starts_with(kGgufMagic);
}

Result<GgufFile> readGguf(const std::shared_ptr<const MappedFile>& file) {
  return GgufReader(file).read();
}

}  // namespace strata::inline modelfile
