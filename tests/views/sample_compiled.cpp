#include "tests/views/sample_compiled.h"

#include "tests/views/sample_ladder.h"

namespace strata {
namespace {

const std::string kFile = "kernels/sample/naive.cuh";

TextPlace line(int number) {
  return {kFile, number};
}

BuiltKernel cudaKernel() {
  BuiltKernel kernel;
  kernel.build = {"sample_naive", "_Z12sample_naivePKfPfi", "sm_90", "NVRTC 13.0", {}, {}, {}, {}};
  kernel.build.intermediate = {"PTX",
                               "\t.loc 1 3 1\n\tmov.u32 \t%r1, %tid.x;\n\tld.global.f32 \t%f1, [%rd1];\n\tret;\n",
                               {},
                               {{2, "mov.u32", {line(3)}}, {3, "ld.global.f32", {line(4)}}, {4, "ret", {line(5)}}}};
  kernel.build.machine = {
      "SASS",
      ".text._Z12sample_naivePKfPfi:\n/*0000*/  S2R\n/*0010*/  IMAD\n/*0020*/  LDG\n/*0030*/  STG\n/*0040*/  EXIT\n",
      {},
      {{2, "S2R", {line(3)}},
       {3, "IMAD", {line(4)}},
       {4, "LDG", {{"kernels/sample/helper.cuh", 9}, line(4)}},
       {5, "STG", {line(4)}},
       {6, "EXIT", {}}},
      "only names that are known"};
  kernel.build.resources = {32, std::nullopt, 8192, 16, 0};
  kernel.build.stages = {{"source → PTX", {400'000'000}}, {"PTX → SASS", {90'000'000}}};
  kernel.blockThreads = 256;
  kernel.occupancy = {0.5, "32 of 64 warps", ""};
  return kernel;
}

BuiltKernel hipKernel() {
  BuiltKernel kernel = cudaKernel();
  kernel.build.target = "gfx90a";
  kernel.build.compiler = "HIPRTC 5.2";
  kernel.build.resources = {24, 12, 4096, 0, 0};
  kernel.build.machine = {"AMDGCN",
                          "\tglobal_load_dword v1, v0, s[0:1]    // 000000001600: DC508000\n\ts_endpgm // "
                          "000000001608: BF810000\n",
                          {},
                          {{1, "global_load_dword", {line(4)}}, {2, "s_endpgm", {line(5)}}}};
  return kernel;
}

}  // namespace

CompiledSight sampleCompiled() {
  const std::string source = sampleLadder()->variants[0].source;
  CompiledSight sight;
  sight.steps.push_back({source, {"sample", "naive", "sm_90", "64×64", {cudaKernel()}}});
  sight.steps.push_back({source, {"sample", "naive", "gfx90a", "64×64", {hipKernel()}}});
  return sight;
}

}  // namespace strata
