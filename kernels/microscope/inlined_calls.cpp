#include "kernels/microscope/inlined_calls.h"

#include <dwarf.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace strata::inline microscope {
namespace {

constexpr std::string_view kKernels = "kernels/", kSuffix = ".cuh";

/// Where an inlined function was called.
SourceLine callOf(Dwarf_Die* unit, Dwarf_Die* inlined) {
  Dwarf_Attribute attribute;
  Dwarf_Word file = 0, line = 0, column = 0;
  Dwarf_Files* files = nullptr;
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &file) != 0) return {};
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &line) != 0) return {};
  if (dwarf_getsrcfiles(unit, &files, nullptr) != 0) return {};
  dwarf_formudata(dwarf_attr(inlined, DW_AT_call_column, &attribute), &column);
  return {kernelTextOf(dwarf_filesrc(files, file, nullptr, nullptr)), static_cast<int>(line), static_cast<int>(column)};
}

/// Whether functions or inlined ones may be found in it.
bool mayHoldText(int tag) {
  constexpr int kTags[] = {DW_TAG_inlined_subroutine, DW_TAG_lexical_block, DW_TAG_namespace,
                           DW_TAG_structure_type,     DW_TAG_class_type,    DW_TAG_union_type};
  return std::ranges::find(kTags, tag) != std::end(kTags);
}

}  // namespace

std::string kernelTextOf(const char* path) {
  const std::string_view whole = path ? path : "";
  const std::size_t at = whole.rfind(kKernels);
  return whole.ends_with(kSuffix) && at != std::string_view::npos ? std::string(whole.substr(at)) : std::string();
}

bool InlinedCalls::Scope::has(Dwarf_Addr address) const {
  return std::ranges::any_of(pieces, [&](const Piece& piece) { return address >= piece.begin && address < piece.end; });
}

InlinedCalls::InlinedCalls(Dwarf_Die* unit) {
  std::vector<Dwarf_Die> functions;
  read(unit, unit, functions);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    Dwarf_Die function = functions[i];  // its own may be added meanwhile
    addScope(unit, &function, functions);
  }
}

/// Functions are put by, wherever they are found: the code of a lambda's lies outside of the function it stands in.
void InlinedCalls::read(Dwarf_Die* unit, Dwarf_Die* parent, std::vector<Dwarf_Die>& functions) {
  Dwarf_Die die;
  for (int status = dwarf_child(parent, &die); status == 0; status = dwarf_siblingof(&die, &die)) {
    const int tag = dwarf_tag(&die);
    if (tag == DW_TAG_subprogram)
      functions.push_back(die);
    else if (mayHoldText(tag))
      addScope(unit, &die, functions);
  }
}

void InlinedCalls::addScope(Dwarf_Die* unit, Dwarf_Die* die, std::vector<Dwarf_Die>& functions) {
  Scope scope;
  Dwarf_Addr base = 0, begin = 0, end = 0;
  for (std::ptrdiff_t at = 0; (at = dwarf_ranges(die, at, &base, &begin, &end)) > 0;)
    scope.pieces.push_back({begin, end});
  if (scope.pieces.empty()) return read(unit, die, functions);
  if (dwarf_tag(die) == DW_TAG_inlined_subroutine) scope.call = callOf(unit, die);
  dwarf_entrypc(die, &scope.entry);
  const std::size_t mine = m_scopes.size();
  m_scopes.push_back(std::move(scope));
  read(unit, die, functions);
  m_scopes[mine].behind = m_scopes.size();
}

std::vector<SourceLine> InlinedCalls::at(Dwarf_Addr address) const {
  std::vector<SourceLine> calls;
  for (std::size_t i = 0, end = m_scopes.size(); i < end;) {
    const Scope& scope = m_scopes[i];
    if (!scope.has(address)) {
      i = scope.behind;
      continue;
    }
    if (!scope.call.file.empty()) calls.emplace_back(scope.call).into = address - scope.entry;
    end = scope.behind;
    ++i;
  }
  std::ranges::reverse(calls);
  return calls;
}

}  // namespace strata::inline microscope
