// strata_damage_kernels [COUNT] [SEED]: sends COUNT damaged kernels (1000) through compiler, agent and run, and says
// what came of each. By hand, since most take a second; some are part of the ordinary tests. One of them again: 1 and
// its seed.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "app/session/agents.h"
#include "tests/damage/damaged_kernels.h"
#include "tests/damage/kernel_damage.h"
#include "tests/modelfile/test_files.h"

int main(int argc, char** argv) {
  using namespace strata;
  using test::DamagedKernels;
  constexpr Duration kHangLimit{2'000'000'000};
  constexpr int kBetweenTables = 50;
  const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const test::TemporaryFolder temporary;
  ::setenv("TMPDIR", temporary.path().c_str(), /*overwrite=*/1);
  const auto agent = chooseAgent("cpu", kHangLimit);
  if (!agent.ok()) return fmt::print(stderr, "{}\n", agent.error().message), 1;
  DamagedKernels kernels(agent.value().command);
  std::size_t told = 0;
  for (int i = 1; i <= count; ++i) {
    fmt::print("{}\n", kernels.run(seed + static_cast<std::uint64_t>(i) - 1));
    if (count == 1) fmt::print("{}\n", kernels.text());
    if (i == count) kernels.finish();
    for (; told < kernels.problems().size(); ++told) fmt::print("PROBLEM {}\n", kernels.problems()[told]);
    std::fflush(stdout);
    if (i % kBetweenTables != 0 && i != count) continue;
    fmt::print("of {} kernels\n", i);
    for (std::size_t end = 0; end < DamagedKernels::kEnds; ++end)
      fmt::print("{:5} {}\n", kernels.count(static_cast<DamagedKernels::End>(end)),
                 DamagedKernels::name(static_cast<DamagedKernels::End>(end)));
    const test::Footprint& most = kernels.agentsMost();
    fmt::print("an agent between runs: at most {} MB, {} descriptors, {} threads\n", most.residentBytes >> 20,
               most.descriptors, most.threads);
  }
  return kernels.problems().empty() ? 0 : 1;
}
