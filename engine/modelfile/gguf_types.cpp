#include "engine/modelfile/gguf_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace strata::inline modelfile {
namespace {

struct GgufTensorType {
  std::uint32_t number;
  std::string_view name;
  std::optional<StoredType> stored = std::nullopt;
  bool quantised = true;
};

constexpr GgufTensorType kTensorTypes[] = {{0, "F32", StoredType::F32},
                                           {1, "F16", StoredType::F16},
                                           {2, "Q4_0", StoredType::Q4_0},
                                           {3, "Q4_1", StoredType::Q4_1},
                                           {6, "Q5_0", StoredType::Q5_0},
                                           {7, "Q5_1", StoredType::Q5_1},
                                           {8, "Q8_0", StoredType::Q8_0},
                                           {9, "Q8_1"},
                                           {10, "Q2_K"},
                                           {11, "Q3_K"},
                                           {12, "Q4_K", StoredType::Q4K},
                                           {13, "Q5_K", StoredType::Q5K},
                                           {14, "Q6_K", StoredType::Q6K},
                                           {15, "Q8_K"},
                                           {16, "IQ2_XXS"},
                                           {17, "IQ2_XS"},
                                           {18, "IQ3_XXS"},
                                           {19, "IQ1_S"},
                                           {20, "IQ4_NL"},
                                           {21, "IQ3_S"},
                                           {22, "IQ2_S"},
                                           {23, "IQ4_XS"},
                                           {24, "I8", std::nullopt, false},
                                           {25, "I16", std::nullopt, false},
                                           {26, "I32", std::nullopt, false},
                                           {27, "I64", std::nullopt, false},
                                           {28, "F64", std::nullopt, false},
                                           {29, "IQ1_M"},
                                           {30, "BF16", StoredType::BF16},
                                           {34, "TQ1_0"},
                                           {35, "TQ2_0"},
                                           {39, "MXFP4"}};

const GgufTensorType* tensorTypeOf(std::uint32_t number) {
  const auto* const found = std::ranges::find(kTensorTypes, number, &GgufTensorType::number);
  return found == std::end(kTensorTypes) ? nullptr : found;
}

}  // namespace

std::optional<StoredType> storedTypeOfGguf(std::uint32_t number) {
  const GgufTensorType* type = tensorTypeOf(number);
  return type ? type->stored : std::nullopt;
}

std::string refusalOfGgufType(std::uint32_t number) {
  constexpr std::string_view kReadable =
      "F32, F16, BF16, Q8_0, Q6_K, Q5_K, Q5_1, Q5_0, Q4_K, Q4_1 and Q4_0 can be read";
  const GgufTensorType* type = tensorTypeOf(number);
  if (!type) return fmt::format("is number {}, a type that is not known here; {}", number, kReadable);
  return fmt::format(
      "is {}; {}{}", type->name, kReadable,
      type->quantised ? ". Requantize it to Q8_0 or Q4_K_M, for example with llama.cpp's llama-quantize" : "");
}

}  // namespace strata::inline modelfile
