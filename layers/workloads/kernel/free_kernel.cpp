#include "layers/workloads/kernel/free_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/base/text_parts.h"
#include "engine/protocol/nearest_name.h"
#include "layers/workloads/common/pointee.h"
#include "layers/workloads/kernel/formula_text.h"
#include "layers/workloads/kernel/free_statement.h"

namespace strata::inline workloads {
namespace {

/// Of a comment that would say what the kernel works on, were there no code before it; 0: there is none.
int lateLine(std::string_view text) {
  const std::size_t at = text.find("// strata:");
  return at == text.npos ? 0 : 1 + static_cast<int>(std::ranges::count(text.substr(0, at), '\n'));
}

/// Puts the statements together and finds what does not fit.
class FreeReader {
 public:
  explicit FreeReader(const OwnKernel& own) : m_made(std::make_shared<FreeKernel>()) {
    m_made->name = own.name;
    m_made->file = own.file;
    m_made->text = own.text;
    m_made->outline = outlineOf(own.text);
  }

  Result<std::shared_ptr<const FreeKernel>> read() {
    const std::vector<FreeStatement> statements = statementsOf(m_made->text);
    if (const int late = lateLine(m_made->text); statements.empty() && late > 0)
      return m_made->wrongAt(late, "Code stands above this comment, which says what it works on: begin with it.");
    if (statements.empty())
      return m_made->wrongAt(
          1, "It does not say what it works on. Begin it with a comment like\n" + std::string(kFreeExample));
    m_blocks.push_back(&m_made->steps);
    for (const FreeStatement& statement : statements) STRATA_TRY(take(statement));
    const int last = statements.back().line;
    if (m_blocks.size() > 1) return m_made->wrongAt(last, "A \"repeat\" has no \"end\".");
    if (m_made->steps.empty())
      return m_made->wrongAt(last, "It launches nothing: add \"kernel<<<grid, block>>>(arguments)\".");
    if (m_made->expectations.empty() && !m_expectsNone)
      return m_made->wrongAt(last, "It does not say what comes out: add \"expect y[i] = …\", or \"expect none\".");
    return std::shared_ptr<const FreeKernel>(m_made);
  }

 private:
  Error wrong(const FreeStatement& statement, const std::string& why) const {
    return m_made->wrongAt(statement.line, why);
  }

  Result<void> take(const FreeStatement& s) {
    using Kind = FreeStatement::Kind;
    switch (s.kind) {
      case Kind::Size: return takeSize(s);
      case Kind::Tensor: return takeTensor(s);
      case Kind::Launch: return takeLaunch(s);
      case Kind::Repeat: return takeRepeat(s);
      case Kind::End: return takeEnd(s);
      case Kind::Expect: return takeExpectation(s);
      case Kind::Unknown: break;
    }
    return wrong(s, fmt::format("\"{}\" is none of what the comment may say: {}", s.text, kFreeStatements));
  }

  Result<void> takeName(const FreeStatement& s, const std::string& name) {
    if (nameAt(name) != name || name.empty()) return wrong(s, fmt::format("\"{}\" is no name.", name));
    if (!m_names.insert(name).second) return wrong(s, fmt::format("There is a {} already.", name));
    return {};
  }

  Result<void> takeSize(const FreeStatement& s) {
    auto size = sizeOf(s);
    if (!size.ok()) return wrong(s, size.error().message);
    STRATA_TRY(takeName(s, size.value().name));
    m_made->sizes.push_back(std::move(size).value());
    return {};
  }

  Result<void> takeTensor(const FreeStatement& s) {
    auto tensor = tensorOf(s);
    if (!tensor.ok()) return wrong(s, tensor.error().message);
    STRATA_TRY(takeName(s, tensor.value().name));
    m_made->tensors.push_back(std::move(tensor).value());
    return {};
  }

  Result<void> takeLaunch(const FreeStatement& s) {
    auto launch = launchOf(s);
    if (!launch.ok()) return wrong(s, launch.error().message);
    STRATA_TRY(checkLaunch(s, launch.value()));
    m_blocks.back()->push_back(std::move(launch).value());
    return {};
  }

  Result<void> checkLaunch(const FreeStatement& s, const FreeKernel::Step& launch) const {
    const OutlinedKernel* kernel = m_made->outline.find(launch.kernel);
    if (!kernel) {
      std::vector<std::string> names;
      for (const OutlinedKernel& each : m_made->outline.kernels) names.push_back(each.name);
      if (names.empty()) return wrong(s, "The file defines no __global__ function.");
      return wrong(s, fmt::format("The file has no kernel '{}'; {}", launch.kernel, suggestion(launch.kernel, names)));
    }
    if (kernel->isTemplate && launch.arguments.empty())
      return wrong(s, fmt::format("{0} is a template: say with what, \"{0}<16><<<…>>>(…)\".", kernel->name));
    if (!kernel->isTemplate && !launch.arguments.empty()) return wrong(s, kernel->name + " is no template.");
    if (kernel->parameters.size() != launch.values.size())
      return wrong(
          s, fmt::format("{} takes {} parameters ({}), and {} are given.", kernel->name, kernel->parameters.size(),
                         fmt::join(kernel->parameters, ", "), launch.values.size()));
    for (std::size_t i = 0; i < launch.values.size(); ++i) {
      const bool pointer = isPointer(kernel->parameters[i]);
      const FreeKernel::Tensor* tensor = m_made->tensor(launch.values[i]);
      const bool isTensor = tensor != nullptr;
      if (pointer && isTensor && !mayPointTo(kernel->parameters[i], tensor->type))
        return wrong(s, fmt::format("Parameter {} of {} is \"{}\", and an element of {} has {} bytes.", i + 1,
                                    kernel->name, kernel->parameters[i], tensor->name, bytesOf(tensor->type)));
      if (pointer == isTensor) continue;
      return wrong(s, pointer ? fmt::format("Parameter {} of {} is \"{}\", and {} is no tensor.", i + 1, kernel->name,
                                            kernel->parameters[i], launch.values[i])
                              : fmt::format("Parameter {} of {} is \"{}\", and {} is a tensor.", i + 1, kernel->name,
                                            kernel->parameters[i], launch.values[i]));
    }
    return {};
  }

  Result<void> takeRepeat(const FreeStatement& s) {
    auto repeat = repeatOf(s);
    if (!repeat.ok()) return wrong(s, repeat.error().message);
    m_blocks.back()->push_back(std::move(repeat).value());
    m_blocks.push_back(&m_blocks.back()->back().repeated);
    return {};
  }

  Result<void> takeEnd(const FreeStatement& s) {
    if (m_blocks.size() == 1) return wrong(s, "There is no \"repeat\" that ends here.");
    m_blocks.pop_back();
    return {};
  }

  Result<void> takeExpectation(const FreeStatement& s) {
    if (expectsNothing(s)) {
      m_expectsNone = true;
      return {};
    }
    auto expected = expectationOf(s);
    if (!expected.ok()) return wrong(s, expected.error().message);
    const FreeKernel::Tensor* tensor = m_made->tensor(expected.value().tensor);
    if (!tensor) return wrong(s, fmt::format("There is no tensor {} above this line.", expected.value().tensor));
    if (tensor->role == FreeKernel::Role::In)
      return wrong(s, fmt::format("{} is an input: declare it \"out\" or \"inout\".", tensor->name));
    if (tensor->shape.size() != expected.value().indices.size())
      return wrong(s, fmt::format("{} has {} dimensions, and {} are named.", tensor->name, tensor->shape.size(),
                                  expected.value().indices.size()));
    m_made->expectations.push_back(std::move(expected).value());
    return {};
  }

  std::shared_ptr<FreeKernel> m_made;
  std::set<std::string> m_names;
  std::vector<std::vector<FreeKernel::Step>*> m_blocks;  ///< the innermost last
  bool m_expectsNone = false;
};

}  // namespace

const FreeKernel::Tensor* FreeKernel::tensor(std::string_view called) const {
  const auto found = std::ranges::find(tensors, called, &Tensor::name);
  return found == tensors.end() ? nullptr : &*found;
}

Error FreeKernel::wrongAt(int line, const std::string& why) const {
  return {ErrorCode::Usage, fmt::format("{}:{}: error: {}", file, line, why), Storey::Model};
}

bool isFreeKernel(std::string_view text) {
  return !statementsOf(text).empty();
}

Result<std::shared_ptr<const FreeKernel>> readFreeKernel(const OwnKernel& kernel) {
  return FreeReader(kernel).read();
}

}  // namespace strata::inline workloads
