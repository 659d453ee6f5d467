#include "tests/views/sample_ladder.h"

#include "tests/views/sample_session.h"

namespace strata {
namespace {

constexpr const char* kNaive =
    "// one thread, one element\n"
    "__global__ void sample_naive(const float* A, float* C, int n) {\n"
    "  int i = threadIdx.x;\n"
    "  C[i] = A[i * n];  // far apart\n"
    "}\n";

RunResult resultOf(const char* variant, double gflops, double bytes, std::uint32_t call) {
  RunResult result;
  result.variant = variant;
  result.gflops = gflops;
  result.seconds = {1 / gflops, 0.8 / gflops, 1.25 / gflops, 5, "device"};  // 1 GFLOP of work
  result.kinds = {{"gflops", Provenance::Measured}, {"seconds", Provenance::Measured}, {"error", Provenance::Measured}};
  result.error = RunResult::Check{"relative Frobenius", 4e-7, 5e-6};
  result.figures = {{"arithmetic_intensity", 64, "FLOP/byte", Provenance::Modelled},
                    {"global_bytes", bytes, "bytes", Provenance::Modelled}};
  result.firstCall = result.lastCall = result.medianCall = call;
  return result;
}

}  // namespace

std::shared_ptr<const ExperimentInfo> sampleLadder() {
  auto info = std::make_shared<ExperimentInfo>();
  info->name = "sample";
  info->title = "Sample";
  info->variants = {
      {"naive", "One thread", "the plain way", "sample_naive", "kernels/sample/naive.cuh", kNaive, MadeFor::Both},
      {"tiled", "Tiles", "shared memory", "matmul_tiled<32>", "kernels/sample/tiled.cuh", kNaive, MadeFor::Gpus},
      {"unit", "Matrix unit", "needs one", "sample_unit", "kernels/sample/unit.cuh", kNaive, MadeFor::Gpus},
      {"library", "The library", "tuned", "", "", "", {}}};
  return info;
}

std::vector<RunResult> sampleLadderResults() {
  std::vector<RunResult> results{resultOf("naive", 2, 4e9, 1), resultOf("tiled", 20, 1.25e8, 3),
                                 resultOf("unit", 1, 1, 0), resultOf("library", 100, 1.5625e7, 2)};
  results[2] = {};
  results[2].variant = "unit";
  results[2].status = RunResult::Status::Unsupported;
  results[2].message = "this device has no matrix unit";
  results[0].shareOfLibrary = 0.02, results[1].shareOfLibrary = 0.2, results[3].shareOfLibrary = 1;
  return results;
}

ViewState sampleLadderState() {
  SampleSession session;
  session.addRun(3);
  ViewState state = session.state();
  state.session.experiment = sampleLadder();
  state.session.results = sampleLadderResults();
  return state;
}

ObservedPlace samplePlace(int line, std::int64_t stride) {
  ObservedPlace place{"kernels/sample/naive.cuh", line, "load", "global", 10, 320};
  place.example.bytes = 4;
  for (std::int64_t lane = 0; lane < 32; ++lane) place.example.offsets.push_back(lane * stride);
  place.sectors = 10 * static_cast<std::uint64_t>(stride >= 32 ? 32 : stride);
  place.usedBytes = 10 * 128;
  return place;
}

void addRoofs(std::vector<RunResult>& results, double bandwidth, double flops) {
  for (RunResult& result : results) {
    if (result.status != RunResult::Status::Ok) continue;
    result.figures.push_back({"roof_bytes_per_s", bandwidth, "bytes/s", Provenance::Measured});
    result.figures.push_back({"roof_flop_per_s", flops, "FLOP/s", Provenance::Measured});
    result.figures.push_back({"share_of_roof", *result.gflops * 1e9 / flops, "", Provenance::Modelled});
  }
}

}  // namespace strata
