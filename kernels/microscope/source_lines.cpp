#include "kernels/microscope/source_lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <utility>

namespace strata::inline microscope {
namespace {

constexpr std::string_view kKernels = "kernels/", kSuffix = ".cuh";

/// "kernels/matmul/tiled.cuh" of a whole path to a kernel's text; empty for any other file.
std::string kernelFile(const char* path) {
  const std::string_view whole = path ? path : "";
  const std::size_t at = whole.rfind(kKernels);
  return whole.ends_with(kSuffix) && at != std::string_view::npos ? std::string(whole.substr(at)) : std::string();
}

/// Where an inlined function was called.
SourceLine callOf(Dwarf_Die* unit, Dwarf_Die* inlined) {
  Dwarf_Attribute attribute;
  Dwarf_Word file = 0, line = 0;
  Dwarf_Files* files = nullptr;
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &file) != 0) return {};
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &line) != 0) return {};
  if (dwarf_getsrcfiles(unit, &files, nullptr) != 0) return {};
  return {kernelFile(dwarf_filesrc(files, file, nullptr, nullptr)), static_cast<int>(line)};
}

}  // namespace

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
    return {kernelFile(file), line};
  }

  SourceLine inlinedInto(Dwarf_Addr address) const {
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = dwfl_addrdie(dwfl, address, &bias);
    Dwarf_Die* scopes = nullptr;
    if (!unit || dwarf_getscopes(unit, address - bias, &scopes) < 1) return {};
    Dwarf_Die innermost = scopes[0];
    std::free(std::exchange(scopes, nullptr));
    const int count = dwarf_getscopes_die(&innermost, &scopes);  // by who was inlined into whom
    SourceLine line;
    for (int i = 0; i < count && line.file.empty(); ++i)
      if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine) line = callOf(unit, &scopes[i]);
    std::free(scopes);
    return line.file.empty() ? SourceLine{} : line;
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
