#include <algorithm>
#include <utility>

#include "layers/library/cudnn_graph.h"

// How cuDNN says by which of its engines a graph can be computed.

namespace strata::cudnn {
namespace {

constexpr std::int64_t kMostKnobs = 64, kMostConfigs = 16;

std::vector<void*> pointersTo(const std::vector<DnnObject>& objects) {
  std::vector<void*> pointers;
  for (const DnnObject& object : objects) pointers.push_back(object.get());
  return pointers;
}

/// Descriptors that an attribute of `owner` holds, `most` at most.
Result<std::vector<DnnObject>> descriptorsOf(const Api& api, void* owner, int attribute, int kind, std::int64_t most) {
  std::vector<DnnObject> found;
  for (std::int64_t i = 0; i < most; ++i) {
    void* object = nullptr;
    STRATA_TRY(api.check(api.BackendCreateDescriptor(kind, &object), "BackendCreateDescriptor"));
    found.emplace_back(object, api.BackendDestroyDescriptor);
  }
  std::vector<void*> pointers = pointersTo(found);
  std::int64_t count = 0;
  STRATA_TRY(api.check(api.BackendGetAttribute(owner, attribute, type::kDescriptor, most, &count, pointers.data()),
                       "BackendGetAttribute " + std::to_string(attribute)));
  found.erase(found.begin() + std::min(count, most), found.end());
  return found;
}

Result<std::int64_t> numberOf(const Api& api, void* owner, int attribute, int type = type::kInt64) {
  std::int64_t value = 0, count = 0;
  STRATA_TRY(api.check(api.BackendGetAttribute(owner, attribute, type, 1, &count, &value),
                       "BackendGetAttribute " + std::to_string(attribute)));
  return value;
}

Result<std::string> nameOf(const Api& api, void* config) {
  STRATA_ASSIGN(const auto engines, descriptorsOf(api, config, attribute::kConfigEngine, kind::kEngine, 1));
  STRATA_ASSIGN(const auto knobs, descriptorsOf(api, config, attribute::kConfigKnobs, kind::kKnobChoice, kMostKnobs));
  STRATA_ASSIGN(const std::int64_t engine, numberOf(api, engines.front().get(), attribute::kEngineIndex));
  std::string name = "eng" + std::to_string(engine);
  for (const DnnObject& knob : knobs) {
    STRATA_ASSIGN(const std::int64_t which, numberOf(api, knob.get(), attribute::kKnob, type::kKnob));
    STRATA_ASSIGN(const std::int64_t value, numberOf(api, knob.get(), attribute::kKnobValue));
    name += "_k" + std::to_string(which) + "=" + std::to_string(value);
  }
  return name;
}

}  // namespace

Result<Plan> Graph::choose(const Target& target, std::size_t workspace) {
  const std::vector<void*> operations = pointersTo(m_operations);
  Making graph(m_api, kind::kGraph);
  graph.set(attribute::kGraphOperations, type::kDescriptor, std::ssize(operations), operations.data());
  if (target.handle) graph.set(attribute::kGraphHandle, type::kHandle, 1, &target.handle);
  m_graph = take(std::move(graph));

  Making asked(m_api, kind::kHeuristic);
  asked.object(attribute::kHeuristicGraph, m_graph.get())
      .choice(attribute::kHeuristicMode, type::kHeuristicMode, kHeuristicModeA);
  if (target.described) asked.object(attribute::kHeuristicDevice, target.described);
  const DnnObject heuristic = take(std::move(asked));
  if (!m_state.ok()) return m_state.error();

  STRATA_ASSIGN(auto configs,
                descriptorsOf(m_api, heuristic.get(), attribute::kHeuristicResults, kind::kEngineConfig, kMostConfigs));
  for (DnnObject& config : configs)
    if (auto found = plan(target, std::move(config), workspace); found.ok()) return found;
  return dnnError(ErrorCode::Unsupported, "cuDNN has no engine that works");
}

Result<Plan> Graph::plan(const Target& target, DnnObject config, std::size_t workspace) const {
  Making making(m_api, kind::kPlan);
  making.object(attribute::kPlanConfig, config.get());
  if (target.handle) making.set(attribute::kPlanHandle, type::kHandle, 1, &target.handle);
  if (target.described) making.object(attribute::kPlanDevice, target.described);
  Plan plan;
  plan.config = std::move(config);
  STRATA_ASSIGN(plan.object, making.finish());
  STRATA_ASSIGN(const std::int64_t bytes, numberOf(m_api, plan.object.get(), attribute::kPlanWorkspace));
  plan.workspaceBytes = static_cast<std::size_t>(bytes);
  if (plan.workspaceBytes > workspace) return dnnError(ErrorCode::Unsupported, "It needs too large a workspace");
  STRATA_ASSIGN(plan.name, nameOf(m_api, plan.config.get()));
  return plan;
}

}  // namespace strata::cudnn
