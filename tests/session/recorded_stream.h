#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/protocol/request.h"
#include "engine/protocol/run_result.h"
#include "engine/trace/trace_recorder.h"
#include "engine/trace/trace_writer.h"

namespace strata::test {

/// A folder of a test's own, gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  std::string file(std::string_view name) const { return (m_path / name).string(); }

 private:
  std::filesystem::path m_path;
};

/// Writes what an agent would have written, through the real recorder and writer, into a file.
class RecordedStream {
 public:
  /// Begins with Hello and Storeys.
  RecordedStream(const std::string& path, std::uint32_t run);
  ~RecordedStream();

  void answer(std::uint64_t id, Answer::Status status, std::string message = {}, double fraction = 0);
  void error(std::uint64_t id, const Error& error);
  void result(std::uint64_t request, const RunResult& result);
  void tensor(const std::string& name, std::vector<float> values);
  /// One call with a slice on the model and the library storey and a kernel that the latter launches.
  CallId call(std::string_view kernel);
  /// One whose kernel begins when the slice on the model storey has ended.
  CallId callBehind(std::string_view kernel);
  /// One of which only the kernel is known, and that it runs.
  CallId runningKernel(std::string_view kernel);
  /// The same, given up before it was done.
  CallId stoppedKernel(std::string_view kernel);
  /// With the End message; without it the stream looks cut off.
  void finish();
  void cutOff();
  std::size_t bytesSoFar();

 private:
  void work(std::string_view kernel, CallId call, CorrelationId correlation);
  void post(MessageKind kind, const nlohmann::json& json, std::vector<float> blob = {});

  int m_fd;
  TraceRecorder m_recorder;
  QueueId m_queue;
  std::unique_ptr<TraceWriter> m_writer;
};

RunResult okResult(std::string variant, double seconds, CallId call = CallId::None);

/// Accepted, progress, `calls` calls, a result for naive and library each, a tensor, Done, End.
void recordRun(const std::string& path, std::uint32_t run, int calls = 20, std::uint64_t request = 1);

std::vector<char> bytesOf(const std::string& path);
void writeBytes(const std::string& path, std::string_view bytes);

/// A shell command that waits for the attach and the run request, then does `then`.
std::string scriptedAgent(const std::string& then);

}  // namespace strata::test
