#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/protocol/request.h"

namespace strata::inline session {

/// Whether a file is called as kernels' texts are; what Msg::KernelFilter lets through.
bool isKernelFile(std::string_view path);

/// A kernel's text from a file, as a variant of the file's name. `like`: the step it is launched like; empty: the
/// first. Io where the file cannot be read; Usage where it is no text, or too long for one.
Result<OwnKernel> readKernelFile(const std::string& path, const std::string& like);

/// Of a request for the experiment of free kernels: the file that its parameters name becomes the kernel it brings
/// along. Others stay as they are. Usage where none is named.
Result<void> bringKernel(Request& request);

}  // namespace strata::inline session
