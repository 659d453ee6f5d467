#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <bit>
#include <cstring>

#include "engine/modelfile/onnx_graph.h"
#include "engine/modelfile/tensor_names.h"
#include "tests/modelfile/test_files.h"

// Broken files, each in one particular way, and the sentence that says so.

namespace strata::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

template <class T>
std::string patched(std::string bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof(T));
  return bytes;
}

std::string replaced(std::string bytes, const std::string& what, const std::string& with) {
  const std::size_t at = bytes.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return bytes.replace(at, what.size(), with);
}

std::string numberAsBytes(std::uint64_t value, std::size_t bytes) {
  return std::string(reinterpret_cast<const char*>(&value), bytes);
}

/// A GGUF file with more keys, each with the bytes of its type's number and value, in front of its own.
std::string withKeys(std::string bytes, std::vector<std::pair<std::string, std::string>> keys) {
  constexpr std::size_t kAlignment = 64, kKeys = 16, kHeader = 24;
  std::string more;
  for (const auto& [key, value] : keys) more += numberAsBytes(key.size(), 8) + key + value;
  const std::size_t filler = 8 + 6 + 4 + 8;  // of a key "filler" with an empty text
  const std::size_t rest = (kAlignment - (more.size() + filler) % kAlignment) % kAlignment;
  more += numberAsBytes(6, 8) + "filler" + numberAsBytes(8, 4) + numberAsBytes(rest, 8) + std::string(rest, '.');
  std::uint64_t count = 0;
  std::memcpy(&count, bytes.data() + kKeys, sizeof count);
  return patched(bytes, kKeys, count + keys.size() + 1).insert(kHeader, more);
}

std::string floatValue(float value) {
  return numberAsBytes(6, 4) + numberAsBytes(std::bit_cast<std::uint32_t>(value), 4);
}

std::string shortValue(std::uint16_t value) {
  return numberAsBytes(2, 4) + numberAsBytes(value, 2);
}

class Refusals : public ::testing::Test {
 protected:
  std::string refusalOfBytes(const std::string& bytes, const std::string& name = "model.bin") {
    writeFile(m_folder.path() / name, bytes);
    return refusalOf(m_folder.path() / name);
  }

  /// Copies a folder of tiny files and replaces text in one of them; or leaves it out, for empty `what`.
  std::string refusalOfFolder(const std::string& folder, const std::string& file, const std::string& what,
                              const std::string& with) {
    const auto copy = m_folder.path() / folder;
    std::filesystem::remove_all(copy);
    std::filesystem::copy(tinyModel(folder), copy, std::filesystem::copy_options::recursive);
    const std::string bytes = what.empty() ? with : replaced(readFile(copy / file), what, with);
    std::filesystem::remove(copy / file);
    if (!bytes.empty()) writeFile(copy / file, bytes);
    return refusalOf(copy);
  }

  /// In GGUF a tensor's name is followed by dimensions, type and offset.
  static std::size_t afterName(const std::string& bytes, const std::string& name) {
    return bytes.find(name) + name.size();
  }

  TemporaryFolder m_folder;
};

TEST_F(Refusals, WhatIsNoFile) {
  EXPECT_THAT(refusalOf(m_folder.path() / "absent.gguf"), HasSubstr("No such file"));
  EXPECT_THAT(refusalOf(m_folder.path()), HasSubstr("is a folder without a config.json"));
  ASSERT_EQ(::mkfifo((m_folder.path() / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(refusalOf(m_folder.path() / "pipe"), HasSubstr("Cannot read " + (m_folder.path() / "pipe").string() +
                                                             ": it is a pipe or a device. Copy it into a file."));
  EXPECT_THAT(refusalOfBytes(""), HasSubstr("magic"));
  EXPECT_THAT(refusalOfBytes("~~~~ and so on and so on and so on and so on"),
              HasSubstr("not a model that can be read"));
}

TEST_F(Refusals, Llama2cCutShortOrTooLong) {
  const std::string whole = readFile(tinyModel("llama-v0.bin"));
  EXPECT_THAT(refusalOfBytes(whole.substr(0, whole.size() - 1)), AllOf(HasSubstr("RoPE tables"), HasSubstr("byte")));
  EXPECT_THAT(refusalOfBytes(whole.substr(0, 10000)), AllOf(HasSubstr("model.bin: layers."), HasSubstr("(byte ")));
  EXPECT_THAT(refusalOfBytes(whole + "x"), HasSubstr("leaves 1 bytes unread"));
}

TEST_F(Refusals, Llama2cHeader) {
  const std::string v1 = readFile(tinyModel("llama-v1.bin")), v2 = readFile(tinyModel("llama-v2.bin"));
  EXPECT_THAT(refusalOfBytes(patched(v1, 4, 3)), HasSubstr("version (byte 4) is 3"));
  EXPECT_THAT(refusalOfBytes(patched(v1, 8, -8)), HasSubstr("dim (byte 8) is -8"));
  EXPECT_THAT(refusalOfBytes(patched(v1, 16, 70000)), HasSubstr("layers is 70000"));
  EXPECT_THAT(refusalOfBytes(patched(v1, 24, 3)), HasSubstr("heads (4) is not a multiple of kvHeads (3)"));
  EXPECT_THAT(refusalOfBytes(patched(v1, 20, 8)), HasSubstr("RoPE needs an even one"));
  EXPECT_THAT(refusalOfBytes(patched(v2, 37, 7)), HasSubstr("groups of 7 do not divide"));
  EXPECT_THAT(refusalOfBytes(patched(v2, 28, 0x0fffffff)), HasSubstr("token_embedding (byte"));
}

TEST_F(Refusals, GgufHeader) {
  const std::string whole = readFile(tinyModel("llama-f32.gguf"));
  EXPECT_THAT(refusalOfBytes(patched(whole, 4, 1)), HasSubstr("version (byte 4) is 0x1"));
  EXPECT_THAT(refusalOfBytes(patched(whole, 8, ~0ull)), HasSubstr("number of tensors (byte 8)"));
  EXPECT_THAT(refusalOfBytes(patched(whole, 16, 1ull << 60)), HasSubstr("number of metadata values (byte 16)"));
  EXPECT_THAT(refusalOfBytes(patched(whole, 24, ~0ull)),
              HasSubstr("metadata key (byte 32) needs 18446744073709551615"));
  EXPECT_THAT(refusalOfBytes(replaced(whole, "general.alignment", "llama.block_count")), HasSubstr("occurs twice"));
}

TEST_F(Refusals, GgufTensors) {
  const std::string whole = readFile(tinyModel("llama-f32.gguf"));
  const std::size_t at = afterName(whole, "blk.0.ffn_up.weight");  // dimensions, two sizes, type, offset
  EXPECT_THAT(refusalOfBytes(patched(whole, at, 9)), HasSubstr("dimensions of blk.0.ffn_up.weight"));
  EXPECT_THAT(refusalOfBytes(patched(whole, at + 4, 1ull << 40)), HasSubstr("shape of blk.0.ffn_up.weight"));
  EXPECT_THAT(refusalOfBytes(patched(whole, at + 4, std::uint64_t{9})), HasSubstr("overlap"));
  EXPECT_THAT(refusalOfBytes(patched(whole, at + 20, 8)),
              HasSubstr("is Q8_0, but its rows of 8 are not whole blocks of 32"));
  EXPECT_THAT(refusalOfBytes(patched(whole, at + 20, 12)),
              HasSubstr("is Q4_K, but its rows of 8 are not whole blocks of 256"));
  EXPECT_THAT(refusalOfBytes(patched(whole, at + 24, std::uint64_t{1})), HasSubstr("no multiple of the alignment 32"));
  EXPECT_THAT(refusalOfBytes(patched(whole, at + 24, std::uint64_t{0})), HasSubstr("overlap"));
  EXPECT_THAT(refusalOfBytes(patched(whole, at + 24, ~std::uint64_t{31})), HasSubstr("beyond the end of the file"));
  EXPECT_THAT(refusalOfBytes(replaced(whole, "blk.0.ffn_up.weight", "blk.1.ffn_up.weight")), HasSubstr("occurs twice"));
  EXPECT_THAT(refusalOfBytes(replaced(whole, "blk.0.ffn_up.weight", "blk.0.ffn_xy.weight")),
              HasSubstr("does not belong in such a model"));
  EXPECT_THAT(refusalOfBytes(replaced(whole, "blk.1.ffn_up.weight", "blk.2.ffn_up.weight")),
              HasSubstr("tensor blk.1.ffn_up.weight is missing"));
}

TEST_F(Refusals, GgufTypesThatCannotBeReadByName) {
  const std::string whole = readFile(tinyModel("llama-f32.gguf"));
  const std::size_t at = afterName(whole, "blk.0.ffn_up.weight") + 20;
  const auto type = [&](std::uint32_t number) { return refusalOfBytes(patched(whole, at, number)); };
  EXPECT_THAT(type(11),
              HasSubstr("type of blk.0.ffn_up.weight (byte " + std::to_string(at) +
                        ") is Q3_K; F32, F16, BF16, Q8_0, Q6_K, Q5_K, Q5_1, Q5_0, Q4_K, Q4_1 and Q4_0 can be "
                        "read. Requantize it to Q8_0 or Q4_K_M, for example with llama.cpp's llama-quantize"));
  EXPECT_THAT(type(20), HasSubstr("is IQ4_NL;"));
  EXPECT_THAT(type(28), AllOf(HasSubstr("is F64;"), Not(HasSubstr("Requantize"))));
  EXPECT_THAT(type(99), HasSubstr("is number 99, a type that is not known here;"));
}

TEST_F(Refusals, GgufMetadata) {
  const std::string whole = readFile(tinyModel("llama-f32.gguf"));
  const auto number = [&](const std::string& key, std::uint32_t value) {
    return refusalOfBytes(patched(whole, afterName(whole, key) + 4, value));
  };
  EXPECT_THAT(number("llama.attention.head_count_kv", 0), AllOf(HasSubstr("is 0"), HasSubstr("(byte ")));
  EXPECT_THAT(number("llama.rope.dimension_count", 4), HasSubstr("is 4, a part of the head's 2"));
  EXPECT_THAT(number("general.alignment", 24), HasSubstr("power of two"));
  EXPECT_THAT(number("llama.feed_forward_length", 16), HasSubstr("where the configuration asks for"));
  EXPECT_THAT(number("tokenizer.ggml.bos_token_id", 300), HasSubstr("token 300"));
  EXPECT_THAT(refusalOfBytes(replaced(whole, "architecture\x08\0\0\0\x05\0\0\0\0\0\0\0llama", "architecture")),
              HasSubstr("byte"));
  EXPECT_THAT(refusalOfBytes(replaced(whole, "llama.block_count", "llama.block_xxxxx")),
              HasSubstr("llama.block_count is missing"));
  // Another kind of vocabulary costs the tokenizer only.
  writeFile(m_folder.path() / "other.gguf", replaced(whole, "tokenizer.ggml.model", "tokenizer.ggml.mopel"));
  const auto model = opened(m_folder.path() / "other.gguf");
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->tokenizer(), nullptr);
  EXPECT_THAT(model->noTokenizer(), HasSubstr("tokenizer.ggml.model is missing: the file has no tokenizer"));
}

TEST_F(Refusals, GgufKeysThatWouldChangeTheResult) {
  const std::string whole = readFile(tinyModel("llama-f32.gguf"));
  const auto with = [&](const std::string& key, const std::string& value) {
    return refusalOfBytes(withKeys(whole, {{key, value}}));
  };
  for (const std::string key : {"llama.rope.scaling.factor", "llama.rope.scale_linear"}) {
    EXPECT_THAT(with(key, floatValue(4)), AllOf(HasSubstr(key), HasSubstr("is 4; only unscaled RoPE is supported")));
    EXPECT_EQ(with(key, floatValue(1)), "");
    EXPECT_EQ(with(key, floatValue(0)), "") << "nothing, for llama.cpp";
  }
  const std::string none = numberAsBytes(8, 4) + numberAsBytes(4, 8) + "none";
  EXPECT_EQ(refusalOfBytes(
                withKeys(whole, {{"llama.rope.scaling.type", none}, {"llama.rope.scaling.factor", floatValue(4)}})),
            "");
  EXPECT_THAT(with("llama.attention.causal", numberAsBytes(7, 4) + std::string(1, '\0')),
              HasSubstr("only models that write from left to right"));
  EXPECT_EQ(with("llama.attention.causal", numberAsBytes(7, 4) + '\1'), "");
}

TEST_F(Refusals, APartOfAGgufSaysWhichOneItIs) {
  const std::string whole = readFile(tinyModel("llama-f32.gguf"));
  EXPECT_THAT(refusalOfBytes(withKeys(whole, {{"split.count", shortValue(3)}, {"split.no", shortValue(1)}})),
              AllOf(HasSubstr("split.count"), HasSubstr("this file is part 2 of 3"), HasSubstr("--merge")));
  EXPECT_THAT(refusalOfBytes(withKeys(whole, {{"split.count", shortValue(3)}, {"split.no", shortValue(3)}})),
              AllOf(HasSubstr("split.no"), HasSubstr("is 3, and there are 3 parts")));
  EXPECT_EQ(refusalOfBytes(withKeys(whole, {{"split.count", shortValue(1)}, {"split.no", shortValue(0)}})), "");
}

TEST_F(Refusals, ThetaThatIsNotWhole) {
  const auto theta = [&](const std::string& value) {
    return refusalOfFolder("hf-llama", "config.json", "\"rope_theta\": 500.0", "\"rope_theta\": " + value);
  };
  EXPECT_THAT(theta("0.4"), HasSubstr("ropeTheta is 0.4; only whole numbers can be run"));
  EXPECT_THAT(theta("500.5"), HasSubstr("ropeTheta is 500.5"));
  EXPECT_EQ(theta("2.8e9"), "");
}

TEST_F(Refusals, HuggingFaceConfig) {
  const auto llama = [&](const std::string& what, const std::string& with) {
    return refusalOfFolder("hf-llama", "config.json", what, with);
  };
  EXPECT_THAT(llama("\"silu\"", "\"relu\""), AllOf(HasSubstr("config.json"), HasSubstr("hidden_act")));
  EXPECT_THAT(llama("\"silu\"", "\"gelu\""), HasSubstr("hidden_act is gelu; only silu is supported"));
  EXPECT_THAT(llama("\"rope_scaling\": null", R"("rope_scaling": {"type": "linear", "factor": 2})"),
              HasSubstr("unscaled RoPE"));
  EXPECT_THAT(llama("\"model_type\": \"llama\"", "\"model_type\": \"mamba\""),
              HasSubstr("mamba; only llama and gpt2 can be run"));
  EXPECT_THAT(llama("\"hidden_size\": 8", "\"hidden_size\": \"8\""), HasSubstr("hidden_size is not a whole number"));
  EXPECT_THAT(llama("\"hidden_size\": 8", "\"hidden_size\": 16"), HasSubstr("where the configuration asks for"));
  EXPECT_THAT(llama("\"num_hidden_layers\": 2", "\"num_hidden_layers\": 1"), HasSubstr("tensor model.layers.1."));
  EXPECT_THAT(llama("\"num_hidden_layers\": 2", "\"num_hidden_layers\": 3"),
              HasSubstr("tensor model.layers.2.input_layernorm.weight is missing"));
  EXPECT_THAT(llama("", std::string(1000000, '[')), HasSubstr("nested more than 32 deep"));
  EXPECT_THAT(llama("\"vocab_size\"", "\"hidden_size\""), HasSubstr("has the key \"hidden_size\" twice"));
  EXPECT_THAT(refusalOfFolder("hf-gpt2", "config.json", "gelu_new", "relu"), HasSubstr("activation_function is relu"));
}

TEST_F(Refusals, Safetensors) {
  const auto gpt2 = [&](const std::string& what, const std::string& with) {
    return refusalOfFolder("hf-gpt2", "model.safetensors", what, with);
  };
  const std::string whole = readFile(tinyModel("hf-gpt2/model.safetensors"));
  EXPECT_THAT(gpt2("", patched(whole, 0, ~0ull)), HasSubstr("length of the header (byte 0)"));
  EXPECT_THAT(gpt2("", patched(whole, 0, 1ull << 30)), HasSubstr("length of the header (byte 0)"));
  EXPECT_THAT(gpt2("", whole + "more"), HasSubstr("is not the end of the file"));
  EXPECT_THAT(gpt2("", whole.substr(0, whole.size() - 4)), HasSubstr("no data_offsets within the file"));
  EXPECT_THAT(gpt2("\"data_offsets\":[8448,8960]", "\"data_offsets\":[8447,8960]"), HasSubstr("overlaps another one"));
  EXPECT_THAT(gpt2("\"data_offsets\":[8448,8960]", "\"data_offsets\":[8449,8960]"), HasSubstr("leaves a gap"));
  EXPECT_THAT(gpt2("\"shape\":[264,8]", "\"shape\":[264,7]"), HasSubstr("which is not what its shape asks for"));
  EXPECT_THAT(gpt2("\"dtype\":\"F32\"", "\"dtype\":\"I32\""), HasSubstr("is I32; only F32, F16 and BF16 can be read"));
  EXPECT_THAT(gpt2("\"shape\":[8,24]", "\"shape\":[24,8]"), HasSubstr("query, key and value"));
  EXPECT_THAT(refusalOfFolder("hf-gpt2", "model.safetensors", "", ""),
              HasSubstr("model.safetensors: No such file or directory. Check the name"));
}

TEST_F(Refusals, ShardedSafetensors) {
  const std::string index = "model.safetensors.index.json", first = "model-00001-of-00002.safetensors";
  EXPECT_THAT(refusalOfFolder("hf-llama", index, first, "../" + first), HasSubstr("no file in this folder"));
  EXPECT_THAT(refusalOfFolder("hf-llama", index, first, "model-00003-of-00002.safetensors"),
              HasSubstr("that model.safetensors.index.json names"));
  EXPECT_THAT(refusalOfFolder("hf-llama", first, "", ""),
              HasSubstr(first + ": No such file or directory. Check the name"));
}

TEST_F(Refusals, FoldersWhoseWeightsAreInAnotherForm) {
  const auto copy = m_folder.path() / "hf";
  std::filesystem::copy(tinyModel("hf-llama"), copy);
  std::filesystem::remove(copy / "model.safetensors.index.json");
  EXPECT_THAT(refusalOf(copy),
              HasSubstr(copy.string() + " has no model.safetensors. There are 2 safetensors files, from "
                                        "model-00001-of-00002.safetensors to model-00002-of-00002.safetensors, but not "
                                        "model.safetensors.index.json, which says what each of them holds"));
  std::filesystem::remove(copy / "model-00002-of-00002.safetensors");
  EXPECT_THAT(refusalOf(copy), HasSubstr("There is model-00001-of-00002.safetensors: if it is the whole model"));
  std::filesystem::remove(copy / "model-00001-of-00002.safetensors");
  writeFile(copy / "pytorch_model.bin", "PK\3\4........model/data.pkl");
  EXPECT_THAT(refusalOf(copy), AllOf(HasSubstr("Its weights are in pytorch_model.bin, a PyTorch checkpoint, which only "
                                               "Python can open"),
                                     HasSubstr("save_pretrained")));
}

TEST_F(Refusals, MissingTensorsByTheFilesOwnNames) {
  EXPECT_EQ(nameInFile({}, "layers.0.ffn.up"), "layers.0.ffn.up");
  EXPECT_THAT(refusalOfFolder("hf-gpt2", "config.json", "\"n_layer\": 2", "\"n_layer\": 3"),
              HasSubstr("tensor transformer.h.2.ln_1.weight is missing"));
  EXPECT_THAT(
      refusalOfFolder("hf-llama", "config.json", "\"tie_word_embeddings\": true", "\"tie_word_embeddings\": false"),
      HasSubstr("tensor lm_head.weight is missing"));
}

TEST_F(Refusals, ScaledRope) {
  EXPECT_THAT(refusalOfBytes(replaced(readFile(tinyModel("llama-f32.gguf")), "token_embd.weight", "rope_freqs.weight")),
              AllOf(HasSubstr("tensor rope_freqs.weight"), HasSubstr("scales the frequencies of RoPE"),
                    HasSubstr("only unscaled RoPE is supported")));
  EXPECT_THAT(refusalOfFolder("hf-llama", "config.json", "\"rope_scaling\": null",
                              R"("rope_scaling": {"rope_type": "llama3", "factor": 8})"),
              HasSubstr("is of type llama3; only unscaled RoPE is supported"));
  const auto rope = [&](const std::string& value) {
    return refusalOfFolder("hf-llama", "config.json", "\"rope_scaling\": null", value);
  };
  EXPECT_THAT(rope(R"("rope_scaling": "yarn")"), HasSubstr("rope_scaling is neither null nor an object"));
  EXPECT_THAT(rope(R"("rope_scaling": {"factor": 2})"), HasSubstr("has the factor 2; only unscaled RoPE"));
  EXPECT_THAT(rope(R"("partial_rotary_factor": 0.5)"), HasSubstr("partial_rotary_factor is 0.5"));
  EXPECT_THAT(rope(R"("rope_parameters": {"partial_rotary_factor": 0.5})"), HasSubstr("partial_rotary_factor is 0.5"));
  EXPECT_EQ(rope(R"("rope_parameters": {"rope_type": "default", "partial_rotary_factor": 1.0})"), "");
}

TEST_F(Refusals, TokenizerJson) {
  const auto gpt2 = [&](const std::string& what, const std::string& with) {
    return refusalOfFolder("hf-gpt2", "tokenizer.json", what, with);
  };
  EXPECT_THAT(gpt2("[\"h\", \"e\"]", "[\"h\", \"x\"]"), HasSubstr("model.merges has as number 0 a pair of no tokens"));
  EXPECT_THAT(gpt2("\"Ā\": 0,", "\"Āā\": 0,"), HasSubstr("no token for the byte 0x00"));
  EXPECT_THAT(gpt2("\"ā\": 1,", "\"ā\": 0,"), HasSubstr("has the id 0 twice"));
  EXPECT_THAT(gpt2("\"ā\": 1,", "\"ā\": 1000000000,"), HasSubstr("has no id below 264"));
}

TEST_F(Refusals, TokenizerBin) {
  const std::string whole = readFile(tinyModel("tok274.bin"));
  const auto refusal = [&](const std::string& bytes) {
    writeFile(m_folder.path() / "tokenizer.bin", bytes);
    const auto result = openTokenizer(m_folder.path() / "tokenizer.bin");
    return result.ok() ? std::string() : result.error().message;
  };
  EXPECT_THAT(refusal(patched(whole, 8, -5)), HasSubstr("length of token 0 (byte 8) is -5"));
  EXPECT_THAT(refusal(patched(whole, 8, 0x7fffffff)), HasSubstr("beyond the longest token's"));
  EXPECT_THAT(refusal(patched(whole, 4, NAN)), HasSubstr("score of token 0"));
  EXPECT_THAT(refusal(whole.substr(0, whole.size() - 1)), HasSubstr("token 273"));
  EXPECT_THAT(refusal(whole.substr(0, 4)), HasSubstr("comes before the tokens"));
  EXPECT_THAT(refusal(replaced(whole, "<0x1A>", "<1A00>")), HasSubstr("should be a byte"));
}

TEST_F(Refusals, Onnx) {
  const std::string whole = readFile(tinyModel("conv.onnx"));
  const auto refusal = [&](const std::string& bytes) {
    writeFile(m_folder.path() / "net.onnx", bytes);
    const auto result = readOnnx(m_folder.path() / "net.onnx");
    return result.ok() ? std::string() : result.error().message;
  };
  EXPECT_THAT(refusal(whole.substr(0, whole.size() - 3)), HasSubstr("net.onnx"));
  EXPECT_THAT(refusal("hello"), HasSubstr("net.onnx"));
  EXPECT_THAT(refusal(whole + std::string("\x3a\0", 2)),
              HasSubstr("graph (byte " + std::to_string(whole.size() + 2) + ") occurs twice"));
  EXPECT_THAT(refusal(""), HasSubstr("graph is missing: this is not an ONNX model"));
  EXPECT_THAT(refusal(replaced(whole, "flat", "abcd")), HasSubstr("' reads 'flat', which nothing before it writes"));
  EXPECT_THAT(refusal(replaced(whole, "\x12\x01r\x1a",
                               "\x12\x01"
                               "a\x1a")),
              HasSubstr("'a' occurs twice"))
      << "of the whole graph: no one byte is at fault";
  EXPECT_THAT(refusal(replaced(whole, "\x08\x02\x08\x01\x08\x03", "\x08\x03\x08\x01\x08\x03")),
              HasSubstr("where its shape asks for 27"));
}

}  // namespace
}  // namespace strata::test
