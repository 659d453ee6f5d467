#include "layers/workloads/transformer/model_fit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "layers/workloads/common/bytes_apart.h"

namespace strata::inline workloads {
namespace {

constexpr double kSure = 15.0 / 16;  ///< of what is free; advice that needs more may be wrong a moment later

std::string kindText(const WeightNeed::Kind& kind) {
  return kind.asStored ? fmt::format("{} of {}, kept as it is", bytesText(kind.bytes), kind.stored)
                       : fmt::format("{} of {} in the file, kept as {}", bytesText(kind.bytes), kind.stored, kind.kept);
}

std::string weightsText(const WeightNeed& weights) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> kinds;
  kinds.reserve(kMost);
  for (const WeightNeed::Kind& kind : weights.kinds)
    if (kinds.size() < kMost && kind.bytes > weights.bytes / 1000) kinds.push_back(kindText(kind));
  const bool changed = std::ranges::any_of(
      weights.kinds, [&](const WeightNeed::Kind& kind) { return !kind.asStored && kind.bytes > weights.bytes / 1000; });
  return fmt::format("Its weights take {} ({}){}", bytesText(weights.bytes), fmt::join(kinds, "; "),
                     changed ? ": matrices in F32, F16, BF16 and Q8_0 stay so, all else and the table of tokens become "
                               "fp32."
                             : ".");
}

/// What loading takes beside the weights.
double copiesOf(const ModelNeed& need, const DeviceRoom& room) {
  return room.holdsCopies ? need.weights.peakWithCopies - need.weights.bytes : 0;
}

double neededBy(const ModelNeed& need, const DeviceRoom& room, double weights) {
  return std::max(weights + copiesOf(need, room), weights + need.cache());
}

std::string advice(const ModelNeed& need, const DeviceRoom& room) {
  const double sure = room.free * kSure, left = sure - need.weights.bytes;
  const auto tokens = static_cast<std::int64_t>(std::max(0.0, left / need.cachePerToken));
  if (tokens > 0 && tokens < need.tokens && need.weights.bytes + copiesOf(need, room) <= sure)
    return fmt::format("To run it, set a smaller context: {} tokens fit.", tokens);
  std::string all;
  if (neededBy(need, room, need.weights.bytes) <= room.all * kSure) all = "To run it, end what else uses this memory. ";
  const auto fits = [&](const ModelNeed::Other& other) { return neededBy(need, room, other.bytes) <= sure; };
  if (const auto other = std::ranges::find_if(need.others, fits); other != need.others.end())
    return all + fmt::format("As a GGUF file in {} the same weights would take {} and fit.", other->type,
                             bytesText(other->bytes));
  return all + "Choose a smaller model, or a device with more memory.";
}

}  // namespace

Result<void> checkFit(const ModelNeed& need, const DeviceRoom& room) {
  const double needed = neededBy(need, room, need.weights.bytes);
  if (needed <= room.free) return {};
  const BytesApart bytes = bytesApart(needed, room.free);
  const double copies = copiesOf(need, room);
  const std::string copied =
      copies > need.cache() ? fmt::format(", and a copy of those on their way {} more", bytesText(copies)) : "";
  return Error{ErrorCode::OutOfMemory,
               fmt::format("The model does not fit: it needs {} of the memory of the device {}, which has {} free of "
                           "{}. {} Keys and values of {} tokens take {}{}. {}",
                           bytes.needed, room.device, bytes.available, bytesText(room.all), weightsText(need.weights),
                           need.tokens, bytesText(need.cache()), copied, advice(need, room)),
               Storey::Model};
}

Result<void> checkFit(const ModelFile& model, std::int64_t tokens, Device& device) {
  const DeviceInfo& info = device.info();
  const std::uint64_t free = device.freeMemory().value_or(info.memoryBytes);
  if (info.memoryBytes == 0) return {};
  const ModelConfig& c = model.config();
  ModelNeed need;
  STRATA_ASSIGN(need.weights, weightNeed(model));
  need.cachePerToken = 2.0 * static_cast<double>(c.kvWidth()) * static_cast<double>(c.layers) * sizeof(float);
  need.tokens = tokens;
  for (const auto& [type, matrices] : {std::pair("F16", LinearType::F16), std::pair("Q8_0", LinearType::Q8)}) {
    STRATA_ASSIGN(const WeightNeed other, weightNeed(model, matrices));
    if (other.bytes < need.weights.bytes) need.others.push_back({type, other.bytes});
  }
  return checkFit(need, {.device = info.key(),
                         .free = static_cast<double>(free),
                         .all = static_cast<double>(info.memoryBytes),
                         .holdsCopies = info.isProcessor()});
}

}  // namespace strata::inline workloads
