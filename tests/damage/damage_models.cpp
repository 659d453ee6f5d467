// strata_damage_models [COUNT] [SEED]: opens COUNT damaged model files (10 000), evenly of every kind, runs those that
// open, and says what came of it. For builds with sanitizers; some of each kind are part of the ordinary tests.
#include <fmt/format.h>

#include <cstdlib>

#include "tests/damage/damaged_runs.h"

int main(int argc, char** argv) {
  using namespace strata::test;
  const auto files = filesToDamage();
  const int count = argc > 1 ? std::atoi(argv[1]) : 10000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1000000;
  const int each = (count + static_cast<int>(files.size()) - 1) / static_cast<int>(files.size());
  std::size_t problems = 0;
  DamagedRuns runs;
  for (const std::string& file : files) {
    const DamageReport report = damage(file, seed, each, runs.use());
    fmt::print("{:44} {:5} refused {:5} read, at most {:9} bytes of heap\n", file, report.refused, report.opened,
               report.largestPeak);
    for (const std::string& problem : report.problems) fmt::print("  {}\n", problem);
    problems += report.problems.size();
  }
  fmt::print("of those read {} ran as in fp64, {} ran with numbers too large to compare, {} were refused then\n",
             runs.count().checked, runs.count().unchecked, runs.count().refused);
  return problems == 0 ? 0 : 1;
}
