#include "engine/interchange/trace_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <tuple>

#include "engine/base/folder.h"
#include "engine/interchange/byte_source.h"
#include "engine/interchange/importer.h"
#include "engine/interchange/known_kinds.h"
#include "engine/interchange/packed_file.h"

namespace strata::inline interchange {

namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;
constexpr std::size_t kMostFiles = 1024;
constexpr int kDeepest = 2;  ///< a packed trace in an archive

Error unreadable(const std::string& name, std::string_view why) {
  return {ErrorCode::Io, fmt::format("Cannot read {}: {}.", name, why), Storey::Other};
}

/// Among many files only those count that speak for themselves.
bool isTrace(std::string_view head) {
  const Importer* importer = importerFor(head);
  const std::size_t first = head.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  const bool json = first != head.npos && (head[first] == '{' || head[first] == '[');
  return importer && !knownKind(head) && (json || importer->recognise(head) == Recognition::Sure);
}

/// "rank2" before "rank10".
bool inOrder(const std::string& a, const std::string& b) {
  const auto digits = [](const std::string& text, std::size_t at) { return text.find_first_not_of("0123456789", at); };
  std::size_t i = 0, k = 0;
  while (i < a.size() && k < b.size()) {
    const std::size_t endA = std::min(digits(a, i), a.size()), endB = std::min(digits(b, k), b.size());
    if (endA > i && endB > k) {
      const auto number = [](const std::string& text, std::size_t from, std::size_t to) {
        const std::size_t first = std::min(text.find_first_not_of('0', from), to);
        return std::tuple(to - first, std::string_view(text).substr(first, to - first));
      };
      const auto x = number(a, i, endA), y = number(b, k, endB);
      if (x != y) return x < y;
      i = endA;
      k = endB;
    } else if (a[i] != b[k]) {
      return a[i] < b[k];
    } else {
      ++i;
      ++k;
    }
  }
  return std::tuple(a.size() - i, a) < std::tuple(b.size() - k, b);
}

/// SQLite reads files, not streams.
bool isGzippedDatabase(const InputFile& file, std::string_view head) {
  char first = 0;
  std::ifstream(file.path(), std::ios::binary).get(first);
  return head.starts_with("SQLite format 3") && first == '\x1F';
}

class Collector {
 public:
  Collector(std::string name, const GoesOn& goesOn) : m_name(std::move(name)), m_goesOn(goesOn) {}

  /// A file, or what is packed in it.
  Result<void> add(InputFile file, bool alone, int depth) {
    STRATA_ASSIGN(const std::string head, headOf(file));
    if ((isPacked(head) || isGzippedDatabase(file, head)) && depth < kDeepest)
      return unpack(file, m_goesOn, [&](const PackedEntry& entry) { return addEntry(file, entry, alone, depth); });
    if (!alone && !isTrace(head)) return leaveOut(file.name(), head);
    return take(std::move(file));
  }

  Result<void> addFolder() {
    std::error_code failure, ignored;
    std::vector<std::string> paths;
    for (const std::filesystem::path& path : entriesOf(m_name, failure))
      if (std::filesystem::is_regular_file(path, ignored)) paths.push_back(path.string());
    if (failure) return unreadable(m_name, failure.message());
    std::sort(paths.begin(), paths.end(), inOrder);
    for (const std::string& path : paths) {
      auto file = InputFile::open(path);
      auto added = file.ok() ? add(std::move(file).value(), false, 0) : Result<void>(file.error());
      if (!added.ok() && added.error().code == ErrorCode::Stopped) return added;
      if (!added.ok()) m_found.leftOut.push_back(added.error().message);
    }
    return {};
  }

  Result<TraceFiles> finish(bool folder) {
    if (!m_found.files.empty()) return std::move(m_found);
    const std::size_t count = m_found.leftOut.size();
    return unreadable(m_name, count == 0 ? folder ? std::string("there is no file in this folder")
                                                  : std::string("nothing is packed in it")
                                         : fmt::format("none of the {} files in it is a trace; the first: {}", count,
                                                       m_found.leftOut.front()));
  }

 private:
  Result<void> addEntry(const InputFile& file, const PackedEntry& entry, bool alone, int depth) {
    const bool single = entry.name.empty();  // packed for itself, so it is whatever its packing was named as
    const std::string name = single ? file.name() : file.name() + ": " + entry.name;
    const bool gzipped = entry.head.starts_with("\x1F\x8B");
    if (!single && !gzipped && !isPacked(entry.head) && !isTrace(entry.head)) return leaveOut(name, entry.head);
    STRATA_ASSIGN(InputFile kept, entry.keep(name));
    return add(std::move(kept), alone && single, depth + 1);
  }

  Result<void> take(InputFile file) {
    if (m_found.files.size() == kMostFiles)
      return unreadable(m_name, fmt::format("it holds more than {} traces; take fewer", kMostFiles));
    m_found.files.push_back(std::move(file));
    return {};
  }

  Result<void> leaveOut(const std::string& name, std::string_view head) {
    const KnownKind* kind = knownKind(head);
    if (m_found.leftOut.size() < kMostFiles)
      m_found.leftOut.push_back(kind ? fmt::format("{} is {}. {}", name, kind->what, kind->way)
                                     : fmt::format("{} is not a trace.", name));
    return {};
  }

  std::string m_name;
  const GoesOn& m_goesOn;
  TraceFiles m_found;
};

}  // namespace

Result<std::string> headOf(const InputFile& file) {
  STRATA_ASSIGN(const auto source, openBytes(file));
  std::string bytes(kHeadBytes, '\0');
  std::size_t size = 0;
  while (size < bytes.size()) {
    const std::size_t got = source->read(bytes.data() + size, bytes.size() - size);
    if (got == 0) break;
    size += got;
  }
  bytes.resize(size);
  if (const std::string failure = source->failure(); size == 0 && !failure.empty())
    return unreadable(file.name(), failure);
  return bytes;
}

Result<TraceFiles> openTraceFiles(const std::string& name, const GoesOn& goesOn) {
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(name, ignored);
  Collector collector(name, goesOn);
  if (folder) {
    STRATA_TRY(collector.addFolder());
  } else {
    STRATA_ASSIGN(InputFile file, InputFile::open(name));
    STRATA_TRY(collector.add(std::move(file), true, 0));
  }
  return collector.finish(folder);
}

Result<TraceFiles> openTraceFiles(std::span<const std::string> names, const GoesOn& goesOn) {
  TraceFiles all;
  std::vector<std::string> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end(), inOrder);
  for (const std::string& name : sorted) {
    STRATA_ASSIGN(TraceFiles one, openTraceFiles(name, goesOn));
    for (InputFile& file : one.files) all.files.push_back(std::move(file));
    for (std::string& left : one.leftOut) all.leftOut.push_back(std::move(left));
  }
  all.chosen = names.size() > 1;
  return all;
}

}  // namespace strata::inline interchange
