#include "engine/trace/storey_rules.h"

#include <algorithm>
#include <iterator>

#include "engine/trace/device_work.h"

namespace strata::inline trace {

namespace {

using enum Storey;
using R = ForeignRole;

using tool::kKineto, tool::kNsys, tool::kRocprofv3;
constexpr std::string_view kXla = "JAX, TensorFlow", kTimeline = "TensorFlow (timeline)", kOrt = "ONNX Runtime",
                           kRocprof = "rocprof";
constexpr std::string_view kKinetoSource =
    "Kineto: ActivityType.h, output_json.cpp; traces of PyTorch on NVIDIA and AMD";
constexpr std::string_view kOldKinetoSource = "PyTorch 1.7 to 1.11: Kineto's categories of 2020 to 2022";
constexpr std::string_view kXlaSource = "XLA: xplane_schema.cc, trace_events_to_json.cc";
constexpr std::string_view kTimelineSource = "TensorFlow 1: python/client/timeline.py, core/.../gpu/device_tracer.cc";
constexpr std::string_view kOrtSource = "ONNX Runtime: core/common/profiler_common.h";
constexpr std::string_view kRocprofSource = "ROCm: rocprofiler, bin/tblextr.py";
constexpr std::string_view kRocprofv3Source = "rocprofiler-sdk: cxx/perfetto.hpp";
constexpr std::string_view kNsysSource = "Nsight Systems: SQLite schema reference";

constexpr StoreyRule kRules[] = {
    {kKineto, "", "cpu_op", "", Framework, R::Op, kKinetoSource},
    {kKineto, "", "user_annotation", "", Model, R::Annotation, kKinetoSource},
    {kKineto, "", "gpu_user_annotation", "", Hardware, R::Slice, kKinetoSource},
    {kKineto, "", "python_function", "nn.Module: *", Model, R::Module,
     "PyTorch: torch/csrc/autograd/profiler_python.cpp"},
    {kKineto, "", "python_function", "torch/*", Framework, R::Slice, "PyTorch's own Python code"},
    {kKineto, "", "python_function", "<built-in *", Framework, R::Slice, "calls from Python into native code"},
    {kKineto, "", "python_function", "", Model, R::Slice, "the program above the operations"},
    {kKineto, "", "cpu_instant_event", "[memory]", Framework, R::Slice, "PyTorch's allocator, profile_memory=True"},
    {kKineto, "", "collective_comm", "", Library, R::Slice, kKinetoSource},
    {kKineto, "", "cuda_runtime", "hsa_*", Driver, R::Launch, "ROCr is the driver storey of ROCm"},
    {kKineto, "", "cuda_runtime", "", Runtime, R::Launch, kKinetoSource},
    {kKineto, "", "*_runtime", "", Runtime, R::Launch, kKinetoSource},
    {kKineto, "", "cuda_driver", "", Driver, R::Launch, kKinetoSource},
    {kKineto, "", "*_driver", "", Driver, R::Launch, kKinetoSource},
    {kKineto, "", "kernel", "", Hardware, R::Kernel, kKinetoSource},
    {kKineto, "", kCountingCategory, "", Hardware, R::Kernel, "an export of Strata's"},
    {kKineto, "", "gpu_memcpy", "", Hardware, R::Copy, kKinetoSource},
    {kKineto, "", "gpu_memset", "", Hardware, R::Kernel, kKinetoSource},
    {kKineto, "", "*_sync", "", Runtime, R::Sync, kKinetoSource},
    {kKineto, "", "cuda_event", "", Runtime, R::Slice, kKinetoSource},
    {kKineto, "", "hpu_op", "", Runtime, R::Slice, "Kineto: ActivityType.h, \"HPU host side runtime event\""},
    {kKineto, "", "cuda_profiler_range", "", Hardware, R::Slice,
     "Kineto: ActivityType.h; counters of a kernel, at no time of its own: in HTA's sample all last as long"},
    {kKineto, "", "overhead", "", Other, R::Cost, kKinetoSource},
    {kKineto, "", "mtia_ccp_events", "", Hardware, R::Kernel, "Kineto: ActivityType.h; Meta's own accelerator"},
    {kKineto, "", "Operator", "", Framework, R::Op, kOldKinetoSource},
    {kKineto, "", "Runtime", "", Runtime, R::Launch, kOldKinetoSource},
    {kKineto, "", "Kernel", "", Hardware, R::Kernel, kOldKinetoSource},
    {kKineto, "", "Memcpy", "", Hardware, R::Copy, kOldKinetoSource},
    {kKineto, "", "Memset", "", Hardware, R::Kernel, kOldKinetoSource},

    {kOrt, "", "Session", "", Framework, R::Slice, kOrtSource},
    {kOrt, "", "Node", "*_fence_*", Runtime, R::Slice, kOrtSource},
    {kOrt, "", "Node", "", Framework, R::Op, kOrtSource},
    {kOrt, "", "Kernel", "*emcpy*", Hardware, R::Copy, kOrtSource},
    {kOrt, "", "Kernel", "", Hardware, R::Kernel, kOrtSource},
    {kOrt, "", "Api", "", Runtime, R::Launch, kOrtSource},

    {kXla, "/device:*/XLA Modules*", "", "", Framework, R::Slice, kXlaSource},
    {kXla, "/device:*/XLA Ops*", "", "", Framework, R::Slice, kXlaSource},
    {kXla, "/device:*/TensorFlow *", "", "", Framework, R::Slice, kXlaSource},
    {kXla, "/device:*/Framework *", "", "", Framework, R::Slice, kXlaSource},
    {kXla, "/device:*/Source*", "", "", Model, R::Slice, kXlaSource},
    {kXla, "/device:*/Steps*", "", "", Model, R::Slice, kXlaSource},
    {kXla, "/device:*", "", "Mem*py*", Hardware, R::Copy, kXlaSource},
    {kXla, "/device:*", "", "Memset*", Hardware, R::Kernel, kXlaSource},
    {kXla, "/device:*", "", "", Hardware, R::Kernel, kXlaSource},
    {kXla, "/host:*", "", "$*", Model, R::Slice, "Python frames: XLA python_hooks.cc"},
    {kXla, "/host:*", "", "cuda*", Runtime, R::Launch, kXlaSource},
    {kXla, "/host:*", "", "hip*", Runtime, R::Launch, kXlaSource},
    {kXla, "/host:*", "", "cu*", Driver, R::Launch, kXlaSource},
    {kXla, "/host:*", "", "*ompile*", Compiler, R::Slice, kXlaSource},
    {kXla, "/host:*", "", "", Framework, R::Slice, kXlaSource},

    // Every kernel stands on its stream and again on stream:all, every copy again on memcpy.
    {kTimeline, "/device:*/stream:all Compute*", "", "", Framework, R::Slice, kTimelineSource},
    {kTimeline, "/device:*/memcpy Compute*", "", "", Framework, R::Slice, kTimelineSource},
    {kTimeline, "/device:*/stream:* Compute*", "", "MEMCPY*", Hardware, R::Copy, kTimelineSource},
    {kTimeline, "/device:*/stream:* Compute*", "", "", Hardware, R::Kernel, kTimelineSource},
    {kTimeline, "/job:* Compute*", "", "", Framework, R::Op, kTimelineSource},

    {kRocprof, "CPU HIP API*", "", "", Runtime, R::Launch, kRocprofSource},
    {kRocprof, "CPU HSA API*", "", "", Driver, R::Launch, kRocprofSource},
    {kRocprof, "CPU KFD API*", "", "", Driver, R::Slice, kRocprofSource},
    {kRocprof, "Markers and Ranges*", "", "", Model, R::Annotation, kRocprofSource},
    {kRocprof, "COPY*", "", "", Hardware, R::Copy, kRocprofSource},
    {kRocprof, "GPU#/*", "", "", Hardware, R::Kernel, kRocprofSource},
    {kRocprof, "GPU##/*", "", "", Hardware, R::Kernel, kRocprofSource},

    {kRocprofv3, "", "hip_api", "", Runtime, R::Launch, kRocprofv3Source},
    {kRocprofv3, "", "hsa_api", "", Driver, R::Launch, kRocprofv3Source},
    {kRocprofv3, "", "kfd_events", "", Driver, R::Slice, kRocprofv3Source},
    {kRocprofv3, "", "marker_api", "aten::*", Framework, R::Op, "PyTorch: torch.autograd.profiler.emit_nvtx, by roctx"},
    {kRocprofv3, "", "marker_api", "{RCCL_*", Library, R::Slice, "RCCL: src/misc/roctx.cc, with RCCL_LOG_ROCTX=1"},
    {kRocprofv3, "", "marker_api", "", Model, R::Annotation, kRocprofv3Source},
    {kRocprofv3, "", "rccl_api", "", Library, R::Slice, kRocprofv3Source},
    {kRocprofv3, "", "rocdecode_api", "", Library, R::Slice, kRocprofv3Source},
    {kRocprofv3, "", "rocjpeg_api", "", Library, R::Slice, kRocprofv3Source},
    {kRocprofv3, "", "openmp", "", Runtime, R::Slice, kRocprofv3Source},
    {kRocprofv3, "", "memory_allocation", "", Runtime, R::Slice, kRocprofv3Source},
    {kRocprofv3, "", "kernel_dispatch", "", Hardware, R::Kernel, kRocprofv3Source},
    {kRocprofv3, "", "memory_copy", "", Hardware, R::Copy, kRocprofv3Source},

    {kNsys, "", "CUPTI_ACTIVITY_KIND_RUNTIME", "cuda*", Runtime, R::Launch, kNsysSource},
    {kNsys, "", "CUPTI_ACTIVITY_KIND_RUNTIME", "", Driver, R::Launch, kNsysSource},
    {kNsys, "", "CUPTI_ACTIVITY_KIND_KERNEL", "", Hardware, R::Kernel, kNsysSource},
    {kNsys, "", "CUPTI_ACTIVITY_KIND_MEMCPY", "", Hardware, R::Copy, kNsysSource},
    {kNsys, "", "CUPTI_ACTIVITY_KIND_MEMSET", "", Hardware, R::Kernel, kNsysSource},
    {kNsys, "", "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "", Hardware, R::Kernel, "CUPTI: CUpti_ActivityGraphTrace2"},
    {kNsys, "", "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "", Runtime, R::Sync, kNsysSource},
    // Behind the colon stands the domain.
    {kNsys, "", "NVTX_EVENTS:NCCL", "", Library, R::Slice, "NCCL: src/include/nvtx.h"},
    {kNsys, "", "NVTX_EVENTS:CCCL", "", Library, R::Slice, "CCCL (Thrust, CUB): nvtx.h, NVTXCCCLDomain"},
    {kNsys, "", "NVTX_EVENTS*", "aten::*", Framework, R::Op, "PyTorch: torch.autograd.profiler.emit_nvtx"},
    {kNsys, "", "NVTX_EVENTS*", "", Model, R::Annotation, kNsysSource},
    {kNsys, "", "CUBLAS_EVENTS", "", Library, R::Slice, kNsysSource},
    {kNsys, "", "CUDNN_EVENTS", "", Library, R::Slice, kNsysSource},
    {kNsys, "", "OSRT_API", "", Driver, R::Slice, "calls into the operating system"},
    {kNsys, "", "PROFILER_OVERHEAD", "", Other, R::Cost, kNsysSource},
};

/// The most telling first.
constexpr ToolMark kMarks[] = {
    {kNsys, "", "CUPTI_ACTIVITY_KIND_*"},
    {kKineto, "", "cpu_op"},
    {kKineto, "", "cuda_runtime"},
    {kKineto, "", "cuda_driver"},
    {kKineto, "", "gpu_memcpy"},
    {kKineto, "", "gpu_memset"},
    {kKineto, "", "gpu_user_annotation"},
    {kKineto, "", "python_function"},
    {kKineto, "", "user_annotation"},
    {kKineto, "", "mtia_ccp_events"},
    {kKineto, "*/PyTorch Profiler", "Trace"},
    {kOrt, "", "Node"},
    {kTimeline, "/device:* Compute*", "Op"},
    {kTimeline, "/job:* Compute*", "Op"},
    {kXla, "/device:*", ""},
    {kXla, "/host:*", ""},
    {kRocprof, "CPU HIP API*", ""},
    {kRocprof, "CPU HSA API*", ""},
    {kRocprof, "GPU#/*", ""},
    {kRocprof, "GPU##/*", ""},
    {kRocprofv3, "", "hip_api"},
    {kRocprofv3, "", "hsa_api"},
    {kRocprofv3, "", "kernel_dispatch"},
    {kRocprofv3, "", "memory_copy"},
    {kKineto, "", "kernel"},
};

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::span<const StoreyRule> storeyRules() {
  return kRules;
}

std::span<const ToolMark> toolMarks() {
  return kMarks;
}

const StoreyRule* findStoreyRule(std::string_view tool, std::string_view thread, std::string_view category,
                                 std::string_view name) {
  const auto fits = [&](const StoreyRule& rule) {
    return rule.tool == tool && fitsPattern(rule.category, category) && fitsPattern(rule.thread, thread) &&
           fitsPattern(rule.name, name);
  };
  const auto found = std::find_if(std::begin(kRules), std::end(kRules), fits);
  return found == std::end(kRules) ? nullptr : found;
}

bool fitsPattern(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return true;
  std::size_t star = std::string_view::npos, resume = 0, p = 0, t = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() &&
               (pattern[p] == text[t] || pattern[p] == '?' || (pattern[p] == '#' && isDigit(text[t])))) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace strata::inline trace
