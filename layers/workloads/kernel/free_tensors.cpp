#include "layers/workloads/kernel/free_tensors.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "engine/base/host_facts.h"
#include "layers/workloads/common/bytes_apart.h"
#include "layers/workloads/kernel/free_values.h"

namespace strata::inline workloads {
namespace {

constexpr int kUnwritten = 0xFF;  ///< makes a NaN of every floating-point type

Error tooMuch(const char* where, double needed, double available) {
  const BytesApart bytes = bytesApart(needed, available);
  return {ErrorCode::OutOfMemory,
          fmt::format("The tensors need {} of {}, and {} are available; choose smaller sizes.", bytes.needed, where,
                      bytes.available),
          Storey::Model};
}

Result<void> checkRoom(const FreePlan& plan, const DeviceInfo& device, std::uint64_t available) {
  const double onDevice = plan.bytes();
  double onHost = 2 * onDevice;  // what they held, and what comes back
  for (const TensorInfo& tensor : plan.tensors)
    onHost += 2 * static_cast<double>(sizeof(double)) * static_cast<double>(tensor.elements());
  if (device.isProcessor()) onHost += onDevice;
  if (device.memoryBytes > 0 && onDevice > static_cast<double>(device.memoryBytes))
    return tooMuch("device memory", onDevice, static_cast<double>(device.memoryBytes));
  if (available > 0 && onHost > static_cast<double>(available))
    return tooMuch("memory", onHost, static_cast<double>(available));
  return {};
}

}  // namespace

Result<FreeTensors> FreeTensors::make(const FreePlan& plan, std::uint64_t seed, WorkContext& context, Ops& ops,
                                      Stream& stream) {
  STRATA_TRY(checkRoom(plan, context.device.info(), availableMemory()));
  FreeTensors made;
  STRATA_ASSIGN(made.m_before, initialValues(plan, seed, context.stop));
  for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
    const TensorInfo& info = plan.tensors[i];
    Held held;
    STRATA_ASSIGN(held.host, makeTensor(context.device, info, MemoryKind::Pinned));
    if (made.m_before[i].empty())
      std::memset(held.host.buffer->data(), kUnwritten, info.bytes());
    else
      encodeElements(info.type, made.m_before[i], held.host.buffer->data());
    STRATA_ASSIGN(held.device, makeTensor(context.device, info, MemoryKind::Device));
    STRATA_TRY(ops.upload(stream, held.host, held.device));
    held.written = plan.kernel->tensors[i].role != FreeKernel::Role::In;
    made.m_held.push_back(std::move(held));
    Tensor result;
    STRATA_ASSIGN(result, makeTensor(context.device, info, MemoryKind::Pinned));
    made.m_results.push_back(std::move(result));
  }
  STRATA_TRY(stream.synchronize());
  return made;
}

Result<void> FreeTensors::reset(Ops& ops, Stream& stream) {
  for (Held& held : m_held)
    if (held.written) STRATA_TRY(ops.upload(stream, held.host, held.device));
  return stream.synchronize();
}

Result<TensorContents> FreeTensors::download(Ops& ops, Stream& stream) {
  TensorContents all;
  for (std::size_t i = 0; i < m_held.size(); ++i) {
    STRATA_TRY(ops.download(stream, m_held[i].device, m_results[i]));
    STRATA_TRY(stream.synchronize());
    const TensorInfo& info = m_results[i].info;
    all.push_back(decodeElements(info.type, m_results[i].buffer->data(), static_cast<std::size_t>(info.elements())));
  }
  return all;
}

std::vector<void*> FreeTensors::places() const {
  std::vector<void*> places;
  for (const Held& held : m_held) places.push_back(held.device.buffer->data());
  return places;
}

std::vector<NamedMemory> FreeTensors::named() const {
  std::vector<NamedMemory> all;
  all.reserve(m_held.size());
  for (const Held& held : m_held) all.push_back(framework::named(held.device));
  return all;
}

}  // namespace strata::inline workloads
