#include "layers/driver/gpu_driver.h"

namespace strata::inline driver {
namespace {

constexpr std::string_view kNotOnTheList =
    "No GPU of this machine is on ROCm 10's support list, so libraries may lack kernels for it";

}  // namespace

const std::vector<DriverRemedy>& driverRemedies() {
  using Trouble = DriverRemedy::Trouble;
  static const std::vector<DriverRemedy> kRemedies = {
      {Trouble::NoDevice, "nvidia", "The PCI bus shows no NVIDIA GPU",
       "Nothing to install: run on the CPU, or on another machine with --agent 'ssh HOST strata-agent-cuda'",
       "lspci(8), PCI vendor 10de"},
      {Trouble::NoModule, "nvidia", "There is an NVIDIA GPU, but its kernel module is not loaded",
       "Install the driver (Debian: apt install nvidia-driver; Ubuntu: ubuntu-drivers install), then restart",
       "https://docs.nvidia.com/datacenter/tesla/driver-installation-guide/"},
      {Trouble::NoAccess, "nvidia", "The driver runs, but this user may not open its device file",
       "In a container, start it with --gpus all; otherwise check the permissions of /dev/nvidia*",
       "https://docs.nvidia.com/datacenter/cloud-native/container-toolkit/latest/"},
      {Trouble::NoLibrary, "nvidia", "The kernel module runs, but libcuda.so.1 is not installed",
       "Install the user-space driver of the same version (Debian: apt install libcuda1)",
       "https://docs.nvidia.com/datacenter/tesla/driver-installation-guide/"},
      {Trouble::TooOld, "nvidia", "The driver is older than this CUDA runtime needs",
       "Update the driver, or build Strata with an older CUDA toolkit",
       "https://docs.nvidia.com/cuda/cuda-toolkit-release-notes/ (CUDA driver versions)"},
      {Trouble::NoDevice, "amd", "The PCI bus shows no AMD GPU",
       "Nothing to install: run on the CPU, or on another machine with --agent 'ssh HOST strata-agent-hip'",
       "lspci(8), PCI vendor 1002"},
      {Trouble::NoModule, "amd", "There is an AMD GPU, but /dev/kfd of the amdgpu module is missing",
       "Load amdgpu with compute support (a current kernel has it; otherwise install amdgpu-dkms)",
       "https://rocm.docs.amd.com/projects/install-on-linux/en/latest/"},
      {Trouble::NoAccess, "amd", "This user may not open /dev/kfd or /dev/dri/renderD*",
       "Run: sudo usermod -aG render,video $USER, then log in again",
       "https://rocm.docs.amd.com/projects/install-on-linux/en/latest/install/prerequisites.html"},
      {Trouble::NoLibrary, "amd", "The ROCr runtime (libhsa-runtime64.so.1) is not installed",
       "Install ROCm's runtime (Debian: apt install libhsa-runtime64-1)",
       "https://rocm.docs.amd.com/projects/install-on-linux/en/latest/"},
      {Trouble::NotOfficial, "amd", kNotOnTheList,
       "Nothing to install: kernels compiled for it run. An older ROCm or a distribution's libraries may support it",
       "https://rocm.docs.amd.com/en/latest/compatibility/compatibility-matrix.html"},
      {Trouble::SiblingIsOfficial, "amd", kNotOnTheList,
       "If a library lacks kernels, let ROCr report it, and no other GPU, as gfx1030; people do, AMD does not support "
       "it",
       "ROCm/rocm-systems, libhsakmt/src/topology.c"},
  };
  return kRemedies;
}

const DriverRemedy& driverRemedy(std::string_view vendor, DriverRemedy::Trouble trouble) {
  static const DriverRemedy kNone;
  for (const DriverRemedy& remedy : driverRemedies())
    if (remedy.vendor == vendor && remedy.trouble == trouble) return remedy;
  return kNone;
}

std::string_view oldestNvidiaDriver(int cudaMajor) {
  // CUDA Toolkit release notes, "minor version compatibility": the oldest Linux driver of each major release.
  switch (cudaMajor) {
    case 11: return "450.80.02";
    case 12: return "525.60.13";
    case 13: return "580.65.06";
    default: return "";
  }
}

}  // namespace strata::inline driver
