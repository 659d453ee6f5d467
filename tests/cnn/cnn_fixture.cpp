#include "tests/cnn/cnn_fixture.h"

#include "engine/backends/cpu/cpu_device.h"
#include "kernels/operation/kernel_table.h"
#include "layers/workloads/cnn/cnn_engine.h"

namespace strata::test {

std::unique_ptr<Device> CnnFixture::openCpu() {
  return openCpuDevice().value();
}

std::shared_ptr<const Routines> CnnFixture::ownRoutines() {
  return std::make_shared<const Routines>(strataRoutines(findKernel));
}

std::filesystem::path CnnFixture::ourModel() {
  return projectFile("assets/models/strata-digits.onnx");
}

std::filesystem::path CnnFixture::ourPicture(int digit) {
  return ourModel().parent_path() / "digits" / ("own_" + std::to_string(digit) + ".pgm");
}

Result<void> CnnFixture::run(const std::filesystem::path& model, const std::filesystem::path& image,
                             nlohmann::json more) {
  nlohmann::json request{{"id", 1}, {"run", "cnn"}, {"model", model.string()}, {"image", image.string()}};
  for (const auto& [name, value] : more.items()) request[name] = value;
  return m_session.run(m_workload, request.dump());
}

std::string CnnFixture::refusal(const std::filesystem::path& model, const std::filesystem::path& image,
                                const nlohmann::json& more) {
  const auto done = run(model, image, more);
  return done.ok() ? "" : done.error().message;
}

std::map<std::string, std::vector<float>> CnnFixture::walk(const OnnxGraph& graph, std::span<const float> picture,
                                                           std::string_view variant) {
  std::map<std::string, std::vector<float>> all;
  const auto plan = planCnn(graph);
  EXPECT_TRUE(plan.ok()) << plan.error().message;
  if (!plan.ok()) return all;
  WorkContext context{m_session.device(), m_session.recorder(), {}, [](std::string_view, double) {}, {}, {}};
  const auto engine = CnnEngine::create(plan.value(), picture, context, *m_routines);
  EXPECT_TRUE(engine.ok()) << engine.error().message;
  if (!engine.ok()) return all;
  const auto ready = engine.value()->prepare(variant);
  EXPECT_TRUE(ready.ok()) << ready.error().message;
  if (!ready.ok() || !engine.value()->pass("walk").ok()) return all;
  for (const CnnStage& stage : plan.value().stages) {
    auto values = engine.value()->download(stage.output);
    EXPECT_TRUE(values.ok()) << stage.name;
    if (values.ok()) all[plan.value().values[stage.output].name] = std::move(values).value();
  }
  return all;
}

OnnxGraph graphOf(const std::filesystem::path& path) {
  auto graph = readOnnx(path);
  EXPECT_TRUE(graph.ok()) << graph.error().message;
  return graph.ok() ? std::move(graph).value() : OnnxGraph{};
}

}  // namespace strata::test
