#include "kernels/microscope/source_lines.h"

#include <elfutils/libdwfl.h>
#include <unistd.h>

#include "kernels/microscope/inlined_calls.h"

namespace strata::inline microscope {

struct SourceLines::Impl {
  Dwfl_Callbacks callbacks{};
  Dwfl* dwfl = nullptr;

  /// When the first line is asked for: what is loaded for one kernel is there by then.
  void open() {
    if (dwfl) return;
    callbacks.find_elf = dwfl_linux_proc_find_elf;
    callbacks.find_debuginfo = dwfl_standard_find_debuginfo;
    dwfl = dwfl_begin(&callbacks);
    if (!dwfl) return;
    dwfl_linux_proc_report(dwfl, getpid());
    dwfl_report_end(dwfl, nullptr, nullptr);
  }
  ~Impl() {
    if (dwfl) dwfl_end(dwfl);
  }

  SourceLine lineTable(Dwarf_Addr address) const {
    int line = 0;
    Dwfl_Line* found = dwfl_getsrc(dwfl, address);
    const char* file = found ? dwfl_lineinfo(found, nullptr, &line, nullptr, nullptr, nullptr) : nullptr;
    return {kernelTextOf(file), line};
  }

  SourceLine inlinedInto(Dwarf_Addr address) const {
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = dwfl_addrdie(dwfl, address, &bias);
    const auto calls = inlinedCalls(unit, address - bias);
    return calls.empty() ? SourceLine{} : calls.front();
  }
};

SourceLines::SourceLines() : m_impl(std::make_unique<Impl>()) {}
SourceLines::~SourceLines() = default;

SourceLine SourceLines::of(std::uintptr_t pc) const {
  m_impl->open();
  if (!m_impl->dwfl) return {};
  const Dwarf_Addr address = pc - 1;  // of the call, where pc is where it returns to
  const SourceLine direct = m_impl->lineTable(address);
  return direct.file.empty() ? m_impl->inlinedInto(address) : direct;
}

}  // namespace strata::inline microscope
