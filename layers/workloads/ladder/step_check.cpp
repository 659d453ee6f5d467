#include "layers/workloads/ladder/step_check.h"

#include <algorithm>

#include "kernels/microscope/defect_watch.h"
#include "kernels/operation/bound_launch.h"
#include "kernels/operation/tensor_values.h"
#include "layers/compiler/host_compiler.h"
#include "layers/workloads/ladder/ladder_data.h"

namespace strata::inline workloads {
namespace {

Result<std::shared_ptr<HostObject>> compiled(const Operation& operation, const OwnStep& step, OwnBuild build) {
  STRATA_ASSIGN(const HostCompiler compiler, HostCompiler::find());
  std::vector<std::string> kernels;
  for (const auto& [asked, own] : step.kernels) kernels.push_back(own);
  return compiler.build(step.text, operation.name, kernels, build);
}

KernelEntry entryOf(const HostObject& object, const OwnStep& step, std::string_view kernel) {
  const auto found = std::ranges::find_if(step.kernels, [&](const auto& pair) { return pair.first == kernel; });
  return found == step.kernels.end() ? KernelEntry{} : object.find(found->second);
}

class StepCheck {
 public:
  StepCheck(const Operation& operation, const OwnStep& step, const HostObject& object, WorkContext& context)
      : m_operation(operation),
        m_step(step),
        m_object(object),
        m_context(context),
        m_watch(object.path(), dynamicShared(step)) {}

  Result<KernelFindings> run(const Problem& problem, std::uint64_t seed) {
    const StepPlan plan = m_step.step.plan(problem);
    STRATA_TRY(addTensors(problem, plan, seed));
    STRATA_ASSIGN(const std::unique_ptr<Stream> stream, m_context.device.createStream());
    for (const KernelLaunch& launch : plan.launches) {
      STRATA_TRY(start(*stream, launch));
      // A launch that ended badly did so for a reason that the watch has seen.
      if (const auto ended = stream->synchronize(); !ended.ok() && ended.error().code == ErrorCode::Stopped)
        return ended.error();
    }
    return findings(problem);
  }

 private:
  static std::vector<std::string> dynamicShared(const OwnStep& step) {
    std::vector<std::string> names;
    for (const auto& [type, name] : outlineOf(step.text.text).dynamicShared) names.push_back(name);
    return names;
  }

  Result<void> addTensors(const Problem& problem, const StepPlan& plan, std::uint64_t seed) {
    const std::vector<TensorInfo> tensors = m_operation.tensors(problem);
    const std::size_t inputs = tensors.size() - 1;
    for (std::size_t i = 0; i < inputs; ++i) {
      STRATA_ASSIGN(const std::vector<float> values, inputValues(tensors[i], seed, i, inputs, m_context.stop));
      std::vector<std::byte> bytes(tensors[i].bytes());
      encodeValues(tensors[i].type, values, bytes.data());
      STRATA_TRY(add(tensors[i], bytes));
    }
    STRATA_TRY(add(tensors.back(), {}));
    for (const TensorInfo& tensor : plan.workspace) STRATA_TRY(add(tensor, {}));
    return {};
  }

  Result<void> add(const TensorInfo& tensor, std::span<const std::byte> content) {
    void* memory = m_watch.addTensor(std::string(tensor.name), tensor.bytes(), bytesOf(tensor.type), content);
    if (!memory)
      return Error{ErrorCode::OutOfMemory, "There is no memory left to watch kernels in; choose smaller sizes.",
                   Storey::Driver};
    m_tensors.push_back(memory);
    return {};
  }

  Result<void> start(Stream& stream, const KernelLaunch& launch) {
    KernelEntry entry = entryOf(m_object, m_step, launch.kernel);
    entry.blocks = &m_watch;
    STRATA_ASSIGN(BoundLaunch bound, BoundLaunch::bind(m_context.device, launch, entry, m_tensors));
    return bound.start(stream);
  }

  KernelFindings findings(const Problem& problem) {
    const auto indices = [](Dim3 at) { return std::array{at.x, at.y, at.z}; };
    const auto named = [this](const std::string& file) { return file == m_step.file ? m_step.text.name : file; };
    KernelFindings all;
    all.problems.push_back(m_operation.shapeText(problem));
    for (const Defect& defect : m_watch.takeDefects()) {
      Finding& finding = all.findings.emplace_back(
          Finding{std::string(defectName(defect.kind)), defect.kernel, named(defect.line.file), defect.line.line,
                  indices(defect.thread.block), indices(defect.thread.thread), defect.sentence});
      finding.otherFile = named(defect.otherLine.file);
      finding.otherLine = defect.otherLine.line;
      finding.otherBlock = indices(defect.otherThread.block);
      finding.otherThread = indices(defect.otherThread.thread);
      finding.times = defect.times;
    }
    const DefectWatch::Extent& extent = m_watch.extent();
    all.blocks = extent.blocks;
    all.threads = extent.threads;
    all.accesses = extent.accesses;
    all.blocksLeftOut = extent.blocksLeftOut;
    all.threadsEnded = extent.threadsEnded;
    return all;
  }

  const Operation& m_operation;
  const OwnStep& m_step;
  const HostObject& m_object;
  WorkContext& m_context;
  DefectWatch m_watch;
  std::vector<void*> m_tensors;
};

/// What was found at another problem, too: a line's error is told once.
void join(KernelFindings& all, KernelFindings more) {
  const bool isFirst = all.problems.empty();
  all.problems.insert(all.problems.end(), more.problems.begin(), more.problems.end());
  all.blocks += more.blocks;
  all.threads += more.threads;
  all.accesses += more.accesses;
  all.blocksLeftOut += more.blocksLeftOut;
  all.threadsEnded += more.threadsEnded;
  for (Finding& finding : more.findings) {
    const auto known = std::ranges::find_if(all.findings, [&](const Finding& each) {
      return each.kind == finding.kind && each.file == finding.file && each.line == finding.line &&
             each.otherFile == finding.otherFile && each.otherLine == finding.otherLine;
    });
    if (known != all.findings.end()) {
      known->times += finding.times;
    } else {
      if (!isFirst) finding.sentence += " (at " + more.problems.front() + ")";
      all.findings.push_back(std::move(finding));
    }
  }
}

}  // namespace

OwnKernels hostKernels() {
  OwnKernels own;
  own.compile = [](const Operation& operation, const OwnStep& step, OwnBuild build,
                   WorkContext&) -> Result<KernelFinder> {
    STRATA_ASSIGN(const auto object, compiled(operation, step, build));
    return KernelFinder(
        [object, kernels = &step](std::string_view kernel) { return entryOf(*object, *kernels, kernel); });
  };
  own.check = [](const Operation& operation, std::span<const Problem> problems, const OwnStep& step, std::uint64_t seed,
                 WorkContext& context) -> Result<KernelFindings> {
    STRATA_ASSIGN(const auto object, compiled(operation, step, OwnBuild::Observed));
    KernelFindings all;
    for (const Problem& problem : problems) {
      StepCheck check(operation, step, *object, context);
      STRATA_ASSIGN(KernelFindings found, check.run(problem, seed));
      join(all, std::move(found));
    }
    return all;
  };
  return own;
}

}  // namespace strata::inline workloads
