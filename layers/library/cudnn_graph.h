#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "layers/library/cudnn.h"
#include "layers/library/cudnn_backend.h"

namespace strata::cudnn {

/// A backend descriptor in the making; the first step that fails is what finish() tells.
class Making {
 public:
  Making(const Api& api, int kind);

  Making& set(int attribute, int type, std::int64_t count, const void* values);
  Making& number(int attribute, std::int64_t value) { return set(attribute, type::kInt64, 1, &value); }
  Making& choice(int attribute, int type, int value) { return set(attribute, type, 1, &value); }
  Making& flag(int attribute, bool value) { return set(attribute, type::kBoolean, 1, &value); }
  Making& object(int attribute, void* descriptor) { return set(attribute, type::kDescriptor, 1, &descriptor); }
  Result<DnnObject> finish();

 private:
  const Api& m_api;
  Result<void> m_state;
  DnnObject m_object = noDnnObject();
};

/// What a graph is planned for: the device of a handle, or one that is not here and was described (a descriptor of
/// kind::kDeviceProperties, cuDNN 9.8 and later).
struct Target {
  void* handle = nullptr;
  void* described = nullptr;
};

/// How a graph is computed: by one of the library's engines, its knobs set.
struct Plan {
  DnnObject config = noDnnObject();  ///< outlives the object, which may look into it
  DnnObject object = noDnnObject();
  std::string name;  ///< as NVIDIA writes it: "eng5_k2=1_k24=13"
  std::size_t workspaceBytes = 0;
};

/// Sizes and strides of a tensor, outermost first; strides count elements.
struct Layout {
  std::array<std::int64_t, 4> sizes, strides;

  static Layout dense(const std::array<std::int64_t, 4>& sizes);
};

/// Operations of cuDNN's graph interface in order, and the tensors between them. What goes wrong while it is built is
/// kept for choose() to tell. The Api must outlive it.
class Graph {
 public:
  using Id = std::int64_t;  ///< of a tensor

  explicit Graph(const Api& api) : m_api(api) {}
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  Id memory(int dataType, const Layout& layout);   ///< on the device, where place() says
  Id between(int dataType, const Layout& layout);  ///< from one operation to another, in no memory
  Id number(std::variant<float, std::int32_t> value);

  /// Each returns `into`. `compute` is the data type it calculates in.
  Id matmul(Id a, Id b, Id into);
  Id reduce(int operation, Id x, Id into);
  Id pointwise(int mode, std::initializer_list<Id> inputs, Id into, int compute = data::kFloat);
  Id index(Id like, std::int64_t axis, Id into);  ///< each element's place along an axis

  /// Of the plans that the library offers, fastest first by its own reckoning, the first that works with at most
  /// `workspace` bytes. Unsupported where there is none.
  Result<Plan> choose(const Target& target, std::size_t workspace);

  /// What to execute a plan with: where the tensors of memory() lie, in the order they were made.
  Result<DnnObject> place(std::span<void* const> tensors, void* workspace) const;

 private:
  Id tensor(int dataType, const Layout& layout, bool inMemory, bool byValue);
  void apply(Making how, std::initializer_list<Id> inputs, Id into);
  DnnObject take(Making made);
  Result<Plan> plan(const Target& target, DnnObject config, std::size_t workspace) const;
  void* at(Id id) const { return m_tensors[static_cast<std::size_t>(id)].get(); }

  const Api& m_api;
  Result<void> m_state;
  std::vector<DnnObject> m_tensors;  ///< by Id
  std::vector<Id> m_memoryIds, m_numberIds;
  std::deque<std::variant<float, std::int32_t>> m_numbers;  ///< the library is given pointers to them
  std::vector<DnnObject> m_hows, m_operations;
  DnnObject m_graph = noDnnObject();
};

}  // namespace strata::cudnn
