#include "layers/common/shared_library.h"

#include <dlfcn.h>

namespace strata::inline common {

SharedLibrary::SharedLibrary(const std::vector<std::string>& files, Symbols symbols) {
  for (const std::string& file : files) {
    m_handle = dlopen(file.c_str(), RTLD_NOW | (symbols == Symbols::Global ? RTLD_GLOBAL : RTLD_LOCAL));
    if (!m_handle) continue;
    m_file = file;
    return;
  }
}

void* SharedLibrary::address(const std::string& symbol) const {
  return m_handle ? dlsym(m_handle, symbol.c_str()) : nullptr;
}

}  // namespace strata::inline common
