#include "tests/interchange/pytorch_rank.h"

#include <fmt/format.h>

#include <tuple>

namespace strata::test {

namespace {

class RankText {
 public:
  explicit RankText(int rank) : m_rank(rank), m_main(4000 + rank), m_autograd(4050 + rank) {}

  std::string text() {
    names();
    forward();
    backward();
    memory();
    return fmt::format(
        R"({{"schemaVersion": 1, "deviceProperties": [{{"id": {0}, "name": "NVIDIA A100-SXM4-80GB", )"
        R"("totalGlobalMem": 84987740160, "computeMajor": 8, "computeMinor": 0, "warpSize": 32, "numSms": 108}}], )"
        R"("distributedInfo": {{"backend": "nccl", "rank": {0}, "world_size": 2, "pg_count": 1, "pg_config": )"
        R"([{{"pg_name": "0", "ranks": [0, 1]}}]}}, "with_stack": 1, "traceEvents": [{1}], "traceName": )"
        R"("rank{0}.json", "displayTimeUnit": "ms", "baseTimeNanoseconds": 1735632360000000000}})",
        m_rank, m_events);
  }

 private:
  static double at(double us) { return static_cast<double>(kRankStart) + us; }

  void add(const std::string& event) { m_events += (m_events.empty() ? "\n" : ",\n") + event; }

  void complete(const char* category, const char* name, int pid, int tid, double ts, double duration,
                const std::string& args) {
    add(fmt::format(R"({{"ph": "X", "cat": "{}", "name": "{}", "pid": {}, "tid": {}, "ts": {:.3f}, "dur": {:.3f}, )"
                    R"("args": {{{}}}}})",
                    category, name, pid, tid, at(ts), duration, args));
  }

  void host(const char* category, const char* name, int tid, double ts, double duration, const std::string& args) {
    complete(category, name, m_main, tid, ts, duration, args);
  }

  void arrow(char phase, const char* category, int id, int pid, int tid, double ts) {
    add(fmt::format(R"({{"ph": "{}", "id": {}, "pid": {}, "tid": {}, "ts": {:.3f}, "cat": "{}", "name": "{}"{}}})",
                    phase, id, pid, tid, at(ts), category, category, phase == 'f' ? R"(, "bp": "e")" : ""));
  }

  void launch(const char* category, const char* name, int tid, double ts, int correlation) {
    host(category, name, tid, ts, 6, fmt::format(R"("External id": 3, "cbid": 211, "correlation": {})", correlation));
    arrow('s', "ac2g", correlation, m_main, tid, ts);
  }

  void kernel(const char* name, int stream, double ts, double duration, int correlation, const std::string& more = "") {
    complete(
        "kernel", name, m_rank, stream, ts, duration,
        fmt::format(R"("External id": 3, "queued": 0, "device": {}, "context": 1, "stream": {}, "correlation": {}, )"
                    R"("registers per thread": 122, "shared memory": 16384, "grid": [8, 4, 1], )"
                    R"("block": [128, 1, 1]{})",
                    m_rank, stream, correlation, more));
    arrow('f', "ac2g", correlation, m_rank, stream, ts);
  }

  void name(const char* what, int pid, int tid, const std::string& args) {
    add(fmt::format(R"({{"name": "{}", "ph": "M", "ts": {}, "pid": {}, "tid": {}, "args": {{{}}}}})", what, kRankStart,
                    pid, tid, args));
  }

  void names() {
    name("process_name", m_main, 0, R"("name": "python3")");
    name("process_labels", m_main, 0, R"("labels": "CPU")");
    name("process_name", m_rank, 0, R"("name": "python3")");
    name("process_labels", m_rank, 0, fmt::format(R"("labels": "GPU {}")", m_rank));
    name("thread_name", m_rank, 7, R"("name": "stream 7 ")");
    name("thread_name", m_rank, 20, R"("name": "stream 20 ")");
    name("thread_name", m_main, m_autograd, R"--("name": "thread 4050 (pt_autograd_0)")--");
    add(fmt::format(
        R"--({{"ph": "X", "cat": "Trace", "ts": {}, "dur": 1000, "pid": "Spans", "tid": "PyTorch Profiler", )--"
        R"--("name": "PyTorch Profiler (0)", "args": {{"Op count": 0}}}})--",
        kRankStart));
    add(fmt::format(R"({{"name": "Record Window End", "ph": "i", "s": "g", "pid": "", "tid": "", "ts": {}}})",
                    kRankStart + 9000));
  }

  void forward() {
    host("user_annotation", "ProfilerStep#1", m_main, 0, 900, R"("External id": 1, "Ev Idx": 0)");
    host("python_function", "train.py(12): step", m_main, 5, 890, R"("Python parent id": null, "Python id": 1)");
    host("python_function", "nn.Module: Net_0", m_main, 10, 200, R"("Python parent id": 1, "Python id": 2)");
    host("cpu_op", "aten::linear", m_main, 20, 100, R"("External id": 2)");
    host("cpu_op", "aten::addmm", m_main, 20, 90,
         R"("External id": 3, "Sequence number": 5, "Fwd thread id": 0, "Input Dims": [[64], [64, 64], [64, 64]])");
    arrow('s', "fwdbwd", 5, m_main, m_main, 20);
    launch("cuda_runtime", "cudaLaunchKernel", m_main, 30, 101);
    kernel("ampere_sgemm_128x64_tn", 7, 60, 80, 101);
    host("cpu_op", "Torch-Compiled Region: 0/0", m_main, 125, 30, R"("External id": 4)");
    launch("cuda_driver", "cuLaunchKernel", m_main, 130, 102);
    kernel("triton_poi_fused_relu_0", 7, 150, 20, 102);
  }

  void backward() {
    host("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", m_autograd, 400, 120, R"("External id": 5)");
    host("cpu_op", "AddmmBackward0", m_autograd, 402, 110,
         R"("External id": 6, "Sequence number": 5, "Fwd thread id": 1)");
    arrow('f', "fwdbwd", 5, m_main, m_autograd, 402);
    launch("cuda_runtime", "cudaLaunchKernel", m_autograd, 420, 103);
    kernel("ampere_sgemm_64x32_nt", 7, 430, 160, 103);
    host("cpu_op", "c10d::allreduce_", m_autograd, 530, 30, R"("External id": 7)");
    launch("cuda_runtime", "cudaLaunchKernelExC", m_autograd, 540, 104);
    kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", 20, 560, 100, 104,
           R"(, "Collective name": "allreduce", "In msg nelems": 4096, "Out msg nelems": 4096, "Group size": 2, )"
           R"("dtype": "Float", "Process Group Ranks": "[0, 1]")");
    complete("gpu_user_annotation", "ProfilerStep#1", m_rank, 7, 59.999, 530.003, R"("External id": 1)");
    complete("gpu_user_annotation", "nccl:all_reduce", m_rank, 20, 559.999, 100.003, R"("External id": 7)");
  }

  void memory() {
    for (const auto& [ts, bytes, allocated] : {std::tuple(40, 2048, 4096), std::tuple(600, -2048, 2048)})
      add(fmt::format(
          R"({{"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]", "pid": {0}, "tid": {0}, )"
          R"("ts": {1}, "args": {{"Total Reserved": 2097152, "Total Allocated": {2}, "Bytes": {3}, )"
          R"("Addr": 139881, "Device Id": {4}, "Device Type": 1, "Ev Idx": 9}}}})",
          m_main, kRankStart + ts, allocated, bytes, m_rank));
  }

  const int m_rank, m_main, m_autograd;
  std::string m_events;
};

}  // namespace

std::string pytorchRank(int rank) {
  return RankText(rank).text();
}

}  // namespace strata::test
