#include "layers/library/one_dnn_module.h"

#include <cstdio>
#include <cstring>
#include <dnnl.hpp>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace strata::inline library {
namespace {

using Dims = dnnl::memory::dims;
using Layout = dnnl::memory::desc;
using Tag = dnnl::memory::format_tag;
using Type = dnnl::memory::data_type;

const dnnl::engine& processor() {
  static const dnnl::engine kEngine(dnnl::engine::kind::cpu, 0);
  return kEngine;
}

/// A tensor as the caller holds it, and as the primitive wants it.
struct Operand {
  const char* name;
  int argument;  ///< DNNL_ARG_…
  Layout given;
  Layout wanted{};

  bool reordered() const { return given != wanted; }
};

/// Code and memory of one operand that has to change its layout.
struct Reorder {
  dnnl::reorder code;
  dnnl::memory from, to;
};

dnnl::primitive_attr ownScratchpad() {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attributes;
}

}  // namespace

struct OneDnnWork {
  OneDnnWork(dnnl::primitive_desc description, std::vector<Operand> tensors)
      : chosen(std::move(description)), operands(std::move(tensors)), scratchpad(chosen.scratchpad_desc()) {
    algorithm = chosen.impl_info_str();
    workspaceBytes = scratchpad.get_size();
    const char* between = "; reorders ";
    for (Operand& each : operands) {
      each.wanted = chosen.query_md(dnnl::query::exec_arg_md, each.argument);
      if (!each.reordered()) continue;
      workspaceBytes += each.wanted.get_size();
      algorithm += between + std::string(each.name);
      between = ", ";
    }
  }

  void prepare(void* const* tensors) {
    stream = dnnl::stream(processor());
    code = dnnl::primitive(chosen);
    arguments[DNNL_ARG_SCRATCHPAD] = dnnl::memory(scratchpad, processor());
    for (std::size_t i = 0; i < operands.size(); ++i) bind(operands[i], tensors[i], i + 1 == operands.size());
    output = tensors[operands.size() - 1];
  }

  void run() {
    for (Reorder& each : before) each.code.execute(stream, each.from, each.to);
    code.execute(stream, arguments);
    for (Reorder& each : after) each.code.execute(stream, each.from, each.to);
    stream.wait();
  }

  void spoilOutput() const { std::memset(output, 0xFF, operands.back().given.get_size()); }

  dnnl::primitive_desc chosen;
  std::vector<Operand> operands;  ///< the output last
  Layout scratchpad;
  std::string algorithm;
  std::size_t workspaceBytes = 0;

 private:
  void bind(const Operand& operand, void* tensor, bool isOutput) {
    dnnl::memory outside(operand.given, processor(), tensor);
    arguments[operand.argument] = outside;
    if (!operand.reordered()) return;
    dnnl::memory inside(operand.wanted, processor());
    arguments[operand.argument] = inside;
    if (isOutput)
      after.push_back({dnnl::reorder(inside, outside), inside, outside});
    else
      before.push_back({dnnl::reorder(outside, inside), outside, inside});
  }

  dnnl::stream stream;
  dnnl::primitive code;
  std::unordered_map<int, dnnl::memory> arguments;
  std::vector<Reorder> before, after;
  void* output = nullptr;
};

namespace {

/// What oneDNN 2 describes in two steps and 3 in one. The direct algorithm: 3 has no other on x86-64.
dnnl::primitive_desc chooseConvolution(const Layout& x, const Layout& w, const Layout& bias, const Layout& y,
                                       const OneDnnConvolution& s) {
  using Convolution = dnnl::convolution_forward;
  constexpr auto kKind = dnnl::prop_kind::forward_inference;
  constexpr auto kAlgorithm = dnnl::algorithm::convolution_direct;
  const Dims stride{s.stride, s.stride}, gaps{s.dilation - 1, s.dilation - 1}, pad{s.pad, s.pad};
#if DNNL_VERSION_MAJOR >= 3
  return Convolution::primitive_desc(processor(), kKind, kAlgorithm, x, w, bias, y, stride, gaps, pad, pad,
                                     ownScratchpad());
#else
  return Convolution::primitive_desc(Convolution::desc(kKind, kAlgorithm, x, w, bias, y, stride, gaps, pad, pad),
                                     ownScratchpad(), processor());
#endif
}

dnnl::primitive_desc chooseMatmul(const Layout& a, const Layout& b, const Layout& c) {
#if DNNL_VERSION_MAJOR >= 3
  return dnnl::matmul::primitive_desc(processor(), a, b, c, ownScratchpad());
#else
  return dnnl::matmul::primitive_desc(dnnl::matmul::desc(a, b, c), ownScratchpad(), processor());
#endif
}

/// oneDNN is free to choose the layouts of X, W and Y; the workspace and the time of reordering them are the work's.
std::unique_ptr<OneDnnWork> makeConvolution(const OneDnnConvolution& s) {
  const Dims x{s.n, s.c, s.h, s.w}, y{s.n, s.k, s.p, s.q};
  const bool grouped = s.groups > 1;
  const Dims w = grouped ? Dims{s.groups, s.k / s.groups, s.c / s.groups, s.r, s.s} : Dims{s.k, s.c, s.r, s.s};
  const auto any = [](const Dims& dims) { return Layout(dims, Type::f32, Tag::any); };
  const Layout bias = s.bias ? Layout({s.k}, Type::f32, Tag::a) : Layout();
  std::vector<Operand> operands{{"X", DNNL_ARG_SRC, Layout(x, Type::f32, Tag::nchw)},
                                {"W", DNNL_ARG_WEIGHTS, Layout(w, Type::f32, grouped ? Tag::goihw : Tag::oihw)}};
  if (s.bias) operands.push_back({"bias", DNNL_ARG_BIAS, bias});
  operands.push_back({"Y", DNNL_ARG_DST, Layout(y, Type::f32, Tag::nchw)});
  return std::make_unique<OneDnnWork>(chooseConvolution(any(x), any(w), bias, any(y), s), std::move(operands));
}

/// Row-major rows × columns, or stored the other way round.
Layout matrices(std::int64_t batch, std::int64_t rows, std::int64_t columns, bool transposed, Type type) {
  return Layout({batch, rows, columns}, type,
                transposed ? Dims{rows * columns, 1, rows} : Dims{rows * columns, columns, 1});
}

std::unique_ptr<OneDnnWork> makeMatmul(const OneDnnMatmul& s) {
  const Type type = s.input == OneDnnType::F16 ? Type::f16 : s.input == OneDnnType::BF16 ? Type::bf16 : Type::f32;
  const Layout a = matrices(s.batch, s.m, s.k, s.transA, type), b = matrices(s.batch, s.k, s.n, s.transB, type),
               c = matrices(s.batch, s.m, s.n, false, Type::f32);
  return std::make_unique<OneDnnWork>(
      chooseMatmul(a, b, c),
      std::vector<Operand>{{"A", DNNL_ARG_SRC, a}, {"B", DNNL_ARG_WEIGHTS, b}, {"C", DNNL_ARG_DST, c}});
}

void say(OneDnnMessage& why, const std::exception& problem) {
  std::snprintf(why.text, sizeof why.text, "%s", problem.what());
}

template <auto make, class Shape>
OneDnnWork* create(const Shape& shape, OneDnnMessage& why) {
  try {
    return make(shape).release();
  } catch (const std::exception& problem) {
    say(why, problem);
    return nullptr;
  }
}

bool prepare(OneDnnWork* work, void* const* tensors, OneDnnMessage& why) {
  try {
    work->prepare(tensors);
    return true;
  } catch (const std::exception& problem) {
    say(why, problem);
    return false;
  }
}

void run(OneDnnWork* work) {
  try {
    work->run();
  } catch (const std::exception&) {
    work->spoilOutput();
  }
}

std::string versionText() {
  const dnnl_version_t* version = dnnl_version();
  return std::to_string(version->major) + "." + std::to_string(version->minor) + "." + std::to_string(version->patch);
}

}  // namespace
}  // namespace strata::inline library

extern "C" __attribute__((visibility("default"))) const strata::OneDnnModule* strataOneDnnModule() {
  using namespace strata;
  static const std::string kVersion = versionText();
  static const OneDnnModule kModule{
      .version = kVersion.c_str(),
      .convolution = create<makeConvolution, OneDnnConvolution>,
      .matmul = create<makeMatmul, OneDnnMatmul>,
      .algorithm = [](const OneDnnWork* work) { return work->algorithm.c_str(); },
      .workspaceBytes = [](const OneDnnWork* work) { return work->workspaceBytes; },
      .prepare = prepare,
      .run = run,
      .destroy = [](OneDnnWork* work) { delete work; },
  };
  return &kModule;
}
