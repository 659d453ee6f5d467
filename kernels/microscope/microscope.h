#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/backends/cpu/block_observer.h"
#include "kernels/microscope/array_names.h"
#include "kernels/microscope/block_watch.h"
#include "kernels/microscope/place_counts.h"
#include "kernels/microscope/sample.h"
#include "kernels/microscope/source_lines.h"
#include "kernels/operation/access_widths.h"

namespace strata::inline microscope {

/// Watches launches of kernels from the instrumented build (findObservedKernel), blocks on as many threads as there
/// are. Put it into KernelEntry::observer. What it counts does not depend on how many those are.
class Microscope final : public LaunchObserver {
 public:
  /// Accesses are as wide as `widths` says; where it says nothing, as in the kernel's text.
  explicit Microscope(const AccessWidths& widths) : m_widths(widths) {}
  /// Says before each launch which of its blocks to watch; without, all of them to their end.
  using ChooseSample = std::function<Sample(const ObservedLaunch& launch)>;
  void choose(ChooseSample choose) { m_choose = std::move(choose); }
  /// Blocks are watched in their order, one after the other: some may wait for others.
  void watchInOrder() { m_inOrder = true; }

  /// What places that touch this memory say of it, until it is another's.
  void nameArray(std::string_view name, std::span<const std::byte> where) { m_tensors.add(name, where); }

  std::vector<BlockObserver*> launchBegins(const ObservedLaunch& launch, std::size_t threads) override;
  void launchEnds() override;

  /// In their order.
  const std::vector<WatchedLaunch>& launches() const { return m_launches; }
  /// Of all launches together.
  std::map<Place, PlaceCounts> places() const;
  SourceLine lineOf(std::uintptr_t pc) const { return m_lines.of(pc); }

 private:
  const AccessWidths& m_widths;
  SourceLines m_lines;
  ArrayNames m_tensors;
  ChooseSample m_choose;
  bool m_inOrder = false;
  Sample m_sample;
  std::vector<std::unique_ptr<BlockWatch>> m_watches;  ///< a thread each, the first ones of them in the present launch
  std::size_t m_watching = 0;
  std::vector<WatchedLaunch> m_launches;
};

/// Whether this program holds an instrumented build; not with sanitizers.
bool canObserveKernels();

}  // namespace strata::inline microscope
