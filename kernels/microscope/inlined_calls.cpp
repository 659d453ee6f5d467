#include "kernels/microscope/inlined_calls.h"

#include <dwarf.h>

#include <cstdlib>
#include <string_view>
#include <utility>

namespace strata::inline microscope {
namespace {

constexpr std::string_view kKernels = "kernels/", kSuffix = ".cuh";

/// Where an inlined function was called.
SourceLine callOf(Dwarf_Die* unit, Dwarf_Die* inlined) {
  Dwarf_Attribute attribute;
  Dwarf_Word file = 0, line = 0;
  Dwarf_Files* files = nullptr;
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &file) != 0) return {};
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &line) != 0) return {};
  if (dwarf_getsrcfiles(unit, &files, nullptr) != 0) return {};
  return {kernelTextOf(dwarf_filesrc(files, file, nullptr, nullptr)), static_cast<int>(line)};
}

}  // namespace

std::string kernelTextOf(const char* path) {
  const std::string_view whole = path ? path : "";
  const std::size_t at = whole.rfind(kKernels);
  return whole.ends_with(kSuffix) && at != std::string_view::npos ? std::string(whole.substr(at)) : std::string();
}

std::vector<SourceLine> inlinedCalls(Dwarf_Die* unit, Dwarf_Addr address) {
  std::vector<SourceLine> calls;
  Dwarf_Die* scopes = nullptr;
  if (!unit || dwarf_getscopes(unit, address, &scopes) < 1) return calls;
  Dwarf_Die innermost = scopes[0];
  std::free(std::exchange(scopes, nullptr));
  const int count = dwarf_getscopes_die(&innermost, &scopes);  // by who was inlined into whom
  for (int i = 0; i < count; ++i) {
    if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine) continue;
    if (SourceLine call = callOf(unit, &scopes[i]); !call.file.empty()) calls.push_back(std::move(call));
  }
  std::free(scopes);
  return calls;
}

}  // namespace strata::inline microscope
