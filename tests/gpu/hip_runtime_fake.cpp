#include "tests/gpu/hip_runtime_fake.h"

#include <hip/hip_runtime.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace strata::test {
namespace {

using Work = std::vector<std::function<void()>>;

struct Capture {
  Work work;
  bool spoilt = false;
};
std::optional<Capture> g_capture;

int g_object = 0;

template <class Handle>
hipError_t made(Handle* handle) {
  *handle = reinterpret_cast<Handle>(&g_object);
  return hipSuccess;
}

/// For what may not be asked while a stream captures.
hipError_t notWhileCapturing() {
  if (!g_capture) return hipSuccess;
  g_capture->spoilt = true;
  return hipErrorStreamCaptureUnsupported;
}

void note(const char* call) {
  hipRuntimeFake().calls.emplace_back(call);
}

hipError_t start(std::function<void()> work) {
  if (g_capture) {
    g_capture->work.push_back(std::move(work));
  } else {
    work();
  }
  return hipSuccess;
}

hipError_t allocate(void** memory, std::size_t bytes) {
  if (const hipError_t refused = notWhileCapturing()) return refused;
  *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  return hipSuccess;
}

hipError_t release(void* memory) {
  if (const hipError_t refused = notWhileCapturing()) return refused;
  std::free(memory);
  return hipSuccess;
}

}  // namespace

HipRuntimeFake& hipRuntimeFake() {
  static HipRuntimeFake fake;
  return fake;
}

}  // namespace strata::test

using namespace strata::test;

extern "C" {

const char* hipGetErrorName(hipError_t) {
  return "hipErrorOfTheFake";
}
const char* hipGetErrorString(hipError_t) {
  return "as it was told";
}
hipError_t hipGetLastError() {
  return hipSuccess;
}

hipError_t hipGetDeviceCount(int* count) {
  *count = 1;
  return hipSuccess;
}
hipError_t hipSetDevice(int) {
  return hipSuccess;
}
hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int) {
  properties->warpSize = 64;
  properties->maxThreadsPerBlock = 1024;
  return hipSuccess;
}
hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t, int) {
  *value = 0;
  return hipSuccess;
}
hipError_t hipDeviceSynchronize() {
  return notWhileCapturing();
}

hipError_t hipMalloc(void** memory, std::size_t bytes) {
  return allocate(memory, bytes);
}
hipError_t hipFree(void* memory) {
  return release(memory);
}
hipError_t hipHostMalloc(void** memory, std::size_t bytes, unsigned) {
  return allocate(memory, bytes);
}
hipError_t hipHostFree(void* memory) {
  return release(memory);
}
hipError_t hipMemcpyAsync(void* to, const void* from, std::size_t bytes, hipMemcpyKind, hipStream_t) {
  return start([=] { std::memmove(to, from, bytes); });
}

hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned) {
  return made(stream);
}
hipError_t hipStreamDestroy(hipStream_t) {
  return hipSuccess;
}
hipError_t hipStreamSynchronize(hipStream_t) {
  return notWhileCapturing();
}
hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t, unsigned) {
  return notWhileCapturing();
}

hipError_t hipEventCreate(hipEvent_t* event) {
  return made(event);
}
hipError_t hipEventDestroy(hipEvent_t) {
  return hipSuccess;
}
hipError_t hipEventRecord(hipEvent_t, hipStream_t) {
  return notWhileCapturing();  // HIP notes a dependency then, and no time
}
hipError_t hipEventQuery(hipEvent_t) {
  return notWhileCapturing();
}
hipError_t hipEventSynchronize(hipEvent_t) {
  return notWhileCapturing();
}
hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t, hipEvent_t) {
  *milliseconds = 1;
  return hipSuccess;
}

hipError_t hipLaunchKernel(const void* function, dim3, dim3, void** arguments, std::size_t, hipStream_t) {
  note("hipLaunchKernel");
  if (hipRuntimeFake().refusesLaunches) return hipErrorInvalidConfiguration;
  const auto kernel = reinterpret_cast<HipRuntimeFake::FakeKernel>(const_cast<void*>(function));
  float* const data = *static_cast<float**>(arguments[0]);
  const int count = *static_cast<int*>(arguments[1]);
  return start([=] { kernel(data, count); });
}

hipError_t hipStreamBeginCapture(hipStream_t, hipStreamCaptureMode) {
  g_capture.emplace();
  note("hipStreamBeginCapture");
  return hipSuccess;
}
hipError_t hipStreamEndCapture(hipStream_t, hipGraph_t* graph) {
  note("hipStreamEndCapture");
  const Capture capture = *std::exchange(g_capture, std::nullopt);
  if (capture.spoilt) return hipErrorStreamCaptureInvalidated;
  *graph = reinterpret_cast<hipGraph_t>(new Work(capture.work));
  ++hipRuntimeFake().graphs;
  return hipSuccess;
}
hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t*, std::size_t* count) {
  *count = reinterpret_cast<Work*>(graph)->size();
  note("hipGraphGetNodes");
  return hipSuccess;
}
hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t* executable, hipGraph_t graph, unsigned long long) {
  *executable = reinterpret_cast<hipGraphExec_t>(new Work(*reinterpret_cast<Work*>(graph)));
  ++hipRuntimeFake().executables;
  note("hipGraphInstantiateWithFlags");
  return hipSuccess;
}
hipError_t hipGraphLaunch(hipGraphExec_t executable, hipStream_t) {
  for (const auto& work : *reinterpret_cast<Work*>(executable)) work();
  note("hipGraphLaunch");
  return hipSuccess;
}
hipError_t hipGraphDestroy(hipGraph_t graph) {
  delete reinterpret_cast<Work*>(graph);
  --hipRuntimeFake().graphs;
  note("hipGraphDestroy");
  return hipSuccess;
}
hipError_t hipGraphExecDestroy(hipGraphExec_t executable) {
  delete reinterpret_cast<Work*>(executable);
  --hipRuntimeFake().executables;
  note("hipGraphExecDestroy");
  return hipSuccess;
}

}  // extern "C"
