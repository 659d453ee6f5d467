#include "engine/backends/gpu/gpu_graph.h"

#include <utility>

#include "engine/device/device_checks.h"

namespace strata::gpu {
namespace {

/// What was captured is needed until an executable was made of it.
class Captured {
 public:
  Captured(DeviceObserver* observer, gpuGraph graph) : m_observer(observer), m_graph(graph) {}
  ~Captured() {
    if (m_graph)
      (void)call(m_observer, STRATA_GPU_NAME(GraphDestroy), "Destroying what was captured",
                 [this] { return gpuGraphDestroy(m_graph); });
  }
  Captured(const Captured&) = delete;
  Captured& operator=(const Captured&) = delete;

  gpuGraph get() const { return m_graph; }

 private:
  DeviceObserver* m_observer;
  gpuGraph m_graph;
};

}  // namespace

Result<std::unique_ptr<Graph>> GpuStream::capture(const std::function<Result<void>()>& enqueue) {
  if (m_capturing) return notCapturable("Another capture");
  STRATA_TRY(call(m_context.observer, STRATA_GPU_NAME(StreamBeginCapture), "Beginning to capture",
                  [this] { return gpuStreamBeginCapture(m_handle); }));
  m_capturing = true;
  const Result<void> enqueued = enqueue();
  gpuGraph graph{};
  const Result<void> ended = call(m_context.observer, STRATA_GPU_NAME(StreamEndCapture), "Ending the capture",
                                  [&] { return gpuStreamEndCapture(m_handle, &graph); });
  m_capturing = false;
  const Captured captured(m_context.observer, graph);
  STRATA_TRY(enqueued);
  STRATA_TRY(ended);
  return GpuGraph::instantiate(*this, captured.get());
}

Result<std::unique_ptr<Graph>> GpuGraph::instantiate(GpuStream& stream, gpuGraph captured) {
  DeviceObserver* const observer = stream.m_context.observer;
  std::size_t size = 0;
  STRATA_TRY(call(observer, STRATA_GPU_NAME(GraphGetNodes), "Counting what was captured",
                  [&] { return gpuGraphCountNodes(captured, &size); }));
  if (size == 0) return emptyCapture();
  gpuGraphExec executable{};
  STRATA_TRY(call(observer, STRATA_GPU_NAME(GraphInstantiateWithFlags), "Making a graph of what was captured",
                  [&] { return gpuGraphInstantiate(&executable, captured); }));
  return std::unique_ptr<Graph>(new GpuGraph(stream, executable, size));
}

GpuGraph::GpuGraph(GpuStream& stream, gpuGraphExec executable, std::size_t size)
    : m_stream(stream),
      m_executable(executable),
      m_size(size),
      m_name("graph of " + std::to_string(size) + (size == 1 ? " node" : " nodes")) {}

GpuGraph::~GpuGraph() {
  (void)call(m_stream.m_context.observer, STRATA_GPU_NAME(GraphExecDestroy), "Destroying a graph",
             [this] { return gpuGraphExecDestroy(m_executable); });
}

Result<void> GpuGraph::launch() {
  if (m_stream.m_capturing) return notCapturable("A graph");
  DeviceWork work;
  work.kind = WorkKind::Kernel;
  work.name = m_name;
  return m_stream.start(STRATA_GPU_NAME(GraphLaunch), "Launching a " + m_name, work,
                        [this] { return gpuGraphLaunch(m_executable, m_stream.m_handle); });
}

}  // namespace strata::gpu
