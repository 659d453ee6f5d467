#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace strata::inline microscope {

/// An array that kernels touch, and where it lies.
struct NamedArray {
  const std::string* name = nullptr;  ///< nobody has named what lies there
  std::uintptr_t begin = 0, end = 0;
  bool has(std::uintptr_t address) const { return address >= begin && address < end; }
};

/// Which tensor lies where in the device's memory, as whoever launches kernels has named it.
class ArrayNames {
 public:
  /// Whatever lay there before lies there no more.
  void add(std::string_view name, std::span<const std::byte> where);
  NamedArray at(std::uintptr_t address) const;

 private:
  struct Tensor {
    std::string name;
    std::uintptr_t end = 0;
  };
  std::map<std::uintptr_t, Tensor> m_tensors;  ///< by where they begin
};

}  // namespace strata::inline microscope
