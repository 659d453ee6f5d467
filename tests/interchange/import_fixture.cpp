#include "tests/interchange/import_fixture.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>

#include "engine/interchange/chrome_import.h"
#include "engine/interchange/importer.h"

namespace strata::test {

namespace {

void forEach(const TraceSnapshot& snapshot, const std::function<void(const TraceEvent&)>& take) {
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t row = 0; row < snapshot.rowCount(track); ++row)
      for (std::size_t i = 0; i < snapshot.row(track, row).size(); ++i) take(snapshot.row(track, row)[i]);
  for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents()) take(open.event);
}

}  // namespace

std::shared_ptr<const TraceSnapshot> importText(std::string_view text, bool* isTrace) {
  MemoryBytes source(text);
  TraceStore store;
  const bool taken = importChrome(source, store);
  if (isTrace) *isTrace = taken;
  return store.snapshot();
}

std::shared_ptr<const TraceSnapshot> importEvents(const std::string& events) {
  return importText("{\"traceEvents\":[" + events + "]}");
}

std::shared_ptr<const TraceSnapshot> importFile(const std::filesystem::path& path) {
  TraceStore store;
  const auto read = readAnyTrace(path.string(), store);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message);
  return store.snapshot();
}

std::filesystem::path traceFile(const std::string& name) {
  const char* folder = std::getenv("STRATA_TEST_DATA");
  const auto beside = std::filesystem::path(STRATA_SOURCE_DIR) / "../shared/data";
  return (folder ? std::filesystem::path(folder) : beside) / "traces" / name;
}

TemporaryFile::TemporaryFile(const std::string& ending) {
  static int count = 0;
  m_path = std::filesystem::temp_directory_path() /
           ("strata-import-" + std::to_string(getpid()) + "-" + std::to_string(count++) + ending);
}

TemporaryFile::~TemporaryFile() {
  std::filesystem::remove(m_path);
}

void TemporaryFile::write(std::string_view bytes) const {
  std::ofstream(m_path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string bytesOf(const std::filesystem::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

std::string packed(const std::string& text) {
  const TemporaryFile file(".gz");
  gzFile out = gzopen(file.path().c_str(), "wb");
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  return bytesOf(file.path());
}

std::multiset<Said> slicesOf(const TraceSnapshot& snapshot) {
  std::multiset<Said> all;
  forEach(snapshot, [&](const TraceEvent& e) {
    if (e.kind != EventKind::Counter)
      all.insert({e.begin.ns, e.payload, std::string(snapshot.name(e.name)), e.storey, e.kind});
  });
  return all;
}

std::multiset<Arrow> arrowsOf(const TraceSnapshot& snapshot) {
  std::multiset<Arrow> all;
  for (std::uint32_t i = 1; i <= snapshot.correlationCount(); ++i) {
    const auto from = snapshot.launchOf(CorrelationId{i}), to = snapshot.workOf(CorrelationId{i});
    if (!from || !to) continue;
    const TraceEvent &a = snapshot.event(*from), &b = snapshot.event(*to);
    all.insert({a.begin.ns, std::string(snapshot.name(a.name)), b.begin.ns, std::string(snapshot.name(b.name))});
  }
  return all;
}

TraceEvent eventNamed(const TraceSnapshot& snapshot, std::string_view name) {
  TraceEvent found;
  bool any = false;
  forEach(snapshot, [&](const TraceEvent& e) {
    if (!any && snapshot.name(e.name) == name) {
      found = e;
      any = true;
    }
  });
  EXPECT_TRUE(any) << "no event " << name;
  return found;
}

std::string problemsOf(const TraceSnapshot& snapshot) {
  std::string all;
  for (const std::string& problem : snapshot.problems()) all += problem + "\n";
  return all;
}

}  // namespace strata::test
