#include "layers/library/one_dnn_routine.h"

#include "engine/trace/trace_args.h"
#include "layers/common/current_call.h"

namespace strata::inline library {
namespace {

class BoundPrimitive final : public BoundRoutine {
 public:
  BoundPrimitive(const OneDnn& library, OneDnnPrimitive primitive, std::string_view operation)
      : m_library(library), m_primitive(std::move(primitive)), m_work("oneDNN " + std::string(operation)) {}

  Result<void> start(TraceRecorder& recorder, Stream& stream) override {
    const TraceScope slice(recorder, Storey::Library, recorder.intern("dnnl_primitive_execute"), currentCall());
    recorder.arg(recorder.intern(arg::kProvider), recorder.intern("oneDNN " + m_library.version()));
    recorder.arg(recorder.intern(arg::kAlgorithm), recorder.intern(m_primitive.algorithm()));
    if (workspaceBytes() > 0)
      recorder.arg(recorder.intern(arg::kWorkspace), static_cast<std::int64_t>(workspaceBytes()));
    if (m_library.threads() > 0) recorder.arg(recorder.intern("threads"), std::int64_t{m_library.threads()});
    return stream.launchHost(m_work, [this] { m_primitive.run(); });
  }

  std::size_t workspaceBytes() const override { return m_primitive.workspaceBytes(); }

 private:
  const OneDnn& m_library;
  OneDnnPrimitive m_primitive;
  std::string m_work;
};

}  // namespace

Result<OneDnnPrimitive> OneDnnRoutine::choose(const Problem& problem) const {
  const auto& library = m_provider();
  if (!library.ok()) return library.error();
  return library.value()->choose(m_operation, problem);
}

Result<void> OneDnnRoutine::supports(const DeviceInfo&, const Problem& problem) const {
  STRATA_TRY(choose(problem));
  return {};
}

Result<std::unique_ptr<BoundRoutine>> OneDnnRoutine::bind(Device&, const Problem& problem,
                                                          std::span<const TensorPlace> tensors) const {
  STRATA_ASSIGN(OneDnnPrimitive primitive, choose(problem));
  STRATA_TRY(primitive.prepare(tensors));
  return std::unique_ptr<BoundRoutine>(
      std::make_unique<BoundPrimitive>(*m_provider().value(), std::move(primitive), m_operation.name));
}

}  // namespace strata::inline library
