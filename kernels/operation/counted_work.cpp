#include "kernels/operation/counted_work.h"

#include <algorithm>

namespace strata::inline operation {

bool isOf(const InstructionUse& use, InstructionKind work) {
  const bool copied = work == InstructionKind::GlobalLoad || work == InstructionKind::SharedStore;
  return use.kind == work || (use.kind == InstructionKind::AsyncCopy && copied);
}

double workOf(const CompiledLine& line, InstructionKind work) {
  double sum = 0;
  for (const auto& [use, count] : line.uses)
    if (isOf(use, work)) sum += double(work == InstructionKind::Barrier ? 1 : use.amount) * count;
  return sum;
}

std::optional<int> ownLoop(const CompiledKernel& kernel, const Work& work) {
  const int loop = kernel.lines[work.lines.front()].loop;
  for (const std::size_t i : work.lines)
    if (kernel.lines[i].loop != loop || !kernel.lines[i].always) return std::nullopt;
  return loop;
}

CountedWork::CountedWork(const CompiledKernel& kernel, std::span<const LineExecutions> counted) : m_kernel(kernel) {
  for (const LineExecutions& each : counted)
    if (isOfKernel(each)) m_counted[{each.file, each.line}] = each;
}

std::optional<double> CountedWork::passes(const CompiledLine& line) const {
  const std::uint64_t found = most(line, &LineExecutions::passes);
  return found > 0 ? std::optional(double(found)) : std::nullopt;
}

std::optional<double> CountedWork::passesUpTo(const CompiledLine& line) const {
  if (const auto own = passes(line)) return own;
  auto at = m_counted.lower_bound({line.file, line.firstLine});
  while (at != m_counted.begin() && (--at)->first.first == line.file)
    if (at->second.passes > 0) return double(at->second.passes);
  return std::nullopt;
}

std::vector<Work> CountedWork::works(InstructionKind kind) const {
  std::map<Place, Work> found = compiled(kind);
  if (kind <= InstructionKind::SharedStore) askMemory(found, kind);
  std::vector<Work> works;
  for (auto& [place, work] : found) {
    work.kind = kind;
    if (kind > InstructionKind::SharedStore) {
      const CompiledLine& line = m_kernel.lines[work.lines.front()];
      work.asked = passes(line).value_or(0) * atEachPass(line, kind);
      if (work.asked <= 0) continue;
    }
    works.push_back(std::move(work));
  }
  return works;
}

std::map<CountedWork::Place, Work> CountedWork::compiled(InstructionKind kind) const {
  std::map<Place, Work> works;
  for (std::size_t i = 0; i < m_kernel.lines.size(); ++i)
    if (workOf(m_kernel.lines[i], kind) > 0)
      works[{m_kernel.lines[i].file, m_kernel.lines[i].firstLine}].lines.push_back(i);
  return works;
}

void CountedWork::askMemory(std::map<Place, Work>& works, InstructionKind kind) const {
  for (const auto& [place, counted] : m_counted) {
    auto after = works.upper_bound(place);
    if (after == works.begin() || (--after)->first.first != place.first) continue;
    Work& work = after->second;
    work.asked += double(counted.laneBytes[static_cast<std::size_t>(kind)]);
    work.moved |= counted.moved && m_kernel.lines[work.lines.front()].covers(place.first, place.second);
  }
}

double CountedWork::atEachPass(const CompiledLine& line, InstructionKind kind) const {
  if (kind == InstructionKind::Barrier) return 1;
  return kind == InstructionKind::Fp32 ? most(line, &LineExecutions::fp32) : most(line, &LineExecutions::matrix);
}

/// Of the lines of a statement.
template <class Value>
Value CountedWork::most(const CompiledLine& line, Value LineExecutions::*value) const {
  Value found{};
  for (auto at = m_counted.lower_bound({line.file, line.firstLine});
       at != m_counted.end() && at->first <= Place(line.file, line.lastLine); ++at)
    found = std::max(found, at->second.*value);
  return found;
}

/// Whether a line lies among those of this kernel: a file may hold others.
bool CountedWork::isOfKernel(const LineExecutions& counted) const {
  int first = 0, last = 0;
  for (const CompiledLine& each : m_kernel.lines)
    if (each.file == counted.file) {
      first = first == 0 ? each.firstLine : std::min(first, each.firstLine);
      last = std::max(last, each.lastLine);
    }
  return first <= counted.line && counted.line <= last;
}

}  // namespace strata::inline operation
