#pragma once

#include <filesystem>
#include <string_view>

namespace strata::inline workloads {

/// Where models that come with Strata lie.
std::filesystem::path shippedModels();

/// The first file there, by name, with this extension (".onnx"); empty if there is none.
std::filesystem::path shippedModel(std::string_view extension);

}  // namespace strata::inline workloads
