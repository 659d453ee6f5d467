#pragma once

#include <string>
#include <vector>

namespace strata::inline common {

/// A shared library that is opened while the program runs because the program can do without it. It stays loaded:
/// vendor libraries start threads that cannot be told to leave.
class SharedLibrary {
 public:
  /// Whether libraries that are loaded later find this one's symbols among theirs.
  enum class Symbols { Local, Global };

  /// The first of `files` that opens.
  explicit SharedLibrary(const std::vector<std::string>& files, Symbols symbols = Symbols::Local);

  bool open() const { return m_handle != nullptr; }
  const std::string& file() const { return m_file; }

  /// Sets `function` to the symbol; false if the library has none of that name.
  template <class Function>
  bool find(const std::string& symbol, Function*& function) const {
    function = reinterpret_cast<Function*>(address(symbol));
    return function != nullptr;
  }

 private:
  void* address(const std::string& symbol) const;

  void* m_handle = nullptr;
  std::string m_file;
};

}  // namespace strata::inline common
