#include "layers/workloads/cnn/cnn_picture.h"
#include "tests/cnn/cnn_fixture.h"

// The model mnist-8 of others, with the results its publishers and ONNX Runtime computed: not in this tree.

namespace strata::test {
namespace {

constexpr double kLimit = 1e-3;  ///< of values that reach 6574

class Mnist8 : public CnnFixture {
 protected:
  static std::filesystem::path folder() { return foreignModel("mnist-cnn"); }

  static std::vector<float> floatsOf(const std::filesystem::path& file) {
    const auto tensor = readOnnxTensor(file);
    EXPECT_TRUE(tensor.ok()) << tensor.error().message;
    return tensor.ok() ? tensor.value().floats : std::vector<float>();
  }

  static void expectNear(const std::vector<float>& values, const std::vector<float>& truth, const std::string& what) {
    ASSERT_EQ(values.size(), truth.size()) << what;
    for (std::size_t i = 0; i < values.size(); ++i)
      ASSERT_NEAR(values[i], truth[i], kLimit * std::max(1.0, std::abs(static_cast<double>(truth[i])) / 1000))
          << what << " " << i;
  }
};

TEST_F(Mnist8, TwelveStagesOfEveryVariant) {
  STRATA_NEEDS_FOREIGN(folder());
  const OnnxGraph graph = graphOf(folder() / "mnist-8.onnx");
  const std::vector<float> picture = floatsOf(folder() / "test_data_set_0/input_0.pb");
  for (const char* variant : {"direct", "tiled", "im2col", "implicit"}) {
    const auto stages = walk(graph, picture, variant);
    EXPECT_EQ(stages.size(), 12u) << variant;
    for (const auto& entry : std::filesystem::directory_iterator(folder() / "intermediates")) {
      const std::string numbered = entry.path().filename(), name = numbered.substr(numbered.find('_') + 1);
      ASSERT_TRUE(stages.contains(name)) << name;
      expectNear(stages.at(name), floatsOf(entry.path() / "test_data_set_0/output_0.pb"), variant + (" " + name));
    }
  }
}

TEST_F(Mnist8, TestSets) {
  STRATA_NEEDS_FOREIGN(folder());
  const OnnxGraph graph = graphOf(folder() / "mnist-8.onnx");
  for (const int set : {0, 1, 2}) {
    const auto files = folder() / ("test_data_set_" + std::to_string(set));
    const auto stages = walk(graph, floatsOf(files / "input_0.pb"), "direct");
    ASSERT_TRUE(stages.contains(graph.outputs[0].name));
    expectNear(stages.at(graph.outputs[0].name), floatsOf(files / "output_0.pb"), files.string());
  }
}

// The pictures' names say which digit is on them; both networks read all 30.
TEST_F(Mnist8, ReadsDigitsAndSoDoesOurs) {
  STRATA_NEEDS_FOREIGN(folder());
  for (const auto& entry : std::filesystem::directory_iterator(folder() / "digits"))
    for (const auto& model : {folder() / "mnist-8.onnx", ourModel()}) {
      ASSERT_EQ(refusal(model, entry.path(), {{"variants", {"direct"}}, {"repeat", 1}}), "");
      const RunResult& result = m_session.results().back();
      ASSERT_EQ(result.status, RunResult::Status::Ok) << result.message;
      EXPECT_EQ(result.details["digit"], entry.path().filename().string()[5] - '0') << model << entry.path();
    }
}

}  // namespace
}  // namespace strata::test
