#include "layers/library/cudnn_graph.h"

#include <iterator>
#include <utility>

namespace strata::cudnn {

Making::Making(const Api& api, int kind) : m_api(api) {
  void* object = nullptr;
  m_state = api.check(api.BackendCreateDescriptor(kind, &object), "BackendCreateDescriptor");
  m_object = {object, api.BackendDestroyDescriptor};
}

Making& Making::set(int attribute, int type, std::int64_t count, const void* values) {
  if (m_state.ok())
    m_state = m_api.check(m_api.BackendSetAttribute(m_object.get(), attribute, type, count, values),
                          "BackendSetAttribute " + std::to_string(attribute));
  return *this;
}

Result<DnnObject> Making::finish() {
  if (m_state.ok()) m_state = m_api.check(m_api.BackendFinalize(m_object.get()), "BackendFinalize");
  if (!m_state.ok()) return m_state.error();
  return std::move(m_object);
}

Layout Layout::dense(const std::array<std::int64_t, 4>& sizes) {
  return {sizes, {sizes[1] * sizes[2] * sizes[3], sizes[2] * sizes[3], sizes[3], 1}};
}

Graph::Id Graph::memory(int dataType, const Layout& layout) {
  return m_memoryIds.emplace_back(tensor(dataType, layout, true, false));
}

Graph::Id Graph::between(int dataType, const Layout& layout) {
  return tensor(dataType, layout, false, false);
}

Graph::Id Graph::number(std::variant<float, std::int32_t> value) {
  m_numbers.push_back(value);
  const int dataType = std::holds_alternative<float>(value) ? data::kFloat : data::kInt32;
  return m_numberIds.emplace_back(tensor(dataType, Layout::dense({1, 1, 1, 1}), true, true));
}

Graph::Id Graph::tensor(int dataType, const Layout& layout, bool inMemory, bool byValue) {
  constexpr std::int64_t kAlignment = 16;
  const auto id = static_cast<Id>(m_tensors.size());
  Making made(m_api, kind::kTensor);
  made.choice(attribute::kTensorType, type::kDataType, dataType)
      .set(attribute::kTensorSizes, type::kInt64, std::ssize(layout.sizes), layout.sizes.data())
      .set(attribute::kTensorStrides, type::kInt64, std::ssize(layout.strides), layout.strides.data())
      .number(attribute::kTensorId, id)
      .number(attribute::kTensorAlignment, kAlignment)
      .flag(attribute::kTensorVirtual, !inMemory)
      .flag(attribute::kTensorByValue, byValue);
  m_tensors.push_back(take(std::move(made)));
  return id;
}

Graph::Id Graph::matmul(Id a, Id b, Id into) {
  m_hows.push_back(
      take(std::move(Making(m_api, kind::kMatmul).choice(attribute::kMatmulType, type::kDataType, data::kFloat))));
  m_operations.push_back(take(std::move(Making(m_api, kind::kMatmulOperation)
                                            .object(attribute::kMatmulHow, m_hows.back().get())
                                            .object(attribute::kMatmulA, at(a))
                                            .object(attribute::kMatmulB, at(b))
                                            .object(attribute::kMatmulC, at(into)))));
  return into;
}

Graph::Id Graph::reduce(int operation, Id x, Id into) {
  m_hows.push_back(take(std::move(Making(m_api, kind::kReduction)
                                      .choice(attribute::kReductionType, type::kDataType, data::kFloat)
                                      .choice(attribute::kReductionOperator, type::kReduction, operation))));
  m_operations.push_back(take(std::move(Making(m_api, kind::kReductionOperation)
                                            .object(attribute::kReductionHow, m_hows.back().get())
                                            .object(attribute::kReductionX, at(x))
                                            .object(attribute::kReductionY, at(into)))));
  return into;
}

Graph::Id Graph::pointwise(int mode, std::initializer_list<Id> inputs, Id into, int compute) {
  Making how(m_api, kind::kPointwise);
  how.choice(attribute::kPointwiseMode, type::kPointwiseMode, mode)
      .choice(attribute::kPointwiseType, type::kDataType, compute);
  apply(std::move(how), inputs, into);
  return into;
}

Graph::Id Graph::index(Id like, std::int64_t axis, Id into) {
  Making how(m_api, kind::kPointwise);
  how.choice(attribute::kPointwiseMode, type::kPointwiseMode, pointwise::kIndex)
      .choice(attribute::kPointwiseType, type::kDataType, data::kFloat)
      .number(attribute::kPointwiseAxis, axis);
  apply(std::move(how), {like}, into);
  return into;
}

void Graph::apply(Making how, std::initializer_list<Id> inputs, Id into) {
  constexpr std::array kInputs{attribute::kPointwiseX, attribute::kPointwiseB, attribute::kPointwiseT};
  m_hows.push_back(take(std::move(how)));
  Making operation(m_api, kind::kPointwiseOperation);
  operation.object(attribute::kPointwiseHow, m_hows.back().get());
  for (auto attribute = kInputs.begin(); const Id input : inputs) operation.object(*attribute++, at(input));
  m_operations.push_back(take(std::move(operation.object(attribute::kPointwiseY, at(into)))));
}

DnnObject Graph::take(Making made) {
  if (!m_state.ok()) return noDnnObject();
  auto finished = made.finish();
  if (finished.ok()) return std::move(finished).value();
  m_state = finished.error();
  return noDnnObject();
}

Result<DnnObject> Graph::place(std::span<void* const> tensors, void* workspace) const {
  std::vector<Id> ids = m_memoryIds;
  ids.insert(ids.end(), m_numberIds.begin(), m_numberIds.end());
  std::vector<const void*> pointers(tensors.begin(), tensors.end());
  for (const auto& number : m_numbers)
    pointers.push_back(std::visit([](const auto& value) -> const void* { return &value; }, number));
  return Making(m_api, kind::kVariantPack)
      .set(attribute::kPackIds, type::kInt64, std::ssize(ids), ids.data())
      .set(attribute::kPackPointers, type::kPointer, std::ssize(pointers), pointers.data())
      .set(attribute::kPackWorkspace, type::kPointer, 1, &workspace)
      .finish();
}

}  // namespace strata::cudnn
