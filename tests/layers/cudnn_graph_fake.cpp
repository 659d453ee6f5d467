// The graph interface of cuDNN 9 on the host: descriptors keep their attributes, and executing a plan computes the
// graph that was described, operation by operation. Types, order, ids and pointers are taken for granted nowhere. The
// numbers are copied from cudnn_graph.h. Whether cuDNN has an engine for a graph, this does not know:
// cudnn_attention_test.cpp asks the real one.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

#include "kernels/operation/tensor_values.h"
#include "tests/layers/gpu_dnn_fake.h"

namespace {

using strata::DataType;

constexpr int kBadParameter = 2000, kNotSupported = 3000;
constexpr int kTensor = 17, kGraph = 15, kHeuristic = 4, kConfig = 3, kPlan = 5, kEngine = 2, kKnob = 7, kPack = 16;

struct Descriptor {
  int kind;
  bool final = false;
  std::map<int, std::vector<std::int64_t>> values{};  ///< by attribute; pointers as numbers

  std::int64_t operator[](int attribute) const { return values.at(attribute).at(0); }
  const Descriptor& part(int attribute, std::size_t i = 0) const {
    return *reinterpret_cast<const Descriptor*>(values.at(attribute).at(i));
  }
};

/// The type that an attribute is to be set with.
int typeOf(int attribute) {
  switch (attribute) {
    case 0: return 14;  // pointwise mode
    case 1:
    case 901:
    case 1500:
    case 1601: return 1;  // data type
    case 907:
    case 908: return 2;  // boolean
    case 9:
    case 600:
    case 902:
    case 903:
    case 906:
    case 900:
    case 1000: return 3;
    case 1001:
    case 1003: return 6;  // pointer
    case 200: return 8;   // mode of heuristics
    case 400:
    case 800: return 0;    // handle
    case 1600: return 18;  // reduction
    default: return 15;    // descriptor
  }
}

std::size_t bytesOfType(int type) {
  return type == 2 ? 1 : type == 1 || type == 8 || type == 14 || type == 18 ? 4 : 8;
}

struct Values {
  std::vector<std::int64_t> sizes;
  std::vector<double> dense;

  /// Sizes of 1 stand for all places along their axis.
  std::size_t at(std::array<std::int64_t, 4> place) const {
    std::int64_t index = 0;
    for (std::size_t i = 0; i < 4; ++i) index = index * sizes[i] + (sizes[i] == 1 ? 0 : place[i]);
    return static_cast<std::size_t>(index);
  }
};

template <class Visit>
void eachPlace(const std::vector<std::int64_t>& sizes, Visit visit) {
  std::array<std::int64_t, 4> p{};
  for (p[0] = 0; p[0] < sizes[0]; ++p[0])
    for (p[1] = 0; p[1] < sizes[1]; ++p[1])
      for (p[2] = 0; p[2] < sizes[2]; ++p[2])
        for (p[3] = 0; p[3] < sizes[3]; ++p[3]) visit(p);
}

DataType dataType(const Descriptor& tensor) {
  switch (tensor[901]) {
    case 2: return DataType::F16;
    case 9: return DataType::BF16;
    case 4: return DataType::I32;
    default: return DataType::F32;
  }
}

class Machine {
 public:
  explicit Machine(const Descriptor& pack) {
    for (std::size_t i = 0; i < pack.values.at(1000).size(); ++i)
      m_memory[pack.values.at(1000)[i]] = reinterpret_cast<std::byte*>(pack.values.at(1001).at(i));
  }

  void run(const Descriptor& operation) {
    if (operation.kind == 19) matmul(operation);
    if (operation.kind == 22) reduce(operation);
    if (operation.kind == 13) pointwise(operation);
  }

 private:
  std::byte* element(const Descriptor& tensor, std::array<std::int64_t, 4> place) const {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < 4; ++i) offset += place[i] * tensor.values.at(903)[i];
    return m_memory.at(tensor[906]) + offset * static_cast<std::int64_t>(strata::bytesOf(dataType(tensor)));
  }

  Values read(const Descriptor& tensor) const {
    if (tensor[907] != 0) return m_between.at(tensor[906]);
    Values values{tensor.values.at(902), {}};
    eachPlace(values.sizes, [&](auto place) {
      values.dense.push_back(strata::decodeValues(dataType(tensor), element(tensor, place), 1)[0]);
    });
    return values;
  }

  template <class Compute>
  void write(const Descriptor& tensor, Compute compute) {
    Values values{tensor.values.at(902), {}};
    eachPlace(values.sizes, [&](auto place) {
      values.dense.push_back(strata::roundTo(dataType(tensor), static_cast<float>(compute(place))));
      const auto value = static_cast<float>(values.dense.back());
      if (tensor[907] == 0) strata::encodeValues(dataType(tensor), {&value, 1}, element(tensor, place));
    });
    m_between[tensor[906]] = std::move(values);
  }

  void matmul(const Descriptor& operation) {
    const Values a = read(operation.part(1520)), b = read(operation.part(1521));
    const Descriptor& c = operation.part(1522);
    write(c, [&](auto p) {
      const std::int64_t head = p[1] / (a.sizes[1] / b.sizes[1]);
      double sum = 0;
      for (std::int64_t k = 0; k < a.sizes[3]; ++k)
        sum += a.dense[a.at({p[0], p[1], p[2], k})] * b.dense[b.at({p[0], head, k, p[3]})];
      return sum;
    });
  }

  void reduce(const Descriptor& operation) {
    const Values x = read(operation.part(1610));
    const bool greatest = operation.part(1612)[1600] == 3;
    write(operation.part(1611), [&](auto p) {
      double result = greatest ? -INFINITY : 0;
      for (p[3] = 0; p[3] < x.sizes[3]; ++p[3])
        result = greatest ? std::max(result, x.dense[x.at(p)]) : result + x.dense[x.at(p)];
      return result;
    });
  }

  void pointwise(const Descriptor& operation) {
    const Descriptor& how = operation.part(750);
    const Values x = read(operation.part(751));
    const Values b = operation.values.contains(752) ? read(operation.part(752)) : Values{};
    const Values t = operation.values.contains(758) ? read(operation.part(758)) : Values{};
    write(operation.part(753), [&](auto p) {
      const double left = x.dense[x.at(p)], right = b.sizes.empty() ? 0 : b.dense[b.at(p)];
      switch (how[0]) {
        case 0: return left + right;
        case 1: return left * right;
        case 6: return left / right;
        case 9: return left - right;
        case 13: return std::exp(left);
        case 15: return std::log(left);
        case 303: return left >= right ? 1.0 : 0.0;
        case 501: return static_cast<double>(p[static_cast<std::size_t>(how[9])]);
        case 601: return t.dense[t.at(p)] != 0 ? left : right;
        default: return std::nan("");
      }
    });
  }

  std::map<std::int64_t, std::byte*> m_memory;
  std::map<std::int64_t, Values> m_between;
};

/// The configurations that are offered: one that does not work, one that wants too much, one that fits.
constexpr std::int64_t kEngines[] = {9, 4, 2};
constexpr std::int64_t kWorkspaces[] = {0, std::int64_t{2} << 30, 4096};

Descriptor* known(void* descriptor) {
  return static_cast<Descriptor*>(descriptor);
}

/// `i`: which of kEngines.
void offer(Descriptor& config, const Descriptor& heuristic, std::int64_t i) {
  config = {kConfig, true, {{-1, {i}}, {-2, {heuristic[201]}}}};
}

}  // namespace

extern "C" {

int cudnnBackendCreateDescriptor(int kind, void** descriptor) {
  *descriptor = new Descriptor{kind};
  return 0;
}
int cudnnBackendDestroyDescriptor(void* descriptor) {
  delete known(descriptor);
  return 0;
}

int cudnnBackendSetAttribute(void* descriptor, int attribute, int type, std::int64_t count, const void* values) {
  Descriptor& object = *known(descriptor);
  if (object.final || type != typeOf(attribute)) return kBadParameter;
  const std::size_t bytes = bytesOfType(type);
  std::vector<std::int64_t>& kept = object.values[attribute];
  for (std::int64_t i = 0; i < count; ++i) {
    std::memcpy(&kept.emplace_back(0), static_cast<const std::byte*>(values) + bytes * static_cast<std::size_t>(i),
                bytes);
    if (type == 15 && !reinterpret_cast<const Descriptor*>(kept.back())->final) return kBadParameter;
  }
  return 0;
}

int cudnnBackendFinalize(void* descriptor) {
  Descriptor& object = *known(descriptor);
  if (object.kind == kTensor && object[900] != 16) return kBadParameter;
  if (object.kind == kGraph && !object.values.contains(800)) return kBadParameter;
  if (object.kind == kHeuristic && object[200] != 3) return kBadParameter;
  if (object.kind == kPlan && object.part(401)[-1] == 0) return kNotSupported;
  object.final = true;
  return 0;
}

int cudnnBackendGetAttribute(void* descriptor, int attribute, int type, std::int64_t room, std::int64_t* count,
                             void* values) {
  const Descriptor& object = *known(descriptor);
  if (!object.final) return kBadParameter;
  auto* numbers = static_cast<std::int64_t*>(values);
  auto* objects = static_cast<Descriptor**>(values);
  *count = 1;
  if (attribute == 202 && type == 15 && room >= 3) {
    *count = 3;
    for (std::int64_t i = 0; i < *count; ++i) offer(*objects[i], object, i);
  } else if (attribute == 302 && type == 15 && room >= 1) {
    *objects[0] = {kKnob, true, {}};
  } else if (attribute == 300 && type == 15 && room == 1) {
    *objects[0] = {kEngine, true, {{1301, {kEngines[object[-1]]}}}};
  } else if (attribute == 1301 && type == 3) {
    *numbers = object[1301];
  } else if (attribute == 402 && type == 3) {
    *numbers = kWorkspaces[object.part(401)[-1]];
  } else if (attribute == 600 && type == 9) {
    const int knob = 24;
    std::memcpy(values, &knob, sizeof knob);
  } else if (attribute == 601 && type == 3) {
    *numbers = 7;
  } else {
    return kBadParameter;
  }
  return 0;
}

int cudnnBackendExecute(void* handle, void* plan, void* pack) {
  const Descriptor &how = *known(plan), &with = *known(pack);
  if (!dnnHandleIsReady(handle) || !how.final || how.kind != kPlan || with.kind != kPack || !with.final)
    return kBadParameter;
  const auto handleValue = reinterpret_cast<std::int64_t>(handle);
  const Descriptor& graph = *reinterpret_cast<const Descriptor*>(how.part(401)[-2]);
  if (how[400] != handleValue || graph[800] != handleValue || with[1003] == 0) return kBadParameter;
  std::memset(reinterpret_cast<void*>(with[1003]), 0xFF, static_cast<std::size_t>(kWorkspaces[2]));
  Machine machine(with);
  for (std::size_t i = 0; i < graph.values.at(801).size(); ++i) machine.run(graph.part(801, i));
  return 0;
}
}
