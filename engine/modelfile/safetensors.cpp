#include "engine/modelfile/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "engine/modelfile/byte_cursor.h"
#include "engine/modelfile/json_text.h"
#include "engine/modelfile/stored_layout.h"

namespace strata::inline modelfile {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kLargestHeader = 100 << 20;  // the format's own limit
constexpr std::size_t kMostDimensions = 8;

/// An array of whole numbers from 0 to `largest`.
std::optional<std::vector<std::int64_t>> countsOf(const Json* array, std::int64_t largest) {
  if (!array || !array->is_array() || array->size() > kMostDimensions) return std::nullopt;
  std::vector<std::int64_t> counts;
  for (const Json& each : *array) {
    if (!each.is_number_unsigned() || each.get<std::uint64_t>() > static_cast<std::uint64_t>(largest))
      return std::nullopt;
    counts.push_back(each.get<std::int64_t>());
  }
  return counts;
}

class SafetensorsReader {
 public:
  explicit SafetensorsReader(std::shared_ptr<const MappedFile> file)
      : m_name(file->name()), m_cursor(m_name, file->bytes()) {
    m_result.file = std::move(file);
  }

  Result<SafetensorsFile> read() {
    STRATA_ASSIGN(const auto length, m_cursor.read<std::uint64_t>("length of the header"));
    if (length > kLargestHeader || length > m_cursor.left())
      return m_cursor.damaged("length of the header", 8, fmt::format("is {}, more than there can be", length));
    STRATA_ASSIGN(const auto text, m_cursor.takeText(length, "header"));
    STRATA_ASSIGN(const Json header, parseJson(m_name, text));
    if (!header.is_object()) return m_cursor.damaged("header", length, "is not a JSON object");
    for (const auto& [name, facts] : header.items())
      if (name != "__metadata__") STRATA_TRY(readEntry(name, facts));
    STRATA_TRY(checkCover());
    return std::move(m_result);
  }

 private:
  Result<void> readEntry(const std::string& name, const Json& facts) {
    const JsonFields fields(m_name, facts);
    SafetensorsEntry entry;
    entry.name = name;
    STRATA_ASSIGN(entry.type, fields.textOr("dtype", ""));
    const auto shape = countsOf(fields.find("shape"), kLargestCount);
    if (!shape) return refused(name, "has no shape that makes sense");
    entry.shape = *shape;
    const auto place = countsOf(fields.find("data_offsets"), static_cast<std::int64_t>(m_cursor.left()));
    if (!place || place->size() != 2 || (*place)[0] > (*place)[1])
      return refused(name, fmt::format("has no data_offsets within the file's {} bytes of data", m_cursor.left()));
    const auto begin = static_cast<std::uint64_t>((*place)[0]), end = static_cast<std::uint64_t>((*place)[1]);
    entry.offset = m_cursor.offset() + begin;
    entry.data = m_result.file->bytes().subspan(entry.offset, end - begin);
    m_result.entries.push_back(std::move(entry));
    return {};
  }

  /// Each tensor begins where the one before it ends.
  Result<void> checkCover() const {
    std::vector<const SafetensorsEntry*> sorted;
    for (const SafetensorsEntry& entry : m_result.entries) sorted.push_back(&entry);
    const auto place = [](const SafetensorsEntry* e) { return std::tuple(e->offset, e->data.size()); };
    std::sort(sorted.begin(), sorted.end(), [&](const auto* a, const auto* b) { return place(a) < place(b); });
    std::uint64_t next = m_cursor.offset();
    for (const SafetensorsEntry* entry : sorted) {
      if (entry->offset != next)
        return fieldError(ErrorCode::Usage, m_name, "tensor " + entry->name, entry->offset,
                          entry->offset < next ? "overlaps another one" : "leaves a gap before it");
      next += entry->data.size();
    }
    const std::uint64_t size = m_result.file->bytes().size();
    if (next == size) return {};
    return fieldError(ErrorCode::Usage, m_name, "end of the last tensor", next,
                      fmt::format("is not the end of the file at {}", size));
  }

  Error refused(const std::string& name, std::string_view what) const {
    return fieldError(ErrorCode::Usage, m_name, "header, tensor " + name, 8, what);
  }

  std::string m_name;
  ByteCursor m_cursor;
  SafetensorsFile m_result;
};

/// A name in the same folder: nothing leads out of it.
bool isPlainName(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos &&
         name.find('\0') == std::string::npos;
}

/// File by file, the tensors the index promises there, sorted.
Result<std::map<std::string, std::vector<std::string>>> readIndex(const MappedFile& file) {
  const std::string name = file.name();
  STRATA_ASSIGN(const Json index, parseJson(name, file.text()));
  const JsonFields fields(name, index);
  const Json* map = fields.find("weight_map");
  if (!map || !map->is_object() || map->empty()) return fields.damaged("weight_map", "is not there");
  std::map<std::string, std::vector<std::string>> files;
  for (const auto& [tensor, where] : map->items()) {
    if (!where.is_string() || !isPlainName(where.get_ref<const std::string&>()))
      return fields.damaged("weight_map", fmt::format("has no file in this folder for {}", tensor));
    files[where.get_ref<const std::string&>()].push_back(tensor);
  }
  return files;
}

Result<void> checkPromised(const SafetensorsFile& shard, const std::vector<std::string>& promised) {
  std::vector<std::string> present;
  for (const SafetensorsEntry& entry : shard.entries) present.push_back(entry.name);
  std::sort(present.begin(), present.end());
  if (present == promised) return {};
  return Error{ErrorCode::Usage,
               fmt::format("{}: its {} tensors are not the {} that model.safetensors.index.json names",
                           shard.file->name(), present.size(), promised.size())};
}

}  // namespace

Result<SafetensorsFile> readSafetensors(const std::filesystem::path& path) {
  STRATA_ASSIGN(auto file, MappedFile::open(path));
  return SafetensorsReader(std::move(file)).read();
}

Result<std::vector<SafetensorsFile>> readSafetensorsFolder(const std::filesystem::path& folder) {
  std::vector<SafetensorsFile> files;
  const auto single = folder / kSafetensors, index = folder / kSafetensorsIndex;
  std::error_code ignored;
  if (std::filesystem::exists(single, ignored) || !std::filesystem::exists(index, ignored)) {
    STRATA_ASSIGN(SafetensorsFile file, readSafetensors(single));
    files.push_back(std::move(file));
    return files;
  }
  STRATA_ASSIGN(const auto indexFile, MappedFile::open(index));
  STRATA_ASSIGN(const auto promised, readIndex(*indexFile));
  for (const auto& [name, tensors] : promised) {
    STRATA_ASSIGN(SafetensorsFile file, readSafetensors(folder / name));
    STRATA_TRY(checkPromised(file, tensors));
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace strata::inline modelfile
