#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

/// A class, struct, union or enum that a file defines for others to see.
struct NamedType {
  std::string name;  ///< fully qualified: "strata::gpu::GpuStream"
  std::string file;
  int line = 0;
};

/// In order. What stands in a namespace without a name, in a function or in a template's specialisation is left out.
std::vector<NamedType> typesOf(std::string_view text, const std::string& file);

/// Of engine, kernels, layers and app, without kernels/compat: one header of it for each compiler, of which a
/// compilation sees one.
std::vector<NamedType> typesUnder(const std::filesystem::path& root);

/// The last namespace of ours that a text opens: "strata::inline base"; empty where none. Those before it only declare
/// what other rooms define.
std::string roomNamespaceOf(std::string_view text);

/// Those of one name that stand in several files.
std::vector<NamedType> standTwice(std::vector<NamedType> types);

}  // namespace strata
