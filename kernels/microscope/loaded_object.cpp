#include "kernels/microscope/loaded_object.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <elfutils/libdwfl.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

// Of the ABI for thread-local memory (x86-64). Asked of the loader by number, the memory is found wherever it lies:
// small objects have it within the thread's static block, of which dl_iterate_phdr says nothing.
struct TlsIndex {
  unsigned long module = 0, offset = 0;
};
extern "C" void* __tls_get_addr(TlsIndex* index);  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)

namespace strata::inline microscope {
namespace {

/// Calls visit(const dl_phdr_info&) for the object of this path.
template <class Visit>
void visitObject(const std::string& path, Visit visit) {
  std::pair<const std::string*, Visit*> asked{&path, &visit};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        auto& [wanted, call] = *static_cast<decltype(asked)*>(data);
        if (*wanted != info->dlpi_name) return 0;
        (*call)(*info);
        return 1;
      },
      &asked);
}

/// "tileA" of the symbol of a variable in a function.
std::string variableName(const char* symbol) {
  if (std::string_view(symbol) == "strataDynamicShared") return "dynamic shared";  // of all kernels of the program
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> readable(abi::__cxa_demangle(symbol, nullptr, nullptr, &status),
                                                             std::free);
  const std::string_view name = status == 0 ? readable.get() : symbol;
  const std::size_t at = name.rfind("::");
  return std::string(at == std::string_view::npos ? name : name.substr(at + 2));
}

/// Calls visit(name, symbol, address) for each variable that a module defines.
template <class Visit>
void forEachVariable(Dwfl_Module* module, Visit visit) {
  const int count = dwfl_module_getsymtab(module);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol{};
    GElf_Addr address = 0;
    const char* name = dwfl_module_getsym_info(module, i, &symbol, &address, nullptr, nullptr, nullptr);
    if (name && symbol.st_shndx != SHN_UNDEF && symbol.st_size > 0) visit(name, symbol, address);
  }
}

/// What an object's table of symbols says.
struct Variables {
  std::vector<SharedVariable> shared;
  std::vector<ObjectVariable> others;
};

Variables variablesOf(Dwfl_Module* module) {
  Variables found;
  forEachVariable(module, [&](const char* name, const GElf_Sym& symbol, GElf_Addr address) {
    if (GELF_ST_TYPE(symbol.st_info) == STT_TLS)
      found.shared.push_back({variableName(name), symbol.st_value, symbol.st_size});
    if (GELF_ST_TYPE(symbol.st_info) == STT_OBJECT)
      found.others.push_back({variableName(name), address, symbol.st_size});
  });
  std::ranges::sort(found.shared, {}, &SharedVariable::offset);
  return found;
}

/// Of the object in this file, loaded at `base`.
Variables variablesIn(const std::string& path, std::uintptr_t base) {
  Dwfl_Callbacks callbacks{};
  callbacks.find_debuginfo = dwfl_standard_find_debuginfo;
  const std::unique_ptr<Dwfl, decltype(&dwfl_end)> dwfl(dwfl_begin(&callbacks), dwfl_end);
  if (!dwfl) return {};
  Dwfl_Module* const module = dwfl_report_elf(dwfl.get(), path.c_str(), path.c_str(), -1, base, false);
  return module ? variablesOf(module) : Variables();
}

const std::vector<SharedVariable>& sharedOfProgram() {
  static const std::vector<SharedVariable> kVariables = variablesIn("/proc/self/exe", 0).shared;
  return kVariables;
}

/// `begin`: where the calling thread has what the variables' offsets count from.
NamedArray sharedArrayAt(const std::vector<SharedVariable>& variables, std::uintptr_t begin, std::uintptr_t address) {
  const auto behind = std::ranges::upper_bound(variables, address - begin, {}, &SharedVariable::offset);
  if (behind == variables.begin()) return {};
  const SharedVariable& variable = *std::prev(behind);
  const std::uintptr_t from = begin + variable.offset;
  const NamedArray array{&variable.name, from, from + variable.bytes};
  return array.has(address) ? array : NamedArray();
}

/// The object that is watched; each has a number of its own.
struct WatchedObject {
  std::unique_ptr<const LoadedObject> object;
  std::uint64_t number = 0;
};
constinit WatchedObject watched;

/// Where a thread has its shared memory.
struct SharedPiece {
  std::uint64_t number = 0;  ///< of the object
  std::uintptr_t begin = 0, end = 0;
};

SharedPiece sharedPieceHere() {
  const bool any = watched.object && !watched.object->shared().empty();
  const std::uintptr_t begin = any ? watched.object->sharedBegin() : 0;
  if (begin == 0) return {watched.number};
  const SharedVariable& last = watched.object->shared().back();
  return {watched.number, begin, begin + last.offset + last.bytes};
}

const SharedPiece& knownPieceHere() {
  thread_local SharedPiece piece;
  if (piece.number != watched.number) piece = sharedPieceHere();
  return piece;
}

}  // namespace

LoadedObject::LoadedObject(std::string path) : m_path(std::move(path)) {
  std::uintptr_t base = 0;
  visitObject(m_path, [&](const dl_phdr_info& info) {
    base = info.dlpi_addr;
    for (int i = 0; i < info.dlpi_phnum; ++i)
      if (const auto& header = info.dlpi_phdr[i]; header.p_type == PT_LOAD)
        m_pieces.push_back({info.dlpi_addr + header.p_vaddr, info.dlpi_addr + header.p_vaddr + header.p_memsz,
                            (header.p_flags & PF_W) != 0});
  });
  Variables found = variablesIn(m_path, base);
  m_shared = std::move(found.shared);
  m_variables = std::move(found.others);
  std::erase_if(m_variables, [this](const ObjectVariable& variable) { return !holdsVariables(variable.begin); });
  std::ranges::sort(m_variables, {}, &ObjectVariable::begin);
}

std::uintptr_t LoadedObject::sharedBegin() const {
  TlsIndex first;
  visitObject(m_path, [&](const dl_phdr_info& info) { first.module = info.dlpi_tls_modid; });
  return first.module == 0 ? 0 : reinterpret_cast<std::uintptr_t>(__tls_get_addr(&first));
}

bool LoadedObject::holds(std::uintptr_t address) const {
  return std::ranges::any_of(m_pieces, [&](const Piece& piece) { return piece.has(address); });
}

bool LoadedObject::holdsVariables(std::uintptr_t address) const {
  return std::ranges::any_of(m_pieces, [&](const Piece& piece) { return piece.writable && piece.has(address); });
}

void watchObjectOf(const void* kernel) {
  Dl_info info{};
  const bool known = dladdr(kernel, &info) != 0 && info.dli_fname;
  if (known && watched.object && watched.object->path() == info.dli_fname) return;
  watched.object = known ? std::make_unique<const LoadedObject>(info.dli_fname) : nullptr;
  ++watched.number;
}

bool isSharedOfObject(std::uintptr_t address) {
  const SharedPiece& piece = knownPieceHere();
  return address >= piece.begin && address < piece.end;
}

NamedArray sharedArrayOfObject(std::uintptr_t address) {
  return watched.object ? sharedArrayAt(watched.object->shared(), knownPieceHere().begin, address) : NamedArray();
}

NamedArray sharedArrayOfProgram(std::uintptr_t address, std::uintptr_t begin) {
  return sharedArrayAt(sharedOfProgram(), begin, address);
}

void readSharedOfProgram() {
  sharedOfProgram();
}

}  // namespace strata::inline microscope
