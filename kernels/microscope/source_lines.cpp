#include "kernels/microscope/source_lines.h"

#include <dlfcn.h>
#include <link.h>

#include <mutex>
#include <vector>

namespace strata::inline microscope {
namespace {

SourceLine innermost(const ObjectLines& lines, std::uint64_t address) {
  std::vector<SourceLine> places = lines.at(address);
  return places.empty() ? SourceLine{} : std::move(places.front());
}

/// Kernels of several threads may be watched.
SourceLine ofProgram(std::uint64_t address) {
  static std::mutex reading;
  const std::lock_guard lock(reading);
  static const ObjectLines lines("/proc/self/exe");
  return innermost(lines, address);
}

}  // namespace

SourceLine SourceLines::of(std::uintptr_t pc) const {
  const std::uintptr_t call = pc - 1;  // pc is where it returns to
  Dl_info info{};
  link_map* object = nullptr;
  if (::dladdr1(reinterpret_cast<const void*>(call), &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) == 0)
    return {};
  const std::uint64_t address = call - object->l_addr;
  const std::string path = object->l_name;
  return path.empty() ? ofProgram(address) : innermost(m_loaded.try_emplace(path, path).first->second, address);
}

}  // namespace strata::inline microscope
