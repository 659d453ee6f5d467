#include "kernels/microscope/source_lines.h"

#include <dlfcn.h>
#include <link.h>

#include <bit>
#include <vector>

#include "engine/base/mutex.h"
#include "kernels/microscope/roomy_thread.h"

namespace strata::inline microscope {
namespace {

SourceLine innermost(const ObjectLines& lines, std::uint64_t address) {
  std::vector<SourceLine> places = lines.at(address);
  return places.empty() ? SourceLine{} : std::move(places.front());
}

/// Those of the program, for all threads in which kernels are watched.
struct ProgramLines {
  Mutex mutex;
  ObjectLines lines STRATA_GUARDED_BY(mutex){"/proc/self/exe"};
};

SourceLine ofProgram(std::uint64_t address) {
  static ProgramLines program;
  const Lock lock(program.mutex);
  return innermost(program.lines, address);
}

}  // namespace

SourceLine SourceLines::of(std::uintptr_t pc) const {
  const std::uintptr_t call = pc - 1;  // pc is where it returns to
  Dl_info info{};
  link_map* object = nullptr;
  if (::dladdr1(std::bit_cast<const void*>(call), &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) == 0)
    return {};
  const std::uint64_t address = call - object->l_addr;
  const std::string path = object->l_name;
  if (path.empty()) return ofProgram(address);
  const Lock lock(m_mutex);
  return innermost(m_loaded.try_emplace(path, path).first->second, address);
}

SourceLine SourceLines::ofFiber(std::uintptr_t pc) const {
  static RoomyThread reader;
  SourceLine line;
  reader.run([&] { line = of(pc); });
  return line;
}

}  // namespace strata::inline microscope
