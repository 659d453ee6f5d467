#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/microscope/array_names.h"

namespace strata::inline microscope {

/// A __shared__ variable: thread-local on the CPU device.
struct SharedVariable {
  std::string name;        ///< as the text has it
  std::size_t offset = 0;  ///< from where the object's thread-local memory begins
  std::size_t bytes = 0;
};

/// A __device__, __constant__ or static variable that is not read-only.
struct ObjectVariable {
  std::string name;  ///< as the text has it
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
};

/// Kernels that were loaded while the program runs, and where what belongs to them lies.
class LoadedObject {
 public:
  /// `path`: of the shared object, which is loaded.
  explicit LoadedObject(std::string path);

  const std::vector<SharedVariable>& shared() const { return m_shared; }  ///< by offset
  const std::vector<ObjectVariable>& variables() const { return m_variables; }
  const std::string& path() const { return m_path; }
  /// Where the calling thread's shared memory begins; 0: the object has none.
  std::uintptr_t sharedBegin() const;
  /// Whether an address is one of its code, constants and variables.
  bool holds(std::uintptr_t address) const;
  /// Whether it is where the variables are, or between them.
  bool holdsVariables(std::uintptr_t address) const;

 private:
  struct Piece {
    std::uintptr_t begin = 0, end = 0;
    bool writable = false;
    bool has(std::uintptr_t address) const { return address >= begin && address < end; }
  };
  std::string m_path;
  std::vector<SharedVariable> m_shared;
  std::vector<ObjectVariable> m_variables;
  std::vector<Piece> m_pieces;
};

/// The object that holds this kernel is watched from now on, in the place of one before: what is thread-local in it is
/// shared memory, as it is in the program's own kernels. Not while a kernel runs.
void watchObjectOf(const void* kernel);
/// Whether an address lies in the calling thread's shared memory of the object that is watched.
bool isSharedOfObject(std::uintptr_t address);

/// The shared variable at such an address.
NamedArray sharedArrayOfObject(std::uintptr_t address);
/// Likewise of the program's own kernels; `begin`: where the calling thread has the program's thread-local memory.
NamedArray sharedArrayOfProgram(std::uintptr_t address, std::uintptr_t begin);
/// Reads what the program's are called, once: not on the small stack of a GPU thread.
void readSharedOfProgram();

}  // namespace strata::inline microscope
