#include "tests/kernels/observed_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "kernels/microscope/source_lines.h"
#include "kernels/operation/bound_launch.h"
#include "kernels/operation/kernel_table.h"

namespace strata {

void runUnder(Microscope& microscope, const Operation& operation, std::string_view stepName, const LadderCase& values,
              const CpuDeviceOptions& options) {
  auto device = std::move(openCpuDevice(0, options)).value();
  const Problem problem = problemOf(operation, values);
  std::vector<std::unique_ptr<Buffer>> buffers;
  const StepPlan plan = findStep(operation, stepName)->plan(problem);
  for (const auto& list : {operation.tensors(problem), plan.workspace})
    for (const TensorInfo& tensor : list) {
      buffers.push_back(std::move(device->allocate(tensor.bytes(), MemoryKind::Device)).value());
      auto* const memory = static_cast<std::byte*>(buffers.back()->data());
      std::fill_n(memory, tensor.bytes(), std::byte{0});
      microscope.nameArray(tensor.name, {memory, tensor.bytes()});
    }
  auto stream = std::move(device->createStream()).value();
  std::vector<void*> tensors;
  for (const auto& buffer : buffers) tensors.push_back(buffer->data());
  for (const KernelLaunch& launch : plan.launches) {
    KernelEntry entry = findObservedKernel(launch.kernel);
    EXPECT_NE(entry.function, nullptr) << launch.kernel;
    entry.observer = &microscope;
    auto bound = BoundLaunch::bind(*device, launch, entry, tensors);
    ASSERT_TRUE(bound.ok()) << bound.error().message;
    EXPECT_TRUE(bound.value().start(*stream).ok());
  }
  EXPECT_TRUE(stream->synchronize().ok());
}

ObservedLines linesOf(const Microscope& microscope) {
  ObservedLines lines;
  const SourceLines source;
  for (const auto& [place, counts] : microscope.places()) {
    const SourceLine line = source.of(place.pc);
    LineCounts& sum = lines[{line.file, line.line, counts.what, counts.space}];
    sum.requests += counts.requests;
    sum.most = std::max(sum.most, counts.requests);
    sum.laneBytes += counts.requests * place.bytes;
    sum.askedBytes += counts.askedBytes;
    sum.lanes += counts.lanes;
    sum.sectors += counts.sectors;
    sum.usedBytes += counts.usedBytes;
    sum.wavefronts += counts.wavefronts;
    sum.phases += counts.phases;
    sum.worstWays = std::max(sum.worstWays, counts.worstWays);
    sum.turns += counts.turns;
    sum.widths |= place.bytes;
    sum.typical = counts.typicalPatterns(1).front();
  }
  return lines;
}

ObservedLines observe(const Operation& operation, std::string_view step, const LadderCase& values,
                      const AccessWidths& widths) {
  Microscope microscope(widths);
  runUnder(microscope, operation, step, values);
  return linesOf(microscope);
}

}  // namespace strata
