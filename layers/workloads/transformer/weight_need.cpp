#include "layers/workloads/transformer/weight_need.h"

#include <algorithm>

#include "layers/workloads/transformer/weight_walk.h"

namespace strata::inline workloads {
namespace {

struct KeptAs {
  std::string_view name;
  StoredType same;  ///< of a file
};

KeptAs keptAs(const TensorInfo& info) {
  if (info.type == DataType::I8 || info.name == "scales") return {"q8_0", StoredType::Q8_0};
  if (info.type == DataType::F16) return {"fp16", StoredType::F16};
  if (info.type == DataType::BF16) return {"bf16", StoredType::BF16};
  return {"fp32", StoredType::F32};
}

class WeightCounter final : WeightWalk {
 public:
  using WeightWalk::WeightWalk;

  Result<WeightNeed> count() {
    STRATA_TRY(all());
    std::ranges::sort(m_need.kinds, std::ranges::greater(), &WeightNeed::Kind::bytes);
    return std::move(m_need);
  }

 private:
  Result<TensorPlace> put(const TensorInfo& info, const Sources& sources, const Fill&) override {
    const auto bytes = static_cast<double>(info.bytes());
    double elements = 0;
    for (const StoredTensor* source : sources) elements += static_cast<double>(source->elements());
    for (const StoredTensor* source : sources)
      add(source->type, keptAs(info), bytes * static_cast<double>(source->elements()) / elements);
    m_need.bytes += bytes;
    m_need.peakWithCopies = std::max(m_need.peakWithCopies, m_need.bytes + bytes);
    return TensorPlace{};
  }

  void add(StoredType stored, KeptAs kept, double bytes) {
    const auto same = [&](const WeightNeed::Kind& kind) {
      return kind.stored == nameOf(stored) && kind.kept == kept.name;
    };
    auto found = std::ranges::find_if(m_need.kinds, same);
    if (found == m_need.kinds.end())
      found = m_need.kinds.insert(found, {nameOf(stored), kept.name, stored == kept.same, 0});
    found->bytes += bytes;
  }

  WeightNeed m_need;
};

}  // namespace

Result<WeightNeed> weightNeed(const ModelFile& model, std::optional<LinearType> matricesAs) {
  return WeightCounter(model, matricesAs).count();
}

}  // namespace strata::inline workloads
