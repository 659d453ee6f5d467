#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "engine/modelfile/onnx_graph.h"
#include "tests/modelfile/onnx_writer.h"
#include "tests/modelfile/test_files.h"

// Values as exporters keep them: of several types, in nodes, in files beside the model.

namespace strata::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class T>
std::string raw(std::initializer_list<T> values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.begin(), bytes.size());
  return bytes;
}

class OnnxFiles : public ::testing::Test {
 protected:
  Result<OnnxGraph> read(const std::vector<std::string>& tensors) const {
    std::filesystem::create_directory(m_folder.path() / "model");
    writeFile(m_folder.path() / "model" / "net.onnx", onnxWith(tensors));
    return readOnnx(m_folder.path() / "model" / "net.onnx");
  }
  std::string refusal(const std::vector<std::string>& tensors) const {
    const auto graph = read(tensors);
    return graph.ok() ? "" : graph.error().message;
  }
  std::string externalRefusal(const std::string& file, const std::string& offset, const std::string& length) const {
    return refusal({onnxExternalBytes("w", {2}, file, offset, length)});
  }
  std::filesystem::path beside(const std::string& name) const {
    std::filesystem::create_directory(m_folder.path() / "model");
    return m_folder.path() / "model" / name;
  }

  TemporaryFolder m_folder;
};

TEST_F(OnnxFiles, TypesThatCarryNumbersAreRead) {
  const auto graph = read({onnxTensorBytes("half", {2}, 10, raw<std::uint16_t>({0x3c00, 0xc100})),
                           onnxTensorBytes("double", {1}, 11, raw<double>({0.25})),
                           onnxTensorBytes("int32", {2}, 6, raw<std::int32_t>({-7, 8})),
                           onnxTensorBytes("int8", {1}, 3, raw<std::int8_t>({-3})),
                           onnxTensorBytes("bool", {2}, 9, std::string("\1\0", 2))});
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  EXPECT_THAT(graph.value().initializer("half")->floats, ElementsAre(1, -2.5f));
  EXPECT_THAT(graph.value().initializer("double")->floats, ElementsAre(0.25f));
  EXPECT_THAT(graph.value().initializer("int32")->integers, ElementsAre(-7, 8));
  EXPECT_THAT(graph.value().initializer("int8")->integers, ElementsAre(-3));
  EXPECT_THAT(graph.value().initializer("bool")->integers, ElementsAre(1, 0));
  EXPECT_THAT(refusal({onnxTensorBytes("words", {1}, 8, "abc")}),
              AllOf(HasSubstr("net.onnx: tensor words"), HasSubstr("has elements of type 8")));
}

TEST_F(OnnxFiles, TensorsOfNodesAndOperatorsOfOtherSets) {
  OnnxGraph graph;
  graph.opset = 17;
  graph.inputs = {{"x", {1, 1, 2, 2}}};
  graph.outputs = {{"y", {}}};
  OnnxAttribute value;
  value.name = "value";
  value.tensor = OnnxTensor{"", {2}, {}, {3, -4}};
  graph.nodes = {{"Constant", "c", {}, {"c"}, {value}}, {"com.microsoft.Gelu", "g", {"x"}, {"y"}, {}}};
  writeFile(beside("net.onnx"), onnxBytes(graph));
  const auto read = readOnnx(beside("net.onnx"));
  ASSERT_TRUE(read.ok()) << read.error().message;
  const OnnxAttribute* const found = read.value().nodes[0].attribute("value");
  ASSERT_NE(found, nullptr);
  ASSERT_TRUE(found->tensor.has_value());
  EXPECT_THAT(found->tensor->integers, ElementsAre(3, -4));
  EXPECT_EQ(read.value().nodes[1].op, "com.microsoft.Gelu");
}

TEST_F(OnnxFiles, ValuesBesideTheModelAreRead) {
  writeFile(beside("w.data"), "....." + raw<float>({1.5f, -2}));
  const auto graph = read({onnxExternalBytes("w", {2}, "w.data", "5", "8")});
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  EXPECT_THAT(graph.value().initializer("w")->floats, ElementsAre(1.5f, -2));
}

TEST_F(OnnxFiles, AFileBesideThatIsMissingOrTooShortIsNamed) {
  EXPECT_THAT(externalRefusal("w.data", "0", "8"),
              AllOf(HasSubstr("net.onnx: tensor w"), HasSubstr("w.data: No such file or directory. Check the name"),
                    HasSubstr("Put w.data into the model's folder")));
  writeFile(beside("w.data"), "12345678");
  EXPECT_EQ(externalRefusal("w.data", "0", "8"), "");
  EXPECT_THAT(externalRefusal("w.data", "4", "8"),
              HasSubstr("8 bytes from byte 4 of w.data, and that file ends after 8"));
  EXPECT_THAT(externalRefusal("w.data", "18446744073709551615", "8"), HasSubstr("ends after 8"));
  EXPECT_THAT(externalRefusal("w.data", "-1", "8"), HasSubstr("offset '-1'"));
  EXPECT_THAT(externalRefusal("w.data", "0", "4"), HasSubstr("has 1 values where its shape asks for 2"));
}

TEST_F(OnnxFiles, NoPathLeavesTheFolder) {
  writeFile(m_folder.path() / "secret", "12345678");
  const auto kept = m_folder.path() / "secret";
  EXPECT_THAT(externalRefusal("../secret", "0", "8"), HasSubstr("not a file in the model's own folder"));
  EXPECT_THAT(externalRefusal(kept.string(), "0", "8"), HasSubstr("not a file in the model's own folder"));
  EXPECT_THAT(externalRefusal("", "0", "8"), HasSubstr("not a file in the model's own folder"));
  std::filesystem::create_symlink(kept, beside("link"));
  EXPECT_THAT(externalRefusal("link", "0", "8"), HasSubstr("not a file in the model's own folder"));
  std::filesystem::create_directory_symlink(m_folder.path(), beside("up"));
  EXPECT_THAT(externalRefusal("up/secret", "0", "8"), HasSubstr("not a file in the model's own folder"));
}

}  // namespace
}  // namespace strata::test
