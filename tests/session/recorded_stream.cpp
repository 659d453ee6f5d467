#include "tests/session/recorded_stream.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <memory>

#include "engine/protocol/agent_facts.h"

namespace strata::test {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "strata-test-XXXXXX").string();
  m_path = ::mkdtemp(name.data());
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(m_path, ignored);
}

RecordedStream::RecordedStream(const std::string& path, std::uint32_t run)
    : m_fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  TraceWriterOptions options;
  options.fd = m_fd;
  options.run = run;
  m_recorder.nameThread("main");
  m_queue = m_recorder.addQueue("stream 1", TrackKind::Queue, 1);
  m_writer = std::make_unique<TraceWriter>(m_recorder, options);
  Hello hello;
  hello.protocol = kProtocolVersion;
  hello.schema = kSchemaVersion;
  hello.run = fmt::format("{:08x}000000000000000000000000", run);
  hello.agent = "strata-agent-recorded 1";
  hello.pid = 4711;
  hello.device.backend = "cpu";
  hello.device.name = "Recorded device";
  post(MessageKind::Hello, toJson(hello));
  auto states = nlohmann::json::array();
  for (std::size_t i = 0; i < kStoreyCount; ++i)
    states.push_back(toJson(StoreyState{storeys()[i].storey, true, "recorded", "1.0", "", ""}));
  post(MessageKind::Storeys, states);
}

RecordedStream::~RecordedStream() {
  m_writer.reset();
  ::close(m_fd);
}

void RecordedStream::post(MessageKind kind, const nlohmann::json& json, std::vector<float> blob) {
  m_writer->post({kind, json.dump(), std::move(blob)});
}

void RecordedStream::answer(std::uint64_t id, Answer::Status status, std::string message, double fraction) {
  Answer answer;
  answer.id = id;
  answer.status = status;
  answer.message = std::move(message);
  answer.fraction = fraction;
  post(MessageKind::Answer, toJson(answer));
}

void RecordedStream::error(std::uint64_t id, const Error& error) {
  Answer answer;
  answer.id = id;
  answer.status = Answer::Status::Error;
  answer.error = error;
  post(MessageKind::Answer, toJson(answer));
}

void RecordedStream::result(std::uint64_t request, const RunResult& result) {
  auto json = toJson(result);
  json["request"] = request;
  post(MessageKind::Result, json);
}

void RecordedStream::tensor(const std::string& name, std::vector<float> values) {
  const auto columns = values.size();
  post(MessageKind::Tensor, {{"name", name}, {"rows", 1}, {"cols", columns}}, std::move(values));
}

CallId RecordedStream::call(std::string_view kernel) {
  const CallId call = m_recorder.newCall();
  const CorrelationId correlation = m_recorder.newCorrelation();
  const TraceScope model(m_recorder, Storey::Model, m_recorder.intern("matmul"), call);
  const TraceScope library(m_recorder, Storey::Library, m_recorder.intern("gemm"), call);
  { const TraceScope launch(m_recorder, Storey::Runtime, m_recorder.intern("launchKernel"), call, correlation); }
  work(kernel, call, correlation);
  return call;
}

/// Long enough that the time per storey shows it.
void RecordedStream::work(std::string_view kernel, CallId call, CorrelationId correlation) {
  m_recorder.workBegin(m_queue, EventKind::Kernel, m_recorder.intern(kernel), call, correlation);
  const HostTime begun = hostNow();
  while (hostNow() - begun < Duration{2'000}) {
  }
  m_recorder.workEnd(m_queue);
}

CallId RecordedStream::callBehind(std::string_view kernel) {
  const CallId call = m_recorder.newCall();
  const CorrelationId correlation = m_recorder.newCorrelation();
  {
    const TraceScope model(m_recorder, Storey::Model, m_recorder.intern("step"), call);
    const TraceScope launch(m_recorder, Storey::Runtime, m_recorder.intern("launchKernel"), call, correlation);
  }
  work(kernel, call, correlation);
  return call;
}

CallId RecordedStream::runningKernel(std::string_view kernel) {
  const CallId call = m_recorder.newCall();
  m_recorder.workBegin(m_queue, EventKind::Kernel, m_recorder.intern(kernel), call, m_recorder.newCorrelation());
  return call;
}

CallId RecordedStream::stoppedKernel(std::string_view kernel) {
  const CallId call = runningKernel(kernel);
  m_recorder.workEnd(m_queue, WorkEnd::Stopped);
  return call;
}

void RecordedStream::finish() {
  m_writer->close();
}

std::size_t RecordedStream::bytesSoFar() {
  m_writer->flush({2'000'000'000});
  return static_cast<std::size_t>(::lseek(m_fd, 0, SEEK_END));
}

void RecordedStream::cutOff() {
  const std::size_t whole = bytesSoFar();
  m_writer->close();
  [[maybe_unused]] const int done = ::ftruncate(m_fd, static_cast<off_t>(whole));
}

RunResult okResult(std::string variant, double seconds, CallId call) {
  RunResult result;
  result.variant = std::move(variant);
  result.seconds = {seconds, seconds * 0.9, seconds * 1.5, 5, "device"};
  result.gflops = 1e-9 * 2 * 512 * 512 * 512 / seconds;
  result.error = RunResult::Check{"relative Frobenius", 1e-7, 5e-6};
  result.kinds = {{"seconds", Provenance::Measured}, {"error", Provenance::Measured}};
  result.firstCall = result.lastCall = result.medianCall = static_cast<std::uint32_t>(call);
  return result;
}

void recordRun(const std::string& path, std::uint32_t run, int calls, std::uint64_t request) {
  RecordedStream stream(path, run);
  stream.answer(request, Answer::Status::Accepted);
  stream.answer(request, Answer::Status::Progress, "naive", 0.5);
  CallId last = CallId::None;
  for (int i = 0; i < calls; ++i) last = stream.call("matmul_naive");
  stream.result(request, okResult("naive", 0.004, last));
  stream.result(request, okResult("library", 0.001, last));
  stream.tensor("C", {1, 2, 3, 4});
  stream.answer(request, Answer::Status::Done);
  stream.finish();
}

std::vector<char> bytesOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void writeBytes(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string scriptedAgent(const std::string& then) {
  return "read attach; read request; " + then;
}

}  // namespace strata::test
