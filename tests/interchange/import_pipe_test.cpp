#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "engine/interchange/exporter.h"
#include "engine/interchange/importer.h"
#include "engine/trace/trace_query.h"
#include "tests/interchange/import_fixture.h"

// What comes through a pipe is read as the file would be: formats are told apart by looking, then read from the
// beginning.

namespace strata::test {
namespace {

/// A named pipe that somebody writes `bytes` into, once.
class Pipe {
 public:
  explicit Pipe(std::string bytes) : m_file(".pipe") {
    std::filesystem::remove(m_file.path());
    EXPECT_EQ(::mkfifo(m_file.path().c_str(), 0600), 0);
    m_writer = std::jthread([path = m_file.path(), bytes = std::move(bytes)] {
      std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    });
  }
  std::string path() const { return m_file.path().string(); }

 private:
  TemporaryFile m_file;
  std::jthread m_writer;
};

void expectReadAsTheFile(const std::string& bytes, const std::string& extension) {
  const TemporaryFile file(extension);
  file.write(bytes);
  TraceStore fromFile, fromPipe;
  ASSERT_TRUE(readAnyTrace(file.path().string(), fromFile).ok());
  const Pipe pipe(bytes);
  const auto read = readAnyTrace(pipe.path(), fromPipe);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(contentHash(*fromPipe.snapshot()), contentHash(*fromFile.snapshot()));
  EXPECT_GT(fromPipe.snapshot()->totals().slices, 0u);
}

const std::string kJson =
    R"({"traceEvents":[{"ph":"X","name":"work","pid":1,"tid":1,"ts":1,"dur":2},{"ph":"X","name":"more","pid":1,"tid":1,"ts":4,"dur":2}]})";

TEST(ImportPipe, Json) {
  expectReadAsTheFile(kJson, ".json");
}

TEST(ImportPipe, PackedJson) {
  expectReadAsTheFile(packed(kJson), ".json.gz");
}

TEST(ImportPipe, APerfettoTrace) {
  const TemporaryFile json(".json"), session(".pftrace");
  json.write(kJson);
  TraceStore store;
  ASSERT_TRUE(readAnyTrace(json.path().string(), store).ok());
  ASSERT_TRUE(findExporter("perfetto")->write(*store.snapshot(), session.path().string()).ok());
  expectReadAsTheFile(bytesOf(session.path()), ".pftrace");
}

TEST(ImportPipe, IsNamedInWhatIsSaidOfIt) {
  const Pipe pipe("hello");
  TraceStore store;
  const auto read = readAnyTrace(pipe.path(), store);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message.find(pipe.path()), std::string::npos) << read.error().message;
}

TEST(ImportPipe, DevicesFoldersAndEmptyFilesAreRefusedInASentence) {
  const TemporaryFile empty(".json");
  empty.write("");
  for (const auto& [name, why] : {std::pair{std::string("/dev/null"), "it is a device"},
                                  {std::filesystem::temp_directory_path().string(), "Is a directory"},
                                  {empty.path().string(), "it is empty"}}) {
    const auto input = InputFile::open(name);
    ASSERT_FALSE(input.ok()) << name;
    EXPECT_EQ(input.error().code, ErrorCode::Io);
    EXPECT_NE(input.error().message.find(why), std::string::npos) << input.error().message;
  }
}

}  // namespace
}  // namespace strata::test
