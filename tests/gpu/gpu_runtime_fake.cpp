#include "tests/gpu/gpu_runtime_fake.h"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
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
gpuError made(Handle* handle) {
  *handle = reinterpret_cast<Handle>(&g_object);
  return kSuccess;
}

/// For what may not be asked while a stream captures.
gpuError notWhileCapturing() {
  if (!g_capture) return kSuccess;
  g_capture->spoilt = true;
  return kCaptureUnsupported;
}

gpuError start(std::function<void()> work) {
  if (g_capture) {
    g_capture->work.push_back(std::move(work));
  } else {
    work();
  }
  return kSuccess;
}

gpuError allocate(void** memory, std::size_t bytes) {
  if (const gpuError refused = notWhileCapturing(); refused != kSuccess) return refused;
  *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  return *memory ? kSuccess : kOutOfMemory;
}

gpuError release(void* memory) {
  if (const gpuError refused = notWhileCapturing(); refused != kSuccess) return refused;
  gpuRuntimeFake().note(STRATA_GPU_NAME(Free));
  if (const auto mapping = gpuRuntimeFake().mappings.extract(memory)) {
    munmap(memory, mapping.mapped());
  } else {
    std::free(memory);
  }
  return kSuccess;
}

}  // namespace

GpuRuntimeFake& gpuRuntimeFake() {
  static GpuRuntimeFake fake;
  return fake;
}

}  // namespace strata::test

using namespace strata::test;

#if defined(STRATA_GPU_CUDA)
#define STRATA_FAKE_HOST_ALLOC cudaHostAlloc
#define STRATA_FAKE_HOST_FREE cudaFreeHost
#else
#define STRATA_FAKE_HOST_ALLOC hipHostMalloc
#define STRATA_FAKE_HOST_FREE hipHostFree
#endif

extern "C" {

const char* STRATA_GPU(GetErrorName)(gpuError) {
  return "errorOfTheFake";
}
const char* STRATA_GPU(GetErrorString)(gpuError) {
  return "as it was told";
}
gpuError STRATA_GPU(GetLastError)() {
  return std::exchange(gpuRuntimeFake().lastError, kSuccess);
}

gpuError STRATA_GPU(GetDeviceCount)(int* count) {
  *count = 1;
  return kSuccess;
}
gpuError STRATA_GPU(SetDevice)(int) {
  return kSuccess;
}
gpuError STRATA_GPU(GetDeviceProperties)(DeviceProperties* properties, int) {
  std::strcpy(properties->name, "a runtime of our own");
  properties->multiProcessorCount = 1;
  properties->totalGlobalMem = std::size_t{1} << 34;
  properties->warpSize = gpuRuntimeFake().warpSize;
  properties->major = gpuRuntimeFake().major;
  properties->minor = gpuRuntimeFake().minor;
  properties->maxThreadsPerBlock = 1024;
  properties->sharedMemPerBlock = 48 * 1024;
#if defined(STRATA_GPU_CUDA)
  properties->sharedMemPerBlockOptin = 227 * 1024;
  std::memcpy(properties->uuid.bytes, gpuRuntimeFake().uuid.data(), sizeof(properties->uuid.bytes));
#endif
  return kSuccess;
}
gpuError STRATA_GPU(DeviceGetAttribute)(int* value, decltype(kClockRate) which, int) {
  *value = gpuRuntimeFake().attribute;
#if defined(STRATA_GPU_CUDA)
  if (which == cudaDevAttrComputeCapabilityMajor) *value = gpuRuntimeFake().major;
#else
  constexpr hipDeviceAttribute_t kPciAddress[] = {hipDeviceAttributePciDomainID, hipDeviceAttributePciBusId,
                                                  hipDeviceAttributePciDeviceId};
  for (std::size_t i = 0; i < std::size(kPciAddress); ++i)
    if (which == kPciAddress[i]) std::memcpy(value, &gpuRuntimeFake().uuid[4 * i], sizeof *value);
#endif
  return kSuccess;
}
gpuError STRATA_GPU(DeviceSynchronize)() {
  gpuRuntimeFake().note(STRATA_GPU_NAME(DeviceSynchronize));
  return notWhileCapturing();
}

gpuError STRATA_GPU(Malloc)(void** memory, std::size_t bytes) {
  return allocate(memory, bytes);
}
gpuError STRATA_GPU(Free)(void* memory) {
  return release(memory);
}
gpuError STRATA_GPU(MemGetInfo)(std::size_t* free, std::size_t* all) {
  *free = *all = std::size_t{1} << 34;
  return kSuccess;
}
gpuError STRATA_FAKE_HOST_ALLOC(void** memory, std::size_t bytes, unsigned) {
  return allocate(memory, bytes);
}
gpuError STRATA_FAKE_HOST_FREE(void* memory) {
  return release(memory);
}
gpuError STRATA_GPU(MemcpyAsync)(void* to, const void* from, std::size_t bytes, gpuMemcpyKind, gpuStream) {
  return start([=] { std::memmove(to, from, bytes); });
}

gpuError STRATA_GPU(StreamCreateWithFlags)(gpuStream* stream, unsigned) {
  return made(stream);
}
gpuError STRATA_GPU(StreamDestroy)(gpuStream) {
  return kSuccess;
}
gpuError STRATA_GPU(StreamSynchronize)(gpuStream) {
  return notWhileCapturing();
}
gpuError STRATA_GPU(StreamWaitEvent)(gpuStream, gpuEvent, unsigned) {
  return notWhileCapturing();
}

gpuError STRATA_GPU(EventCreate)(gpuEvent* event) {
  return made(event);
}
gpuError STRATA_GPU(EventDestroy)(gpuEvent) {
  return kSuccess;
}
gpuError STRATA_GPU(EventRecord)(gpuEvent, gpuStream) {
  return notWhileCapturing();  // HIP notes a dependency then, and no time
}
gpuError STRATA_GPU(EventQuery)(gpuEvent) {
  return notWhileCapturing();
}
gpuError STRATA_GPU(EventSynchronize)(gpuEvent) {
  return notWhileCapturing();
}
gpuError STRATA_GPU(EventElapsedTime)(float* milliseconds, gpuEvent, gpuEvent) {
  *milliseconds = 1;
  return kSuccess;
}

gpuError STRATA_GPU(LaunchKernel)(const void* function, dim3 grid, dim3 block, void** arguments,
                                  std::size_t sharedBytes, gpuStream) {
  gpuRuntimeFake().note(STRATA_GPU_NAME(LaunchKernel));
  if (gpuRuntimeFake().refusesLaunches) return STRATA_GPU(ErrorInvalidConfiguration);
  if (gpuRuntimeFake().run) {
    if (const gpuError refused = notWhileCapturing(); refused != kSuccess) return refused;
    gpuRuntimeFake().run(function, grid, block, arguments, sharedBytes);
    return gpuRuntimeFake().lastError;
  }
  const auto kernel = reinterpret_cast<GpuRuntimeFake::FakeKernel>(const_cast<void*>(function));
  float* const data = *static_cast<float**>(arguments[0]);
  const int count = *static_cast<int*>(arguments[1]);
  return start([=] { kernel(data, count); });
}

#if defined(STRATA_GPU_CUDA)
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
  bool early = false;
  for (unsigned i = 0; i < config->numAttrs; ++i)
    early = early || (config->attrs[i].id == cudaLaunchAttributeProgrammaticStreamSerialization &&
                      config->attrs[i].val.programmaticStreamSerializationAllowed != 0);
  if (early) ++gpuRuntimeFake().earlyLaunches;
  return cudaLaunchKernel(function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes,
                          config->stream);
}
cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute attribute, int value) {
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaErrorInvalidValue;
  gpuRuntimeFake().note("cudaFuncSetAttribute");
  gpuRuntimeFake().allowedShared = static_cast<std::size_t>(value);
  return cudaSuccess;
}
#endif

gpuError STRATA_GPU(FuncGetAttributes)(gpuFuncAttributes* attributes, const void*) {
  if (gpuRuntimeFake().ptxVersion == 0) return STRATA_GPU(ErrorInvalidDeviceFunction);
  attributes->ptxVersion = gpuRuntimeFake().ptxVersion;
  return kSuccess;
}

gpuError STRATA_GPU(StreamBeginCapture)(gpuStream, STRATA_GPU(StreamCaptureMode)) {
  g_capture.emplace();
  gpuRuntimeFake().note(STRATA_GPU_NAME(StreamBeginCapture));
  return kSuccess;
}
gpuError STRATA_GPU(StreamEndCapture)(gpuStream, gpuGraph* graph) {
  gpuRuntimeFake().note(STRATA_GPU_NAME(StreamEndCapture));
  const Capture capture = *std::exchange(g_capture, std::nullopt);
  if (capture.spoilt) return STRATA_GPU(ErrorStreamCaptureInvalidated);
  *graph = reinterpret_cast<gpuGraph>(new Work(capture.work));
  ++gpuRuntimeFake().graphs;
  return kSuccess;
}
gpuError STRATA_GPU(GraphGetNodes)(gpuGraph graph, STRATA_GPU(GraphNode_t) *, std::size_t* count) {
  *count = reinterpret_cast<Work*>(graph)->size();
  gpuRuntimeFake().note(STRATA_GPU_NAME(GraphGetNodes));
  return kSuccess;
}
gpuError STRATA_GPU(GraphInstantiateWithFlags)(gpuGraphExec* executable, gpuGraph graph, unsigned long long) {
  *executable = reinterpret_cast<gpuGraphExec>(new Work(*reinterpret_cast<Work*>(graph)));
  ++gpuRuntimeFake().executables;
  gpuRuntimeFake().note(STRATA_GPU_NAME(GraphInstantiateWithFlags));
  return kSuccess;
}
gpuError STRATA_GPU(GraphLaunch)(gpuGraphExec executable, gpuStream) {
  for (const auto& work : *reinterpret_cast<Work*>(executable)) work();
  gpuRuntimeFake().note(STRATA_GPU_NAME(GraphLaunch));
  return kSuccess;
}
gpuError STRATA_GPU(GraphDestroy)(gpuGraph graph) {
  delete reinterpret_cast<Work*>(graph);
  --gpuRuntimeFake().graphs;
  gpuRuntimeFake().note(STRATA_GPU_NAME(GraphDestroy));
  return kSuccess;
}
gpuError STRATA_GPU(GraphExecDestroy)(gpuGraphExec executable) {
  delete reinterpret_cast<Work*>(executable);
  --gpuRuntimeFake().executables;
  gpuRuntimeFake().note(STRATA_GPU_NAME(GraphExecDestroy));
  return kSuccess;
}

}  // extern "C"
