#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/temporary_folder.h"
#include "engine/device/kernel.h"
#include "engine/trace/trace_recorder.h"
#include "layers/compiler/contained_run.h"
#include "layers/compiler/own_text.h"
#include "layers/compiler/ready_head.h"

namespace strata::inline compiler {

/// Kernels for the CPU device that were compiled and loaded while the program runs; gone with the object. No launch of
/// theirs may run then.
class HostObject {
 public:
  HostObject() = default;
  ~HostObject();
  HostObject(const HostObject&) = delete;
  HostObject& operator=(const HostObject&) = delete;

  /// By name as it was asked for; no function: there is none.
  KernelEntry find(std::string_view kernel) const;
  /// The shared object that holds them.
  const std::string& path() const { return m_path; }
  /// What this system did not keep the compiler from, in a sentence; empty: nothing.
  const std::string& notContained() const { return m_notContained; }

 private:
  friend class HostCompiler;
  Result<void> load(const OwnText& own, std::span<const std::string> kernels);

  TemporaryFolder m_folder;
  std::string m_path, m_notContained;
  void* m_handle = nullptr;
  std::vector<std::string> m_names;
  std::vector<KernelEntry> m_entries;
};

/// What it is given for a kernel: "v1" … "v4" is the level of x86-64; empty: the highest that this processor has.
std::string hostFlags(OwnBuild build, std::string_view level = {});

/// The host's compiler, for kernels whose text comes while the program runs. The program that loads them must be one
/// that hosts kernels (strata_hosts_kernels).
class HostCompiler {
 public:
  /// Unavailable, with what to install, where there is none.
  static Result<HostCompiler> find();

  /// `kernels`: as C++ names them, "mine<32>". Usage with the compiler's own words, at the text's lines, where it
  /// refuses, or takes more time or memory than it gets; Stopped where the token says so. The compiler is contained:
  /// see contained_run.h.
  Result<std::shared_ptr<HostObject>> build(const OwnText& own, std::string_view operation,
                                            std::span<const std::string> kernels, OwnBuild build,
                                            const std::stop_token& stop = {}) const;
  const std::string& program() const { return m_program; }
  /// What it gets from now on.
  void setLimits(const ContainedLimits& limits) { m_limits = limits; }
  /// Stages of build() are slices there from now on.
  void recordTo(TraceRecorder& recorder) { m_recorder = &recorder; }

 private:
  Result<void> compile(const OwnText& own, OwnBuild build, const std::stop_token& stop, HostObject& object) const;
  Result<bool> makeReady(const ReadyHead& head, const OwnText& own, OwnBuild build, const std::stop_token& stop,
                         HostObject& object) const;
  Result<void> run(std::string_view stage, const OwnText& own, std::vector<std::string> words,
                   const std::stop_token& stop, HostObject& object) const;

  explicit HostCompiler(std::string program) : m_program(std::move(program)) {}
  std::string m_program;
  ContainedLimits m_limits;
  TraceRecorder* m_recorder = nullptr;
};

}  // namespace strata::inline compiler
