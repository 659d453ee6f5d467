#pragma once

#include <memory>
#include <utility>

#include "engine/backends/cpu/api_call.h"
#include "engine/backends/cpu/captured_work.h"
#include "engine/backends/cpu/cpu_core.h"
#include "engine/backends/cpu/cpu_stream.h"
#include "engine/device/device.h"

namespace strata::cpu {

/// What a stream captured; it stays until the last launch of it is done.
class CpuGraph final : public Graph {
 public:
  CpuGraph(std::shared_ptr<CpuCore> core, CpuStream& stream, std::shared_ptr<CapturedWork> work)
      : m_core(std::move(core)), m_stream(stream), m_work(std::move(work)) {}
  ~CpuGraph() override { ApiCall call(m_core->observer, ApiDomain::Runtime, "strataGraphExecDestroy"); }
  std::size_t size() const override { return m_work->size(); }
  Result<void> launch() override { return m_stream.launch(m_work); }

 private:
  std::shared_ptr<CpuCore> m_core;
  CpuStream& m_stream;
  std::shared_ptr<CapturedWork> m_work;
};

}  // namespace strata::cpu
