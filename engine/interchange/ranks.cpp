#include "engine/interchange/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include "engine/interchange/importer.h"
#include "engine/interchange/rank_copy.h"
#include "engine/interchange/rank_job.h"

namespace strata::inline interchange {

namespace {

/// "rank0" of "run/rank0.pt.trace.json.gz" and of "run.zip: rank0.json".
std::string stemOf(const std::string& name) {
  const std::size_t packed = name.rfind(": ");
  std::string stem = std::filesystem::path(packed == name.npos ? name : name.substr(packed + 2)).filename().string();
  for (const std::string_view ending : {".gz", ".zst", ".xz", ".json", ".trace", ".pt", ".pftrace", ".sqlite", ".db"})
    if (stem.ends_with(ending) && stem.size() > ending.size()) stem.resize(stem.size() - ending.size());
  return stem;
}

/// "a/rank0.json" of "runs/run.zip: a/rank0.json"; of a file its name in its folder.
std::string entryOf(const std::string& name) {
  const std::size_t packed = name.find(": ");
  return packed == name.npos ? std::filesystem::path(name).filename().string() : name.substr(packed + 2);
}

/// What of a session of Strata's own is not joined.
std::string_view leftOutName(MessageKind kind) {
  switch (kind) {
    case MessageKind::Result: return "results of runs";
    case MessageKind::Tensor: return "tensors";
    case MessageKind::Token: return "messages of tokens";
    default: return "messages of agents";
  }
}

/// Counts what a session of all ranks has no place for.
void countLosses(Rank& rank) {
  std::map<std::string, std::uint64_t>& leftOut = rank.facts.leftOut;
  for (const SessionMessage& message : rank.trace->messages())
    if (message.kind != MessageKind::Import) ++leftOut[std::string(leftOutName(message.kind))];
  if (const std::uint64_t ends = rank.trace->totals().unmatchedEnds; ends > 0)
    leftOut[std::string(kEndsWithoutBegin)] = ends;
}

Result<Rank> readRank(const InputFile& file) {
  TraceStore store;
  STRATA_ASSIGN(const Importer* importer, importerOf(file));
  STRATA_TRY(importer->read(file, store));
  return rankOf(file.name(), stemOf(file.name()), store.snapshot());
}

void tellApart(std::vector<Rank>& ranks, std::string (*by)(const std::string& file)) {
  std::map<std::string, int> count;
  for (const Rank& rank : ranks) ++count[rank.label];
  for (Rank& rank : ranks)
    if (count[rank.label] > 1) rank.label += " (" + by(rank.file) + ")";
}

/// By their ranks, those that say none behind them as they came; several traces of one rank are told apart by file.
void orderAndLabel(std::vector<Rank>& ranks) {
  const auto number = [](const Rank& rank) { return rank.facts.rank.value_or(INT64_MAX); };
  std::ranges::stable_sort(ranks, {}, number);
  tellApart(ranks, entryOf);
  tellApart(ranks, [](const std::string& file) { return file; });  // entries of one name in two archives
}

void addFacts(ImportFacts& all, const ImportFacts& one) {
  if (all.format.empty()) all.format = one.format;
  if (all.tool.empty()) all.tool = one.tool;
  all.devices.insert(all.devices.end(), one.devices.begin(), one.devices.end());
  for (const auto& [what, count] : one.leftOut) all.leftOut[what] += count;
  all.arrowEndsWithoutStart += one.arrowEndsWithoutStart;
  all.cutOff |= one.cutOff;
}

}  // namespace

Rank rankOf(std::string file, std::string label, std::shared_ptr<const TraceSnapshot> trace) {
  Rank rank{std::move(file), std::move(label), std::move(trace), {}};
  for (const SessionMessage& message : rank.trace->messages())
    if (auto facts = importFactsOf(message)) rank.facts = std::move(*facts);
  if (rank.facts.rank) rank.label = fmt::format("rank {}", *rank.facts.rank);
  if (rank.facts.format.empty()) rank.facts.format = "Strata session";
  countLosses(rank);
  return rank;
}

Result<void> readRanks(const TraceFiles& traces, TraceStore& store) {
  std::vector<Rank> ranks;
  for (const InputFile& file : traces.files) {
    auto rank = readRank(file);
    if (rank.ok()) {
      ranks.push_back(std::move(rank).value());
      continue;
    }
    if (traces.chosen || (ranks.empty() && &file == &traces.files.back())) return rank.error();
    store.addProblem("Left out: " + rank.error().message);
  }
  for (const std::string& left : traces.leftOut) store.addProblem("Left out: " + left);
  if (traces.chosen) STRATA_TRY(checkOneJob(ranks));
  if (std::string instead = sessionsNotRanks(ranks); !instead.empty()) store.addProblem(std::move(instead));
  joinRanks(std::move(ranks), store);
  return {};
}

void joinRanks(std::vector<Rank> ranks, TraceStore& store) {
  orderAndLabel(ranks);
  const RankClocks clocks = joinClocks(ranks);
  if (!clocks.stated) store.addProblem(clocks.how);
  TakenIds ids;
  ImportFacts all;
  all.clocks = clocks.how;
  if (clocks.stated) all.baseNs = ranks.front().facts.baseNs;
  const std::string which = ranksText(ranks);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    Rank& rank = ranks[i];
    if (const std::uint64_t open = RankCopy(*rank.trace, rank.label, clocks.shiftNs[i], ids, store).copy(); open > 0)
      rank.facts.leftOut["kernels and copies that had not ended"] += open;
    for (const std::string& problem : rank.trace->problems()) store.addProblem(rank.label + ": " + problem);
    addFacts(all, rank.facts);
    rank.trace.reset();
  }
  all.format = fmt::format("{} of {}", all.format, which);
  addImportMessage(store, std::move(all));
}

}  // namespace strata::inline interchange
