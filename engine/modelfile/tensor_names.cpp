#include "engine/modelfile/tensor_names.h"

#include <fmt/format.h>

#include "engine/modelfile/stored_layout.h"

namespace strata::inline modelfile {
namespace {

constexpr std::string_view kFused = "attention.fused";

std::optional<std::string_view> lookUp(std::span<const std::pair<std::string_view, std::string_view>> table,
                                       std::string_view name) {
  for (const auto& [from, to] : table)
    if (from == name) return to;
  return std::nullopt;
}

/// "12.attn_q" is layer 12 and "attn_q"; nothing for numbers written otherwise, such as 012.
std::optional<std::pair<std::string_view, std::string_view>> layerAndRest(std::string_view text) {
  const std::size_t dot = text.find('.');
  const std::string_view number = text.substr(0, dot);
  if (dot == std::string_view::npos || number.empty() || (number.size() > 1 && number[0] == '0')) return std::nullopt;
  if (number.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  return std::pair{number, text.substr(dot + 1)};
}

/// The entry that becomes `canonical`, or holds it with others.
std::optional<std::string_view> lookBack(std::span<const std::pair<std::string_view, std::string_view>> table,
                                         std::string_view canonical) {
  for (const auto& [from, to] : table)
    if (to == canonical) return from;
  const bool fused = canonical.starts_with("attention.") && canonical != kFused && canonical != "attention.output";
  return fused ? lookBack(table, kFused) : std::nullopt;
}

}  // namespace

std::string nameInFile(const TensorNames& names, std::string_view canonical) {
  constexpr std::string_view kLayers = "layers.", kBias = ".bias";
  const bool bias = canonical.ends_with(kBias);
  std::string_view name = canonical.substr(0, canonical.size() - (bias ? kBias.size() : 0));
  const std::string_view ending = bias ? kBias : ".weight";
  if (name.starts_with(kLayers))
    if (const auto parts = layerAndRest(name.substr(kLayers.size())))
      if (const auto own = lookBack(names.inLayer, parts->second))
        return fmt::format("{}{}{}.{}{}", names.prefix, names.layerPrefix, parts->first, *own, ending);
  if (const auto own = lookBack(names.outside, name))
    return fmt::format("{}{}{}", name == "head" ? "" : names.prefix, *own, ending);
  return std::string(canonical);
}

std::optional<std::string> canonicalName(const TensorNames& names, std::string_view name) {
  const bool bias = name.ends_with(".bias");
  const std::string_view suffix = bias ? ".bias" : ".weight";
  if (!name.ends_with(suffix)) return std::nullopt;
  name.remove_suffix(suffix.size());
  const std::string_view ending = bias ? suffix : "";
  if (name.starts_with(names.layerPrefix)) {
    const auto parts = layerAndRest(name.substr(names.layerPrefix.size()));
    const auto known = parts ? lookUp(names.inLayer, parts->second) : std::nullopt;
    if (known) return fmt::format("layers.{}.{}{}", parts->first, *known, ending);
  }
  const auto known = lookUp(names.outside, name);
  return known ? std::optional(fmt::format("{}{}", *known, ending)) : std::nullopt;
}

Result<void> splitFused(const std::string& file, std::int64_t dim, std::vector<StoredTensor>& tensors) {
  std::vector<StoredTensor> split;
  for (StoredTensor& tensor : tensors) {
    const std::size_t at = tensor.name.find(kFused);
    if (at == std::string::npos) {
      split.push_back(std::move(tensor));
      continue;
    }
    const std::string before = tensor.name.substr(0, at), after = tensor.name.substr(at + kFused.size());
    const bool vector = tensor.shape.size() == 1;
    if (dim < 1 || dim > kLargestCount || tensor.shape.empty() || tensor.shape[0] != 3 * dim ||
        (vector && blockOf(tensor.type) != 1) || tensor.shape.size() > 2)
      return Error{ErrorCode::Usage,
                   fmt::format("{}: {} should hold query, key and value, {} rows of floats or of whole blocks", file,
                               tensor.name, 3 * dim)};
    int part = 0;
    for (const char* name : {"query", "key", "value"})
      split.push_back(rowsOf(tensor, dim * part++, dim, before + "attention." + name + after));
  }
  tensors = std::move(split);
  return {};
}

}  // namespace strata::inline modelfile
