#include "tests/layers/recorded_session.h"

#include <unistd.h>

#include <cstdlib>

#include "engine/trace/perfetto_reader.h"
#include "engine/trace/trace_store.h"
#include "engine/trace/trace_writer.h"

namespace strata::test {

RecordedSession::RecordedSession(std::unique_ptr<Device> device) : m_observer(m_recorder), m_device(std::move(device)) {
  m_recorder.nameThread("main");
  m_device->setObserver(&m_observer);
}

RecordedSession::~RecordedSession() {
  m_device->setObserver(nullptr);
}

Result<void> RecordedSession::run(Workload& workload, const std::string& requestLine) {
  STRATA_ASSIGN(const Request request, parseRequest(requestLine));
  WorkContext context{*m_device,
                      m_recorder,
                      m_stop.get_token(),
                      [this](std::string_view message, double fraction) {
                        m_fractions.push_back(fraction);
                        if (onProgress) onProgress(message);
                      },
                      [this](const RunResult& result) { m_results.push_back(result); },
                      [this](SessionMessage message) { m_posted.push_back(std::move(message)); }};
  return workload.run(request, context);
}

std::shared_ptr<const TraceSnapshot> readRecorded(TraceRecorder& recorder) {
  std::string path = "/tmp/strata-layers-XXXXXX";
  const int fd = mkstemp(path.data());
  {
    TraceWriter writer(recorder, {.fd = fd, .run = 7});
    writer.close();
  }
  close(fd);
  TraceStore store;
  const Result<void> read = readSession(path, store);
  unlink(path.c_str());
  if (!read.ok()) store.addProblem(read.error().message);
  return store.snapshot();
}

std::vector<TraceEvent> eventsWhere(const TraceSnapshot& snapshot,
                                    const std::function<bool(const TraceEvent&)>& wanted) {
  std::vector<TraceEvent> events;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t row = 0; row < snapshot.rowCount(track); ++row)
      for (std::size_t i = 0; i < snapshot.row(track, row).size(); ++i)
        if (const TraceEvent& event = snapshot.row(track, row)[i]; wanted(event)) events.push_back(event);
  return events;
}

}  // namespace strata::test
