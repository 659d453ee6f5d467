#include "layers/workloads/ladder/step_check.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <new>
#include <optional>
#include <utility>

#include "engine/base/mutex.h"
#include "engine/trace/compile_args.h"
#include "kernels/microscope/defect_watch.h"
#include "kernels/microscope/source_lines.h"
#include "kernels/operation/bound_launch.h"
#include "layers/common/current_call.h"
#include "layers/compiler/host_compiler.h"
#include "layers/workloads/common/watch_args.h"

namespace strata::inline workloads {
namespace {

/// Kernels of a text, compiled and loaded.
struct LoadedUnit {
  std::shared_ptr<HostObject> object;
  std::vector<std::pair<std::string, std::string>> kernels;  ///< OwnUnit's

  KernelEntry find(std::string_view asked) const {
    const auto found = std::ranges::find_if(kernels, [&](const auto& pair) { return pair.first == asked; });
    return found == kernels.end() ? KernelEntry{} : object->find(found->second);
  }
};

/// The files' names of texts that were compiled, by the paths that compilers know.
class OwnNames {
 public:
  void add(const OwnText& text) {
    const Lock lock(m_mutex);
    m_names[ownPath(text)] = text.name;
  }
  std::string find(const std::string& path) const {
    const Lock lock(m_mutex);
    const auto found = m_names.find(path);
    return found == m_names.end() ? "" : found->second;
  }

 private:
  mutable Mutex m_mutex;
  std::map<std::string, std::string> m_names STRATA_GUARDED_BY(m_mutex);
};

OwnNames& ownNames() {
  static OwnNames names;
  return names;
}

/// A slice on the compiler storey; what the compiler could not be kept from is told there.
Result<LoadedUnit> compiled(const OwnUnit& unit, OwnBuild build, WorkContext& context) {
  STRATA_ASSIGN(HostCompiler compiler, HostCompiler::find());
  TraceRecorder& recorder = context.recorder;
  compiler.recordTo(recorder);
  const TraceScope slice(recorder, Storey::Compiler, recorder.intern("compile " + unit.text.name), currentCall());
  recorder.arg(recorder.intern(arg::kProvider), recorder.intern(compiler.program()));
  ownNames().add(unit.text);
  LoadedUnit loaded{nullptr, {unit.kernels.begin(), unit.kernels.end()}};
  std::vector<std::string> kernels;
  for (const auto& [asked, own] : loaded.kernels) kernels.push_back(own);
  recorder.arg(recorder.intern(arg::kKernels), recorder.intern(fmt::format("{}", fmt::join(kernels, ", "))));
  STRATA_ASSIGN(loaded.object, compiler.build(unit.text, unit.operation, kernels, build, context.stop));
  if (const std::string& missing = loaded.object->notContained(); !missing.empty())
    recorder.instant(Storey::Compiler, recorder.intern("not contained"), currentCall(),
                     std::array{Arg{recorder.intern("contained"), recorder.intern(missing)}});
  return loaded;
}

/// What was found, and of each finding what it touched: Defect's.
struct FoundDefects {
  KernelFindings all;
  std::vector<std::string> touched;
};

class StepCheck {
 public:
  StepCheck(const OwnText& text, const LoadedUnit& unit, WorkContext& context)
      : m_text(text), m_unit(unit), m_context(context), m_watch(unit.object->path(), outlineOf(text.text)) {}

  Result<FoundDefects> run(const WatchedRun& watched) {
    for (const WatchedRun::Memory& tensor : watched.tensors) STRATA_TRY(add(tensor));
    STRATA_ASSIGN(const std::unique_ptr<Stream> stream, m_context.device.createStream());
    STRATA_TRY(watch(watched, *stream));
    return findings(watched.name);
  }

 private:
  Result<void> add(const WatchedRun::Memory& tensor) {
    void* memory = m_watch.addTensor(tensor.name, tensor.bytes, tensor.elementBytes, tensor.content);
    if (!memory)
      return Error{ErrorCode::OutOfMemory, "There is no memory left to watch kernels in; choose smaller sizes.",
                   Storey::Driver};
    m_tensors.push_back(memory);
    return {};
  }

  Result<void> watch(const WatchedRun& watched, Stream& stream) {
    TraceRecorder& recorder = m_context.recorder;
    const TraceScope slice(recorder, Storey::Model, recorder.intern("watched " + watched.name), currentCall());
    const HostTime begin = hostNow();
    for (const KernelLaunch& launch : watched.launches) {
      STRATA_TRY(start(stream, launch));
      // A launch that ended badly did so for a reason that the watch has seen.
      if (const auto ended = stream.synchronize(); !ended.ok() && ended.error().code == ErrorCode::Stopped)
        return ended.error();
    }
    const DefectWatch::Bytes bytes = m_watch.bytes();
    const auto said = [&recorder](std::string_view what, std::uint64_t count) {
      return Arg{recorder.intern(what), static_cast<std::int64_t>(count)};
    };
    recorder.instant(
        Storey::Model, recorder.intern("what it cost"), currentCall(),
        std::array{said(watch_arg::kTime, static_cast<std::uint64_t>((hostNow() - begin).ns)),
                   said(watch_arg::kAccesses, m_watch.extent().accesses),
                   said(watch_arg::kBytesFollowed, bytes.followed), said(watch_arg::kBytesKept, bytes.kept)});
    return {};
  }

  Result<void> start(Stream& stream, const KernelLaunch& launch) {
    KernelEntry entry = m_unit.find(launch.kernel);
    entry.observer = &m_watch;
    STRATA_ASSIGN(BoundLaunch bound, BoundLaunch::bind(m_context.device, launch, entry, m_tensors));
    return bound.start(stream);
  }

  FoundDefects findings(const std::string& name) {
    const auto indices = [](Dim3 at) { return std::array{at.x, at.y, at.z}; };
    const auto named = [this](const std::string& file) { return file == ownPath(m_text) ? m_text.name : file; };
    FoundDefects found;
    KernelFindings& all = found.all;
    all.problems.push_back(name);
    for (const Defect& defect : m_watch.takeDefects()) {
      found.touched.push_back(defect.touched);
      Finding& finding = all.findings.emplace_back(
          Finding{std::string(defectName(defect.kind)), defect.kernel, named(defect.line.file), defect.line.line,
                  indices(defect.thread.block), indices(defect.thread.thread), defect.sentence});
      finding.otherFile = named(defect.otherLine.file);
      finding.otherLine = defect.otherLine.line;
      finding.otherBlock = indices(defect.otherThread.block);
      finding.otherThread = indices(defect.otherThread.thread);
      finding.times = defect.times;
      finding.ends = defect.ends;
      finding.grid = indices(defect.grid);
      finding.blockSize = indices(defect.blockSize);
    }
    const DefectWatch::Extent& extent = m_watch.extent();
    all.blocks = extent.blocks;
    all.threads = extent.threads;
    all.accesses = extent.accesses;
    all.blocksLeftOut = extent.blocksLeftOut;
    all.threadsEnded = extent.threadsEnded;
    return found;
  }

  const OwnText& m_text;
  const LoadedUnit& m_unit;
  WorkContext& m_context;
  DefectWatch m_watch;
  std::vector<void*> m_tensors;
};

/// What was found at another problem, too: a line's error is told once.
void join(FoundDefects& found, FoundDefects other) {
  KernelFindings &all = found.all, &more = other.all;
  const bool isFirst = all.problems.empty();
  all.problems.insert(all.problems.end(), more.problems.begin(), more.problems.end());
  all.blocks += more.blocks;
  all.threads += more.threads;
  all.accesses += more.accesses;
  all.blocksLeftOut += more.blocksLeftOut;
  all.threadsEnded += more.threadsEnded;
  for (std::size_t i = 0; i < more.findings.size(); ++i) {
    Finding& finding = more.findings[i];
    const auto isKnown = [&](std::size_t known) {
      const Finding& each = all.findings[known];
      return each.kind == finding.kind && found.touched[known] == other.touched[i] && each.file == finding.file &&
             each.line == finding.line && each.otherFile == finding.otherFile && each.otherLine == finding.otherLine;
    };
    std::size_t known = 0;
    while (known < all.findings.size() && !isKnown(known)) ++known;
    if (known < all.findings.size()) {
      all.findings[known].times += finding.times;
      all.findings[known].ends = all.findings[known].ends || finding.ends;
    } else {
      if (!isFirst) finding.problem = more.problems.front();
      if (!isFirst) finding.sentence += " (at " + finding.problem + ")";
      all.findings.push_back(std::move(finding));
      found.touched.push_back(std::move(other.touched[i]));
    }
  }
}

/// Of what kernels allocate themselves: on a GPU it is 8 MB in all.
constexpr rlim_t kMostOwnMemory = rlim_t{1} << 30;

std::optional<rlim_t> bytesOfData() {
  std::ifstream status("/proc/self/status");
  constexpr std::string_view kData = "VmData:";
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(kData)) return std::strtoull(line.c_str() + kData.size(), nullptr, 10) * 1024;
  return std::nullopt;
}

/// What is only reserved does not count. Who asks for more with `new` ends the process, or what he has would never come
/// back.
class MemoryLimit {
 public:
  MemoryLimit() {
    const auto now = bytesOfData();
    if (::getrlimit(RLIMIT_DATA, &m_before) != 0 || !now) return;
    const rlimit limits{std::min(m_before.rlim_cur, *now + kMostOwnMemory), m_before.rlim_max};
    m_limits = ::setrlimit(RLIMIT_DATA, &limits) == 0;
    if (m_limits) m_handler = std::set_new_handler(std::abort);
  }
  ~MemoryLimit() {
    if (!m_limits) return;
    ::setrlimit(RLIMIT_DATA, &m_before);
    std::set_new_handler(m_handler);
  }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  rlimit m_before{};
  bool m_limits = false;
  std::new_handler m_handler = nullptr;
};

}  // namespace

std::string ownLineAt(std::uintptr_t pc) {
  const SourceLine line = SourceLines().of(pc + 1);  // it asks for the one before
  const std::string name = ownNames().find(line.file);
  return name.empty() ? name : name + ":" + std::to_string(line.line);
}

OwnKernels hostKernels() {
  OwnKernels own;
  own.compile = [](const OwnUnit& unit, OwnBuild build, WorkContext& context) -> Result<KernelFinder> {
    STRATA_ASSIGN(LoadedUnit loaded, compiled(unit, build, context));
    return KernelFinder([loaded = std::move(loaded)](std::string_view kernel) { return loaded.find(kernel); });
  };
  own.limitMemory = [] { return std::make_shared<MemoryLimit>(); };
  own.check = [](const OwnUnit& unit, const OwnKernels::NextRun& next, WorkContext& context) -> Result<KernelFindings> {
    STRATA_ASSIGN(const LoadedUnit loaded, compiled(unit, OwnBuild::Watched, context));
    FoundDefects all;
    for (;;) {
      STRATA_ASSIGN(const std::optional<WatchedRun> run, next());
      if (!run) return std::move(all.all);
      StepCheck check(unit.text, loaded, context);
      const MemoryLimit limit;
      STRATA_ASSIGN(FoundDefects found, check.run(*run));
      join(all, std::move(found));
    }
  };
  return own;
}

}  // namespace strata::inline workloads
