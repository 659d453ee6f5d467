#include "app/facts/vendor_words.h"

#include <algorithm>
#include <iterator>

#include "app/lens/vendor_names.h"

namespace strata::inline facts {
namespace {

constexpr CallWords kCalls[] = {
    // Memory.
    {"strataMalloc", "cudaMalloc", "", "clCreateBuffer", "Allocates memory on the device.", "vkAllocateMemory",
     "glNamedBufferStorage", "sycl::malloc_device, sycl::buffer"},
    {"", "cudaMallocAsync", "", "", "Allocates device memory in stream order."},
    {"", "cudaMallocManaged", "", "clSVMAlloc",
     "Allocates memory that host and device both reach; pages move when touched."},
    {"strataFree", "cudaFree", "", "clReleaseMemObject", "Frees device memory; waits for the device first."},
    {"strataHostAlloc", "cudaHostAlloc", "", "clCreateBuffer + CL_MEM_ALLOC_HOST_PTR",
     "Allocates pinned host memory: its pages stay where they are, so the copy engine reads them by itself."},
    {"strataFreeHost", "cudaFreeHost", "", "clReleaseMemObject", "Frees pinned host memory."},
    {"strataMemcpyAsync", "cudaMemcpyAsync", "", "clEnqueueReadBuffer, clEnqueueWriteBuffer",
     "Queues a copy on a stream and returns; from pageable memory it first copies into a pinned buffer, and to "
     "pageable memory it returns when the copy is done.",
     "vkCmdCopyBuffer", "glCopyNamedBufferSubData", "queue::memcpy"},
    {"", "cudaMemcpy", "", "clEnqueueWriteBuffer (blocking)",
     "Copies; the host waits, but not for a copy within the device, and from pageable memory only until a pinned "
     "buffer has the bytes."},
    {"", "cudaMemsetAsync", "", "clEnqueueFillBuffer", "Queues a fill of device memory on a stream."},
    // Launches, streams, events.
    {"strataLaunchKernel", "cudaLaunchKernel", "", "clEnqueueNDRangeKernel",
     "Queues a kernel on a stream and returns before it runs.", "vkCmdDispatch", "glDispatchCompute",
     "handler::parallel_for"},
    {"", "cudaLaunchKernelExC", "", "", "A launch with attributes, such as clusters."},
    {"strataStreamBeginCapture", "cudaStreamBeginCapture", "", "clCreateCommandBufferKHR",
     "From here on the stream records the work it is given and runs none of it."},
    {"strataStreamEndCapture", "cudaStreamEndCapture", "", "clFinalizeCommandBufferKHR",
     "Turns the work that a stream was given since the capture began into a graph."},
    {"", "cudaGraphInstantiateWithFlags", "", "clFinalizeCommandBufferKHR",
     "Makes a graph ready to launch: checks it and lays it out, once for all launches."},
    {"strataGraphLaunch", "cudaGraphLaunch", "", "clEnqueueCommandBufferKHR",
     "Starts a whole recorded graph with one call."},
    {"strataGraphExecDestroy", "cudaGraphExecDestroy", "", "clReleaseCommandBufferKHR",
     "Destroys a graph that was ready to launch."},
    {"strataLaunchHostFunc", "cudaLaunchHostFunc", "", "clSetEventCallback", "Queues a host function on a stream.", "",
     "", "handler::host_task"},
    {"strataStreamCreate", "cudaStreamCreate", "", "clCreateCommandQueue", "Creates a queue whose work runs in order."},
    {"", "cudaStreamCreateWithFlags", "", "clCreateCommandQueueWithProperties",
     "Creates a queue whose work runs in order, apart from the default one."},
    {"strataStreamDestroy", "cudaStreamDestroy", "", "clReleaseCommandQueue", "Destroys a queue."},
    {"strataStreamSynchronize", "cudaStreamSynchronize", "", "clFinish",
     "The host waits until all work on a stream is done."},
    {"strataDeviceSynchronize", "cudaDeviceSynchronize", "", "clFinish on every queue",
     "The host waits until all work on the device is done."},
    {"strataEventCreate", "cudaEventCreate", "", "", "Creates an event: a mark that a stream can pass."},
    {"strataEventDestroy", "cudaEventDestroy", "", "clReleaseEvent", "Destroys an event."},
    {"strataEventRecord", "cudaEventRecord", "", "clEnqueueMarkerWithWaitList",
     "Queues an event on a stream; the device notes the time when it gets there."},
    {"strataEventSynchronize", "cudaEventSynchronize", "", "clWaitForEvents",
     "The host waits until the device has reached the event."},
    {"", "cudaEventElapsedTime", "", "clGetEventProfilingInfo", "The time between two events."},
    {"strataStreamWaitEvent", "cudaStreamWaitEvent", "", "clEnqueueBarrierWithWaitList",
     "One stream waits for an event in another; the host does not.", "vkQueueSubmit + pWaitSemaphores", "glWaitSync",
     "handler::depends_on, or an accessor of the same buffer"},
    // Memory and timelines shared with other programs and APIs.
    {"strataHostRegister", "cudaHostRegister", "", "",
     "Pins host memory that is there already, such as pages shared with another program.",
     "VkImportMemoryHostPointerInfoEXT", "GL_AMD_pinned_memory", "prepare_for_device_copy"},
    {"strataHostUnregister", "cudaHostUnregister", "", "", "Gives registered host memory back.", "vkFreeMemory",
     "glDeleteBuffers", "release_from_device_copy"},
    {"", "cudaHostGetDevicePointer", "", "", "The address by which kernels reach host memory."},
    {"strataImportExternalMemory", "cudaImportExternalMemory", "",
     "clCreateBufferWithProperties + CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR",
     "Makes memory that another API allocated this device's own: nothing is copied.", "VkImportMemoryFdInfoKHR",
     "glImportMemoryFdEXT", "import_external_memory"},
    {"", "cudaExternalMemoryGetMappedBuffer", "", "", "The device pointer of a part of imported memory.",
     "vkBindBufferMemory", "glBufferStorageMemEXT", "map_external_linear_memory"},
    {"strataDestroyExternalMemory", "cudaDestroyExternalMemory", "", "clReleaseMemObject",
     "Gives imported memory back; its pointers are freed before.", "vkFreeMemory", "glDeleteMemoryObjectsEXT",
     "release_external_memory"},
    {"strataImportExternalSemaphore", "cudaImportExternalSemaphore", "", "clCreateSemaphoreWithPropertiesKHR",
     "Makes a timeline of another API one that streams can wait for and signal.", "vkImportSemaphoreFdKHR",
     "glImportSemaphoreFdEXT", "import_external_semaphore"},
    {"", "cudaDestroyExternalSemaphore", "", "clReleaseSemaphoreKHR", "Gives an imported timeline back.",
     "vkDestroySemaphore", "glDeleteSemaphoresEXT", "release_external_semaphore"},
    {"", "cudaWaitExternalSemaphoresAsync", "", "clEnqueueWaitSemaphoresKHR",
     "A stream waits until another API's timeline has reached a value; the host does not.",
     "vkQueueSubmit + VkTimelineSemaphoreSubmitInfo", "glWaitSemaphoreEXT",
     "queue::ext_oneapi_wait_external_semaphore"},
    {"", "cudaSignalExternalSemaphoresAsync", "", "clEnqueueSignalSemaphoresKHR",
     "Sets another API's timeline once the work before it on the stream is done.",
     "vkQueueSubmit + VkTimelineSemaphoreSubmitInfo", "glSignalSemaphoreEXT",
     "queue::ext_oneapi_signal_external_semaphore"},
    {"strataStreamWaitValue32", "cuStreamWaitValue32", "", "",
     "A stream waits until a counter in memory has reached a value; the host does not."},
    {"strataStreamWriteValue32", "cuStreamWriteValue32", "", "",
     "Sets a counter in memory once the work before it on the stream is done."},
    // What a window does with a frame.
    {"wait", "", "", "", "The window's program sleeps until the counter has reached the next frame's number.",
     "vkWaitSemaphores", "glClientWaitSync", "event::wait"},
    {"upload", "cudaMemcpy2DToArrayAsync", "", "clEnqueueWriteImage",
     "Copies a picture from host memory into a texture.", "vkCmdCopyBufferToImage", "glTexSubImage2D",
     "queue::ext_oneapi_copy"},
    {"draw", "", "", "", "Draws the frame's texture into the window's picture.", "vkCmdDraw", "glDrawArrays", ""},
    {"present", "", "", "", "Puts what was drawn on the screen.", "vkQueuePresentKHR", "glXSwapBuffers, eglSwapBuffers",
     ""},
    // The driver: CUDA's own interface; on ROCm the HSA runtime stands there.
    {"", "cuLaunchKernel", "an AQL packet into an HSA queue, then its doorbell", "",
     "Writes the launch into the device's command queue and rings its doorbell."},
    {"", "cuLaunchKernelEx", "an AQL packet into an HSA queue, then its doorbell", "",
     "Writes the launch into the device's command queue and rings its doorbell."},
    {"", "cuMemAlloc_v2", "hsa_amd_memory_pool_allocate", "", "Allocates device memory and maps it."},
    {"", "cuMemFree_v2", "hsa_amd_memory_pool_free", "", "Frees device memory."},
    {"", "cuMemcpyHtoDAsync_v2", "hsa_amd_memory_async_copy", "", "Tells a copy engine to bring bytes to the device."},
    {"", "cuMemcpyDtoHAsync_v2", "hsa_amd_memory_async_copy", "", "Tells a copy engine to bring bytes to the host."},
    {"", "cuStreamSynchronize", "hsa_signal_wait_scacquire", "", "Waits for the queue's last signal."},
    {"", "cuStreamCreate", "hsa_queue_create", "", "Creates a command queue."},
    {"", "cuModuleLoadData", "hsa_executable_load_agent_code_object", "",
     "Loads machine code onto the device; PTX is compiled first."},
    // Libraries.
    {"", "cublasSgemm_v2", "hipblasSgemm → rocblas_sgemm", "CLBlastSgemm", "A matrix product in fp32."},
    {"", "cublasGemmEx", "hipblasGemmEx → rocblas_gemm_ex", "", "A matrix product whose types are chosen one by one."},
    {"", "cublasGemmStridedBatchedEx", "hipblasGemmStridedBatchedEx → rocblas_gemm_strided_batched_ex", "",
     "Many matrix products of one shape in one launch."},
    {"", "cudnnConvolutionForward", "miopenConvolutionForwardImmediate", "",
     "A convolution by an algorithm that the library chose for this shape."},
    {"", "cudnnBackendExecute", "hipdnnBackendExecute", "",
     "Runs an operation graph that the library made a plan for."},
};

constexpr std::string_view kWords[][3] = {
    {"thread", "thread", "work-item"},     {"warp", "wavefront", "sub-group"}, {"block", "block", "work-group"},
    {"grid", "grid", "NDRange"},           {"SM", "CU", "compute unit"},       {"shared memory", "LDS", "local memory"},
    {"stream", "stream", "command queue"},
};

std::string_view withoutVersion(std::string_view name) {
  for (const std::string_view tail : {"_ptsz", "_v2", "_v3", "_v4"})
    if (name.ends_with(tail)) return name.substr(0, name.size() - tail.size());
  return name;
}

bool isNameOf(std::string_view cell, std::string_view name) {
  return !cell.empty() && withoutVersion(cell) == withoutVersion(name);
}

/// "hipblasSgemm → rocblas_sgemm" holds both names.
bool holdsName(std::string_view cell, std::string_view name) {
  const std::size_t arrow = cell.find(" → ");
  if (arrow == std::string_view::npos) return isNameOf(cell, name);
  return isNameOf(cell.substr(0, arrow), name) || isNameOf(cell.substr(arrow + std::string_view(" → ").size()), name);
}

/// What a name is called by the other vendor; its fate says whether it is anybody's.
NameMeaning meaningOf(std::string_view name, Dialect from) {
  return VendorNames::shipped().meaning(name, from);
}

}  // namespace

std::string_view hipName(const CallWords& call) {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const CallWords& each : kCalls)
      names.push_back(each.hip.empty() ? meaningOf(each.cuda, Dialect::Cuda).other : std::string(each.hip));
    return names;
  }();
  return kNames[static_cast<std::size_t>(&call - kCalls)];
}

std::span<const CallWords> callWords() {
  return kCalls;
}

const CallWords* findCallWords(std::string_view name) {
  for (const CallWords& call : kCalls)
    if (isNameOf(call.strata, name) || isNameOf(call.cuda, name) || holdsName(hipName(call), name) ||
        isNameOf(call.openCl, name) || isNameOf(call.vulkan, name) || isNameOf(call.openGl, name) ||
        isNameOf(call.sycl, name))
      return &call;
  return nullptr;
}

std::vector<OtherName> otherNames(std::string_view name) {
  std::vector<OtherName> names;
  if (const CallWords* call = findCallWords(name)) {
    const auto add = [&](std::string_view vocabulary, std::string_view cell) {
      if (!cell.empty() && !holdsName(cell, name)) names.push_back({vocabulary, std::string(cell), false});
    };
    add("CUDA", call->cuda);
    add("ROCm", hipName(*call));
    add("OpenCL", call->openCl);
    add("Vulkan", call->vulkan);
    add("OpenGL", call->openGl);
    add("SYCL", call->sycl);
    return names;
  }
  const auto add = [&](std::string_view vocabulary, Dialect from) {
    const NameMeaning there = meaningOf(withoutVersion(name), from);
    if (there.fate == NameFate::Renamed) names.push_back({vocabulary, there.other, there.byRule});
  };
  add("ROCm", Dialect::Cuda);
  add("CUDA", Dialect::Hip);
  return names;
}

std::string commonName(std::string_view name) {
  const auto named = [&](const CallWords& call) {
    return isNameOf(call.strata, name) || isNameOf(call.cuda, name) || holdsName(hipName(call), name);
  };
  const auto call = std::ranges::find_if(kCalls, named);
  const bool alone = call != std::end(kCalls) && std::none_of(call + 1, std::end(kCalls), named);
  if (alone && !call->cuda.empty()) return std::string(withoutVersion(call->cuda));
  if (call != std::end(kCalls)) return std::string(name);
  if (const NameMeaning cuda = meaningOf(name, Dialect::Hip); cuda.fate == NameFate::Renamed) return cuda.other;
  const std::string_view plain = withoutVersion(name);
  return std::string(meaningOf(plain, Dialect::Cuda).fate == NameFate::Unknown ? name : plain);
}

std::string_view word(Term term, Vocabulary vocabulary) {
  return kWords[static_cast<std::size_t>(term)][static_cast<std::size_t>(vocabulary)];
}

}  // namespace strata::inline facts
