#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/not_onto.h"
#include "app/cli/number_of.h"
#include "app/cli/print.h"
#include "app/cli/progress_line.h"
#include "app/cli/run_report.h"
#include "app/cli/session_name.h"
#include "app/graphics/headless_show.h"
#include "app/session/agents.h"
#include "app/session/choices.h"
#include "app/session/kernel_file.h"
#include "app/words/messages.h"
#include "engine/base/new_file.h"
#include "engine/base/text_parts.h"
#include "engine/frames/frame_story.h"
#include "engine/protocol/json_fields.h"
#include "layers/workloads/kernel/kernel_experiment.h"
#include "layers/workloads/ladder/ladder_plan.h"

namespace strata::inline cli {
namespace {

constexpr Duration kAgentsLastWords{5'000'000'000};
constexpr double kShortestHang = 0.1, kLongestHang = 1e6;  ///< as the agents take it

struct RunOptions {
  std::string experiment, device = "best", agent, out;
  std::vector<std::string> assignments, variants, kernels, likes;
  std::string repeat, modelGpu, file;
  double hangSeconds = 0;  ///< 0: the agent's own
  bool noTrace = false, json = false;
};

/// The --set of the line, with what has an option of its own among them.
Result<std::vector<std::string>> assignmentsOf(const RunOptions& options) {
  std::vector<std::string> all = options.assignments;
  const std::pair<std::string, std::string> own[] = {
      {"repeat", options.repeat}, {"model_gpu", options.modelGpu}, {"file", options.file}};
  for (const auto& [name, value] : own) {
    if (value.empty()) continue;
    const std::string begin = name + "=", mine = begin + value;
    for (const std::string& assignment : options.assignments)
      if (assignment.starts_with(begin) && assignment != mine)
        return Error{ErrorCode::Usage, fmt::format("--{} {} and --set {} disagree; leave one of them out.",
                                                   name == "model_gpu" ? "model-gpu" : name, value, assignment)};
    all.push_back(mine);
  }
  return all;
}

/// The kernels that the line brings along: each file is a variant of its name.
Result<std::vector<OwnKernel>> kernelsOf(const RunOptions& options) {
  std::vector<OwnKernel> kernels;
  if (options.likes.size() > std::max<std::size_t>(1, options.kernels.size()) ||
      (options.kernels.empty() && !options.likes.empty()))
    return Error{ErrorCode::Usage,
                 "--like says which step a --kernel is launched like: give one for each file, or one."};
  for (std::size_t i = 0; i < options.kernels.size(); ++i) {
    const std::string like = options.likes.empty() ? "" : options.likes[std::min(i, options.likes.size() - 1)];
    STRATA_ASSIGN(OwnKernel kernel, readKernelFile(options.kernels[i], like));
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

/// Those of the line; a kernel that was brought along is to be run, named there or not.
std::vector<std::string> variantsOf(const RunOptions& options, const std::vector<OwnKernel>& kernels) {
  std::vector<std::string> variants = options.variants;
  for (const OwnKernel& kernel : kernels)
    if (!variants.empty() && std::ranges::find(variants, kernel.name) == variants.end())
      variants.push_back(kernel.name);
  return variants;
}

/// The file of a free kernel, which declares further parameters.
Result<void> bringKernel(Request& request, const std::vector<std::string>& assignments) {
  constexpr std::string_view kFile = "file=";
  for (const std::string& assignment : assignments)
    if (assignment.starts_with(kFile)) request.parameters["file"] = assignment.substr(kFile.size());
  return strata::bringKernel(request);
}

/// Not every experiment has a parameter for it, and why. Where it has none, none is what it does.
Result<void> checkModelled(const RunOptions& options, const ExperimentInfo& info, std::vector<std::string>& all) {
  constexpr std::string_view kModelled = "model_gpu=";
  const std::vector<std::string> modelled = experimentNamesWith("model_gpu");
  if (std::ranges::find(modelled, info.name) != modelled.end()) return {};
  std::erase_if(all, [&](const std::string& assignment) {
    return assignment.starts_with(kModelled) && lowered(assignment.substr(kModelled.size())) == kModelNone;
  });
  const auto asks = [&](const std::string& assignment) { return assignment.starts_with(kModelled); };
  const auto asked = std::ranges::find_if(all, asks);
  if (asked == all.end()) return {};
  const std::string why =
      info.name == kKernelExperiment
          ? std::string(text(Msg::OwnNotModelled))
          : fillText(Msg::OthersModelled, {info.name, fmt::format("{}", fmt::join(modelled, ", "))});
  const std::string given =
      options.modelGpu.empty() ? "--set " + *asked : "--model-gpu " + asked->substr(kModelled.size());
  return Error{ErrorCode::Usage, fmt::format("No time on another GPU: {}. Leave {} out.", why, given)};
}

/// Everything that can be wrong with the line itself is said before a process is started.
Result<Request> requestFrom(const RunOptions& options, const ExperimentInfo& info) {
  STRATA_TRY(checkSessionName("run", options.out, Gzip::NotWritten));
  Request request;
  request.name = info.name;
  STRATA_ASSIGN(request.kernels, kernelsOf(options));
  request.variants = variantsOf(options, request.kernels);
  STRATA_ASSIGN(auto assignments, assignmentsOf(options));
  STRATA_TRY(checkModelled(options, info, assignments));
  STRATA_TRY(bringKernel(request, assignments));
  STRATA_ASSIGN(const ExperimentInfo all, withFreeKernels(info, request.kernels));
  STRATA_TRY(chosenVariants(all, request.variants));
  STRATA_ASSIGN(request.parameters, parametersFrom(all, assignments));
  return request;
}

std::optional<Duration> hangLimitOf(const RunOptions& options) {
  if (options.hangSeconds <= 0) return std::nullopt;
  return Duration{static_cast<std::int64_t>(options.hangSeconds * 1e9)};
}

Result<AgentChoice> agentFrom(const RunOptions& options) {
  AgentChoice choice{options.device, options.agent};
  const auto hangLimit = hangLimitOf(options);
  if (options.agent.empty()) {
    STRATA_ASSIGN(choice, chooseAgent(options.device, hangLimit));
    choice.command += kHoldEventsOption;
  } else {
    if (options.device == "best") choice.device = "agent";
    if (hangLimit) choice.command += hangLimitOption(*hangLimit);
  }
  if (options.noTrace) choice.command += " --no-trace";
  return choice;
}

/// An agent given by its command runs where it runs; a device of another backend would be asked for in vain.
Result<void> checkDevice(const RunOptions& options, Session& session) {
  const std::string asked = options.device.substr(0, options.device.find(':'));
  const bool isBackend = asked == "cpu" || asked == "cuda" || asked == "hip";
  if (options.agent.empty() || !isBackend) return {};
  STRATA_ASSIGN(const Hello hello, session.awaitHello());
  const DeviceInfo& device = hello.device;
  if (device.backend.empty() || asked == device.backend) return {};
  return Error{ErrorCode::Unavailable,
               fmt::format("--device {} was asked for, but the agent would run on {} ({}). Leave --device out, or give "
                           "--agent the command of a {} agent.",
                           options.device, device.key(), device.name, asked),
               Storey::Hardware};
}

bool goesOnUntilStopped(const Request& request) {
  return request.name == kFramesExperiment && numberField(*request.parameters, "frames") == 0;
}

Result<Answer> runIn(Session& session, const RunOptions& options, const Interrupt& interrupt, const AgentChoice& choice,
                     const FrameShow& frames, Request request) {
  STRATA_TRY(session.start(choice.command));
  STRATA_TRY(checkDevice(options, session));
  const bool endless = goesOnUntilStopped(request);
  const HostTime begin = hostNow();
  STRATA_ASSIGN(const std::uint64_t id, session.run(std::move(request)));
  if (interrupt.happened()) session.stop();  // it may have come before there was anything to stop
  ProgressLine progress;
  auto answer = session.wait(id, [&](const Answer& news) {
    if (endless)
      progress.showEndless(news, frames.state().newest.frame, hostNow() - begin);
    else
      progress.show(news);
  });
  return answer;
}

/// Errors that are not yet among those the session kept.
void add(std::vector<Error>& errors, const Error& error) {
  const auto same = [&](const Error& known) { return known.message == error.message; };
  if (std::none_of(errors.begin(), errors.end(), same)) errors.push_back(error);
}

void judgeResults(RunReport& report) {
  const auto isStop = [](const Error& error) { return error.code == ErrorCode::Stopped; };
  bool anyUseful = report.results.empty() || std::ranges::any_of(report.errors, isStop);
  for (const RunResult& result : report.results) {
    anyUseful = anyUseful || result.modelled || result.wasRun();
    if (result.status == RunResult::Status::Failed)
      add(report.errors, {ErrorCode::CheckFailed, fmt::format("{}: {}", result.variant, result.message)});
  }
  if (!anyUseful)
    add(report.errors, {ErrorCode::Unsupported, fmt::format("{} runs none of the variants asked for: {}", report.device,
                                                            report.results.front().message)});
}

/// Fills the report; the worst that happened comes first among its errors.
void perform(const RunOptions& options, const ExperimentInfo& info, RunReport& report) {
  const auto attempt = [&]() -> Result<void> {
    STRATA_ASSIGN(Request request, requestFrom(options, info));
    report.parameters = *request.parameters;
    STRATA_ASSIGN(const AgentChoice choice, agentFrom(options));
    report.device = choice.device;
    FrameShow frames(headlessShow());
    SessionOptions sessionOptions;
    sessionOptions.frames = [&](FrameSocket socket) { frames.attach(std::move(socket)); };
    sessionOptions.out = options.out;
    sessionOptions.live = false;
    if (const auto hangLimit = hangLimitOf(options))
      sessionOptions.silenceLimit = std::max(sessionOptions.silenceLimit, *hangLimit + kAgentsLastWords);
    Session session(sessionOptions);
    const Interrupt interrupt(session);
    const auto answer = runIn(session, options, interrupt, choice, frames, std::move(request));
    session.finish();
    report.readFrom(session);
    if (!answer.ok()) return answer.error();
    if (answer.value().status == Answer::Status::Error) return answer.value().error;
    if (answer.value().status != Answer::Status::Done)
      return Error{ErrorCode::Stopped, "The run was stopped before it finished; what was measured is kept."};
    return {};
  };
  const auto outcome = attempt();
  if (!outcome.ok()) add(report.errors, outcome.error());
  judgeResults(report);
}

ExitCode exitCodeFor(const std::vector<Error>& errors) {
  static constexpr ErrorCode kWorstFirst[] = {ErrorCode::Usage,       ErrorCode::AgentDied,   ErrorCode::Io,
                                              ErrorCode::Unavailable, ErrorCode::OutOfMemory, ErrorCode::CheckFailed,
                                              ErrorCode::Stopped,     ErrorCode::Unsupported, ErrorCode::Internal};
  for (const ErrorCode code : kWorstFirst)
    for (const Error& error : errors)
      if (error.code == code) return exitCodeOf(code);
  return ExitCode::Done;
}

/// Where the session goes to standard output, the result goes beside it.
void tell(const RunOptions& options, const RunReport& report, const ExperimentInfo& info) {
  if (isStandardOutput(options.out))
    remark("{}", toText(report, info));
  else
    print("{}", toText(report, info));
}

ExitCode run(const RunOptions& options) {
  if (const auto apart = notAmongJson(options.out, options.json); !apart.ok())
    return complain(apart.error(), options.json);
  RunReport report;
  report.experiment = options.experiment;
  report.device = options.device;
  report.traced = !options.noTrace;
  const auto info = findExperiment(options.experiment);
  if (info.ok())
    perform(options, *info.value(), report);
  else
    report.errors.push_back(info.error());
  if (options.json)
    printJson(toJson(report));
  else if (info.ok())
    tell(options, report, *info.value());
  for (const Error& error : report.errors) complain(error);
  return exitCodeFor(report.errors);
}

/// What is wrong with it; empty: nothing.
std::string hangLimitProblem(const std::string& given) {
  const auto seconds = numberOf<double>(given);
  if (seconds && *seconds >= kShortestHang && *seconds <= kLongestHang) return {};
  return fmt::format("seconds from {} to {:.0f}, such as 10", kShortestHang, kLongestHang);
}

}  // namespace

void addRun(CLI::App& app, Action& action) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Run an experiment on a device and check its results");
  command->add_option("experiment", options->experiment, "What to run; strata list names them")->required();
  command->add_option("--device", options->device, "best, cpu, cuda, hip, or cuda:1 for one of several");
  command->add_option("--agent", options->agent, "Command that starts the agent, such as 'ssh lab strata-agent-cuda'");
  command->add_option("--set", options->assignments, "A parameter, such as n=512; once for each")
      ->allow_extra_args(false);
  command->add_option("--variants", options->variants, "Which variants to run, such as naive,tiled")->delimiter(',');
  command->add_option("--kernel", options->kernels, "A kernel of your own (.cu, .cuh, .hip) as one more variant")
      ->type_name("FILE");
  command->add_option("--file", options->file, "The file that the experiment kernel runs; short for --set file=…")
      ->type_name("FILE");
  command->add_option("--like", options->likes, "The step whose launch and arguments the kernel takes (the first)")
      ->type_name("STEP");
  command->add_option("--repeat", options->repeat, "How many times to measure each; short for --set repeat=…")
      ->type_name("INT");
  command->add_option("--model-gpu", options->modelGpu,
                      "GPU to model times on, beside the measured ones; short for --set model_gpu=…");
  command->add_option(
      "--out", options->out,
      "Save the session here (.pftrace, opens in ui.perfetto.dev); - is standard output, and the result goes "
      "to standard error");
  command
      ->add_option("--hang-limit", options->hangSeconds,
                   "Seconds without a sign of life before the agent is ended (10)")
      ->type_name("SECONDS")
      ->check(hangLimitProblem);
  command->add_flag("--no-trace", options->noTrace, "Record no events; only results");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace strata::inline cli
