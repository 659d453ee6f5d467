#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace strata {

struct HouseFile {
  std::string path;  ///< within the repository: "engine/trace/trace_writer.h"
  std::string text;
};

/// The sources of engine, kernels, layers and app.
std::vector<HouseFile> houseFiles(const std::filesystem::path& root);

}  // namespace strata
