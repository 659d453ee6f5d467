#include "engine/modelfile/onnx_data_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/modelfile/onnx_reader.h"

namespace strata::inline modelfile {
namespace {

/// Whether a path of the file stays below its folder, as written and with symbolic links followed.
bool within(const std::filesystem::path& folder, const std::filesystem::path& file) {
  if (file.empty() || file.is_absolute() || std::ranges::find(file, "..") != file.end()) return false;
  std::error_code problem;
  const auto home = std::filesystem::weakly_canonical(folder.empty() ? "." : folder, problem);
  if (problem) return false;
  const auto whole = std::filesystem::weakly_canonical(home / file, problem);
  return !problem && std::ranges::mismatch(home, whole).in1 == home.end();
}

}  // namespace

std::string_view OnnxDataFiles::bytes(const OnnxPlace& place, const std::string& tensor) {
  const std::string_view all = open(place.file, tensor).text();
  const std::uint64_t length = place.length != 0 ? place.length : all.size() - std::min(place.offset, all.size());
  if (place.offset <= all.size() && length <= all.size() - place.offset) return all.substr(place.offset, length);
  throw OnnxRefusal{ErrorCode::Usage, tensor,
                    fmt::format("has {} bytes from byte {} of {}, and that file ends after {}; it is cut short, or "
                                "belongs to another model",
                                length, place.offset, place.file, all.size())};
}

const MappedFile& OnnxDataFiles::open(const std::string& file, const std::string& tensor) {
  if (const auto known = m_files.find(file); known != m_files.end()) return *known->second;
  if (!within(m_folder, file))
    throw OnnxRefusal{
        ErrorCode::Usage, tensor,
        fmt::format("has its values in '{}', which is not a file in the model's own folder; only such files are read",
                    file)};
  auto opened = MappedFile::open(m_folder / file);
  if (!opened.ok())
    throw OnnxRefusal{
        opened.error().code, tensor,
        fmt::format("has its values in another file. {} Put {} into the model's folder", opened.error().message, file)};
  return *m_files.emplace(file, std::move(opened).value()).first->second;
}

}  // namespace strata::inline modelfile
