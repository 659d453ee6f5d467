#include "tests/session/faults_workload.h"

#include <nlohmann/json.hpp>

#include "tests/session/fault_kernels.h"

namespace strata {
namespace {

class Faults final : public Workload {
 public:
  Faults() {
    m_info.name = "faults";
    ParameterInfo kernel;
    kernel.name = "kernel";
    kernel.type = ParameterInfo::Type::Text;
    kernel.defaultValue = "fill";
    m_info.parameters = {kernel};
  }

  const ExperimentInfo& info() const override { return m_info; }

  Result<void> run(const Request& request, WorkContext& context) override {
    const std::string what = request.parameters["kernel"];
    STRATA_ASSIGN(auto stream, context.device.createStream());
    STRATA_ASSIGN(auto memory, context.device.allocate(256 * sizeof(int), MemoryKind::Device));
    STRATA_TRY(launch(*stream, "fill", *memory));
    STRATA_TRY(stream->synchronize());
    context.progress(what, 0.5);
    STRATA_TRY(launch(*stream, what, *memory));
    if (what == "is lost")
      return Error{ErrorCode::AgentDied, "Waiting for fill failed: the context is lost.", Storey::Hardware};
    return stream->synchronize();
  }

  Result<SessionMessage> fetch(std::string_view) override { return Error{ErrorCode::Usage, "there is none"}; }

 private:
  static Result<void> launch(Stream& stream, const std::string& what, Buffer& memory) {
    void* data = memory.data();
    int value = 1;
    void* arguments[] = {&data, &value};
    const std::uint32_t blocks = what == "slow" ? 1'000'000 : 1;
    return stream.launch(faultKernel(what), {{blocks, 1, 1}, {32, 1, 1}, 0}, arguments);
  }

  ExperimentInfo m_info;
};

}  // namespace

std::unique_ptr<Workload> faultsWorkload() {
  return std::make_unique<Faults>();
}

}  // namespace strata
