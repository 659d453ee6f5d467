#include "engine/base/storey.h"

namespace strata::inline base {

const std::array<StoreyInfo, kStoreyCount + 1>& storeys() {
  static constexpr std::array<StoreyInfo, kStoreyCount + 1> kStoreys{{
      {Storey::Model, "model", "Model", {0xE6, 0x9F, 0x00}, "the experiment: what to compute"},
      {Storey::Framework, "framework", "Framework", {0xCC, 0x79, 0xA7}, "op dispatch, shapes, graph"},
      {Storey::Library, "library", "Library", {0xF0, 0xE4, 0x42}, "BLAS and DNN routines"},
      {Storey::Compiler, "compiler", "Compiler", {0x95, 0x57, 0xE8}, "source to intermediate language to machine code"},
      {Storey::Runtime, "runtime", "Runtime", {0x56, 0xB4, 0xE9}, "memory, streams, events, launches"},
      {Storey::Driver, "driver", "Driver", {0x7F, 0x9C, 0xF5}, "queues, doorbells, page tables"},
      {Storey::Hardware, "hardware", "Hardware", {0x00, 0x9E, 0x73}, "kernels and copies executing"},
      {Storey::Other, "other", "Other", {0x6B, 0x72, 0x80}, "what no storey claims"},
  }};
  return kStoreys;
}

const StoreyInfo& storeyInfo(Storey storey) {
  return storeys()[static_cast<std::size_t>(storey)];
}

std::optional<Storey> storeyFromKey(std::string_view key) {
  for (const StoreyInfo& info : storeys())
    if (info.key == key) return info.storey;
  return std::nullopt;
}

}  // namespace strata::inline base
