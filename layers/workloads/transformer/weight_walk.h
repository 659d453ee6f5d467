#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/modelfile/model_file.h"
#include "layers/workloads/transformer/transformer_weights.h"
#include "layers/workloads/transformer/weight_reader.h"

namespace strata::inline workloads {

/// Goes through all weights of a model in the order, the shapes and the types in which they lie on a device. What is
/// done with each is told by who derives from it.
class WeightWalk {
 public:
  using Fill = std::function<void(WeightReader& reader, std::byte* to)>;
  using Sources = std::vector<const StoredTensor*>;

  /// `matricesAs`: as if the file kept its matrices so.
  explicit WeightWalk(const ModelFile& model, std::optional<LinearType> matricesAs = {})
      : m_model(model), m_matricesAs(matricesAs) {}
  virtual ~WeightWalk() = default;
  WeightWalk(const WeightWalk&) = delete;
  WeightWalk& operator=(const WeightWalk&) = delete;

 protected:
  Result<void> all();
  /// A tensor on the device, which `fill` reads from `sources`.
  virtual Result<TensorPlace> put(const TensorInfo& info, const Sources& sources, const Fill& fill) = 0;

  TransformerWeights m_weights;

 private:
  LinearType deviceType(const StoredTensor& tensor) const;
  Result<TransformerLayer> layer(const std::string& prefix);
  Result<LinearWeight> head();
  Result<NormWeight> norm(const std::string& name);
  Result<const StoredTensor*> stored(const std::string& name) const;
  Result<TensorPlace> floats(const std::string& name);
  Result<LinearWeight> stacked(const std::vector<std::string>& names);
  Result<void> putMatrix(LinearWeight& weight, const Sources& parts);
  Result<void> putBias(LinearWeight& weight, const std::vector<std::string>& names, const Sources& parts);

  const ModelFile& m_model;
  const std::optional<LinearType> m_matricesAs;
};

}  // namespace strata::inline workloads
