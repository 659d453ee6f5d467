#include "layers/driver/gpu_driver.h"

namespace strata {

const std::vector<DriverRemedy>& driverRemedies() {
  using Trouble = DriverRemedy::Trouble;
  static const std::vector<DriverRemedy> kRemedies = {
      {Trouble::NoDevice, "nvidia", "the PCI bus shows no NVIDIA GPU",
       "nothing to install: run on the CPU, or on another machine with --agent 'ssh HOST strata-agent-cuda'",
       "lspci(8), PCI vendor 10de"},
      {Trouble::NoModule, "nvidia", "there is an NVIDIA GPU, and its kernel module is not loaded",
       "install the driver (Debian: apt install nvidia-driver; Ubuntu: ubuntu-drivers install), then restart",
       "https://docs.nvidia.com/datacenter/tesla/driver-installation-guide/"},
      {Trouble::NoAccess, "nvidia", "the driver runs, and this user may not open its device file",
       "in a container, start it with --gpus all; else check the permissions of /dev/nvidia*",
       "https://docs.nvidia.com/datacenter/cloud-native/container-toolkit/latest/"},
      {Trouble::NoLibrary, "nvidia", "the kernel module runs, and libcuda.so.1 is not installed",
       "install the user-space driver of the same version (Debian: apt install libcuda1)",
       "https://docs.nvidia.com/datacenter/tesla/driver-installation-guide/"},
      {Trouble::TooOld, "nvidia", "the driver is older than this CUDA runtime needs",
       "update the driver, or build Strata with an older CUDA toolkit",
       "https://docs.nvidia.com/cuda/cuda-toolkit-release-notes/ (CUDA driver versions)"},
      {Trouble::NoDevice, "amd", "the PCI bus shows no AMD GPU",
       "nothing to install: run on the CPU, or on another machine with --agent 'ssh HOST strata-agent-hip'",
       "lspci(8), PCI vendor 1002"},
      {Trouble::NoModule, "amd", "there is an AMD GPU, and /dev/kfd of the amdgpu module is not there",
       "load amdgpu with compute support (a current kernel has it; else install amdgpu-dkms)",
       "https://rocm.docs.amd.com/projects/install-on-linux/en/latest/"},
      {Trouble::NoAccess, "amd", "this user may not open /dev/kfd or /dev/dri/renderD*",
       "sudo usermod -aG render,video $USER, then log in again",
       "https://rocm.docs.amd.com/projects/install-on-linux/en/latest/install/prerequisites.html"},
      {Trouble::NoLibrary, "amd", "the ROCr runtime (libhsa-runtime64.so.1) is not installed",
       "install ROCm's runtime (Debian: apt install libhsa-runtime64-1)",
       "https://rocm.docs.amd.com/projects/install-on-linux/en/latest/"},
      {Trouble::NotOfficial, "amd", "this GPU's architecture is outside ROCm's official list: kernels may be missing",
       "try HSA_OVERRIDE_GFX_VERSION=10.3.0 (RDNA 2) or 11.0.0 (RDNA 3); people use it, AMD does not support it",
       "https://rocm.docs.amd.com/projects/install-on-linux/en/latest/reference/system-requirements.html"},
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

}  // namespace strata
