#include "app/live/font_file.h"

#include <cstdint>
#include <cstring>
#include <map>

#include "engine/base/mutex.h"
#include "engine/base/read_file.h"

namespace strata::inline live {
namespace {

using Bytes = std::vector<unsigned char>;

std::uint32_t readU16(const Bytes& b, std::size_t at) {
  return at + 2 <= b.size() ? (std::uint32_t{b[at]} << 8) | b[at + 1] : 0;
}
std::uint32_t readU32(const Bytes& b, std::size_t at) {
  return (readU16(b, at) << 16) | readU16(b, at + 2);
}
int readI16(const Bytes& b, std::size_t at) {
  return static_cast<std::int16_t>(readU16(b, at));
}

std::size_t tableOffset(const Bytes& b, const char* tag) {
  const bool collection = b.size() > 4 && std::memcmp(b.data(), "ttcf", 4) == 0;
  const std::size_t font = collection ? readU32(b, 12) : 0;  // of a collection the first
  const std::uint32_t count = readU16(b, font + 4);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t record = font + 12 + std::size_t{16} * i;
    if (record + 16 <= b.size() && std::memcmp(&b[record], tag, 4) == 0) return readU32(b, record + 8);
  }
  return 0;
}

float heightOfEm(const Bytes& b) {
  const std::size_t head = tableOffset(b, "head"), hhea = tableOffset(b, "hhea");
  const std::uint32_t unitsPerEm = head != 0 ? readU16(b, head + 18) : 0;
  if (hhea == 0 || unitsPerEm == 0) return FontFile{}.heightOfEm;
  return static_cast<float>(readI16(b, hhea + 4) - readI16(b, hhea + 6)) / static_cast<float>(unitsPerEm);
}

}  // namespace

std::shared_ptr<const FontFile> loadFontFile(const std::string& path) {
  static Mutex mutex;
  static std::map<std::string, std::shared_ptr<const FontFile>> files STRATA_GUARDED_BY(mutex);
  const Lock lock(mutex);
  auto& file = files[path];
  if (file) return file;
  auto loaded = std::make_shared<FontFile>();
  const std::string bytes = readIfThere(path);
  loaded->bytes.assign(bytes.begin(), bytes.end());
  if (!loaded->bytes.empty()) loaded->heightOfEm = heightOfEm(loaded->bytes);
  return file = std::move(loaded);
}

}  // namespace strata::inline live
