#include "layers/driver/gpu_driver.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <sstream>

#include "engine/base/folder.h"

namespace strata::inline driver {
namespace {

namespace fs = std::filesystem;
using Trouble = DriverRemedy::Trouble;

// The LLVM targets of ROCm 10's compatibility matrix: Instinct, Radeon and Ryzen (ROCm/rocm-docs, docs/data/gpus.yaml).
constexpr std::array<std::string_view, 15> kOfficial = {"gfx908",  "gfx90a",  "gfx942",  "gfx950",  "gfx1030",
                                                        "gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150",
                                                        "gfx1151", "gfx1152", "gfx1153", "gfx1200", "gfx1201"};

bool isOfficial(std::string_view architecture) {
  return std::find(kOfficial.begin(), kOfficial.end(), architecture) != kOfficial.end();
}

/// Of RDNA 2, whose GPUs run one code: LLVM's gfx10-3-generic is for gfx1030 to gfx1036.
bool runsCodeOfGfx1030(std::string_view architecture) {
  return architecture.starts_with("gfx103");
}

std::string firstLine(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

bool canOpen(const SystemView& system, const fs::path& file) {
  if (system.canOpen) return system.canOpen(file);
  return ::access((system.root / file).c_str(), R_OK | W_OK) == 0;
}

bool hasLibrary(const SystemView& system, const std::string& soname) {
  if (system.hasLibrary) return system.hasLibrary(soname);
  return ::dlopen(soname.c_str(), RTLD_LAZY | RTLD_LOCAL) != nullptr;
}

template <class Visit>
void forEachEntry(const fs::path& folder, Visit visit) {
  std::error_code ignored;
  for (const fs::path& entry : entriesOf(folder, ignored)) visit(entry);
}

bool hasPciDevice(const SystemView& system, std::string_view vendor) {
  bool found = false;
  forEachEntry(system.root / "sys/bus/pci/devices", [&](const fs::path& device) {
    // Class 0x03 is a display controller, 0x12 a processing accelerator.
    const std::string kind = firstLine(device / "class");
    const bool gpu = kind.starts_with("0x03") || kind.starts_with("0x12");
    found = found || (gpu && firstLine(device / "vendor") == vendor);
  });
  return found;
}

/// "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun …": the first word that looks like a version.
std::string versionIn(const std::string& line) {
  std::istringstream words(line);
  for (std::string word; words >> word;)
    if (std::isdigit(static_cast<unsigned char>(word[0])) && word.find('.') != std::string::npos) return word;
  return {};
}

/// gfx_target_version 90402 is gfx942: major, minor, and a stepping in hexadecimal.
std::string gfxName(int version) {
  std::ostringstream name;
  name << "gfx" << version / 10000 << version / 100 % 100 << std::hex << version % 100;
  return name.str();
}

struct KfdGpu {
  std::string node, architecture;
};

std::vector<KfdGpu> kfdGpus(const SystemView& system) {
  std::vector<KfdGpu> gpus;
  forEachEntry(system.root / "sys/class/kfd/kfd/topology/nodes", [&](const fs::path& node) {
    std::ifstream in(node / "properties");
    std::string key;
    long long value = 0;
    while (in >> key >> value)
      if (key == "gfx_target_version" && value != 0)
        gpus.push_back({node.filename().string(), gfxName(static_cast<int>(value))});
  });
  std::sort(gpus.begin(), gpus.end(), [](const KfdGpu& a, const KfdGpu& b) { return olderVersion(a.node, b.node); });
  return gpus;
}

/// What is said where no GPU is on ROCm's list. One that is suffices: beside a Radeon, the GPU in the processor is
/// idle.
void judgeArchitectures(const std::vector<KfdGpu>& gpus, GpuDriverState& state) {
  const bool anyOfficial =
      std::any_of(gpus.begin(), gpus.end(), [](const KfdGpu& gpu) { return isOfficial(gpu.architecture); });
  if (anyOfficial) return;
  for (const KfdGpu& gpu : gpus) {
    state.detail += (state.detail.empty() ? "" : ", ") + gpu.architecture;
    if (runsCodeOfGfx1030(gpu.architecture))
      state.command += (state.command.empty() ? "" : " ") + ("HSA_OVERRIDE_GFX_VERSION_" + gpu.node + "=10.3.0");
  }
  if (!gpus.empty()) state.trouble = state.command.empty() ? Trouble::NotOfficial : Trouble::SiblingIsOfficial;
}

bool mayRender(const SystemView& system) {
  bool may = false;
  forEachEntry(system.root / "dev/dri", [&](const fs::path& file) {
    if (file.filename().string().starts_with("renderD"))
      may = may || canOpen(system, fs::path("dev/dri") / file.filename());
  });
  return may;
}

}  // namespace

bool olderVersion(std::string_view version, std::string_view than) {
  while (!version.empty() || !than.empty()) {
    const auto take = [](std::string_view& text) {
      int number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      text.remove_prefix(static_cast<std::size_t>(end - text.data()));
      text.remove_prefix(text.empty() ? 0 : 1);
      return error == std::errc() ? number : 0;
    };
    const int left = take(version), right = take(than);
    if (left != right) return left < right;
  }
  return false;
}

GpuDriverState inspectNvidiaDriver(const SystemView& system, std::string_view minimum) {
  GpuDriverState state;
  const fs::path proc = system.root / "proc/driver/nvidia/version";
  state.version = versionIn(firstLine(proc));
  if (state.version.empty())
    state.trouble = hasPciDevice(system, "0x10de") ? Trouble::NoModule : Trouble::NoDevice;
  else if (!canOpen(system, "dev/nvidiactl"))
    state.trouble = Trouble::NoAccess;
  else if (!hasLibrary(system, "libcuda.so.1"))
    state.trouble = Trouble::NoLibrary;
  else if (!minimum.empty() && olderVersion(state.version, minimum))
    state.trouble = Trouble::TooOld;
  if (state.trouble == Trouble::TooOld) state.detail = state.version + ", needs " + std::string(minimum);
  return state;
}

GpuDriverState inspectAmdDriver(const SystemView& system) {
  GpuDriverState state;
  std::error_code error;
  state.version = firstLine(system.root / "sys/module/amdgpu/version");
  if (!fs::exists(system.root / "dev/kfd", error)) {
    state.trouble = hasPciDevice(system, "0x1002") ? Trouble::NoModule : Trouble::NoDevice;
  } else if (!canOpen(system, "dev/kfd") || !mayRender(system)) {
    state.trouble = Trouble::NoAccess;
  } else if (!hasLibrary(system, "libhsa-runtime64.so.1")) {
    state.trouble = Trouble::NoLibrary;
  } else {
    judgeArchitectures(kfdGpus(system), state);
  }
  return state;
}

StoreyState driverStorey(std::string_view vendor, std::string_view name, const GpuDriverState& state) {
  StoreyState storey;
  storey.storey = Storey::Driver;
  storey.name = name;
  storey.version = state.version;
  storey.available = state.trouble == Trouble::None || state.trouble == Trouble::NotOfficial ||
                     state.trouble == Trouble::SiblingIsOfficial;
  if (state.trouble == Trouble::None) return storey;
  const DriverRemedy& remedy = driverRemedy(vendor, state.trouble);
  storey.reason = remedy.reason;
  if (!state.detail.empty()) storey.reason += " (" + state.detail + ")";
  storey.reason += ".";
  storey.remedy = remedy.remedy;
  if (!state.command.empty()) storey.remedy += ": " + state.command;
  storey.remedy += " [" + std::string(remedy.source) + "]";
  return storey;
}

StoreyState observedDriver(StoreyState storey, bool everyCall) {
  if (storey.available && storey.reason.empty())
    storey.reason = everyCall ? "observed: driver calls made directly, as libraries make them, and loading of kernels. "
                                "What the runtime asks "
                                "of the driver inside its own calls is the runtime's time: no profiler tells it"
                              : "not observed without a profiler's interface";
  return storey;
}

}  // namespace strata::inline driver
