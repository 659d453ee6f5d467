#include "layers/driver/driver_layer.h"

#include <sys/utsname.h>

namespace strata::inline driver {
namespace {

constexpr StackLayer kLayer{
    .storey = Storey::Driver,
    .teaching =
        "The driver owns the machine's real resources: page tables, queues, the doorbell that tells a device there is "
        "work. Every runtime call that cannot be answered from memory already held ends here, in a system call or a "
        "write to a mapped register. One such call is rarely slow; a million are. That is why runtimes keep pools and "
        "batch their submissions.",
    .cuda = "libcuda in user space and the nvidia kernel module.",
    .rocm = "The ROCr/HSA runtime in user space and the amdgpu kernel module.",
    .cpu = "The Linux kernel: memory maps, locked pages, futexes, the scheduler.",
};

}  // namespace

const StackLayer& driverLayer() {
  return kLayer;
}

StoreyState probeCpuDriver() {
  StoreyState state;
  state.storey = Storey::Driver;
  state.available = true;
  state.name = "Linux kernel";
  utsname system{};
  if (uname(&system) == 0) {
    state.name = std::string(system.sysname) + " kernel";
    state.version = system.release;
  }
  state.reason =
      "observed: the system calls the runtime makes, page faults and context switches of this process. Not observed: "
      "what the kernel does inside them (that needs ftrace or eBPF, and permission to use them)";
  return state;
}

}  // namespace strata::inline driver
