#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/facts/view_state.h"

// The same thing in the words of CUDA, HIP, OpenCL, Vulkan, OpenGL and SYCL. Sources: the CUDA 13 runtime and driver
// API references, the HIP 6 API reference and its porting guide, hipDNN's reference of its backend, the HSA runtime
// specification 1.2, OpenCL 3.0, Vulkan 1.3, OpenGL's EXT_external_objects and EXT_external_objects_fd, SYCL 2020 and
// the oneAPI extensions of its bindless images.

namespace strata::inline facts {

/// One call and what does the same elsewhere; a column is empty where there is no such call. HIP's is empty also where
/// the table of names has it (hipName).
struct CallWords {
  std::string_view strata, cuda, hip, openCl;
  std::string_view what;  ///< what it does, one sentence
  std::string_view vulkan = {}, openGl = {}, sycl = {};
};

std::span<const CallWords> callWords();
/// ROCm's name of one of these: its own, or CUDA's renamed (app/lens/names.txt); empty: there is none.
std::string_view hipName(const CallWords& call);
/// The line that has this name in any column; nullptr: none.
const CallWords* findCallWords(std::string_view name);

/// "In ROCm this call is …": a name in another vocabulary.
struct OtherName {
  std::string_view vocabulary;  ///< "CUDA", "ROCm", "OpenCL", "Vulkan", "OpenGL", "SYCL"
  std::string name;
  bool byRule = false;  ///< no word of its own: HIP's rule of renaming cuda… to hip…
};
/// What a call is called elsewhere; empty for a name that is nobody's.
std::vector<OtherName> otherNames(std::string_view name);

/// One name for what is the same call in any vocabulary: CUDA's, or the name itself where CUDA has none or several.
std::string commonName(std::string_view name);

/// Words for the parts of a machine and a launch.
enum class Term { Thread, Warp, Block, Grid, Unit, SharedMemory, Stream };
std::string_view word(Term term, Vocabulary vocabulary);

}  // namespace strata::inline facts
