#include "layers/workloads/ladder/kept_models.h"

#include <algorithm>
#include <utility>

namespace strata::inline workloads {
namespace {

constexpr std::size_t kMostModels = 256;

}  // namespace

const KeptModels::Model* KeptModels::find(const Counted& counted) const {
  const auto found = std::ranges::find(m_entries, counted, &Entry::counted);
  return found == m_entries.end() ? nullptr : &found->model;
}

const KeptModels::Model& KeptModels::keep(Counted counted, Model model) {
  if (m_entries.size() == kMostModels) m_entries.pop_front();
  return m_entries.emplace_back(Entry{std::move(counted), std::move(model)}).model;
}

}  // namespace strata::inline workloads
