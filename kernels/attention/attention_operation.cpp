#include "kernels/attention/attention_operation.h"

#include <fmt/format.h>

#include <cmath>

#include "kernels/attention/attention_costs.h"
#include "kernels/attention/attention_shape.h"
#include "kernels/attention/attention_tiles.h"
#include "kernels/compat/matrix_unit_devices.h"
#include "kernels/compat/warpgroup_devices.h"

namespace strata::inline kernels {

AttentionShape attentionShapeOf(const Problem& problem) {
  return {problem["batch"],   problem["heads"],       problem["kv_heads"],
          problem["queries"], problem["keys"],        problem["capacity"],
          problem["dim"],     problem["causal"] == 1, static_cast<DataType>(problem["type"])};
}

namespace {

constexpr std::string_view kNaiveSource =
#include "naive.cuh.inc"
    ;
constexpr std::string_view kStreamedSource =
#include "streamed.cuh.inc"
    ;
constexpr std::string_view kFusedSource =
#include "fused.cuh.inc"
    ;
constexpr std::string_view kSplitSource =
#include "split.cuh.inc"
    ;
constexpr std::string_view kRegistersSource =
#include "registers.cuh.inc"
    ;

constexpr std::string_view kSpecialisedSource =
#include "specialised.cuh.inc"
    ;

constexpr std::string_view kCausal[] = {"no", "yes"};
constexpr std::string_view kStarts[] = {"implied", "given"};
constexpr std::string_view kTypes[] = {dataTypeName(DataType::F32), dataTypeName(DataType::F16),
                                       dataTypeName(DataType::BF16)};
static_assert(kTypes[static_cast<int>(DataType::F16)] == "fp16" && kTypes[static_cast<int>(DataType::BF16)] == "bf16");

constexpr LibraryVariant kLibrary[] = {{"library", "The platform's library",
                                        "A fused kernel in which some warps fetch while others multiply with the "
                                        "matrix unit: the yardstick for attention in fp16 and bf16."}};

constexpr OperationParameter kParameters[] = {
    {.name = "batch", .title = "Batch", .defaultValue = 1, .max = 64, .help = "Independent sequences."},
    {.name = "heads", .title = "Heads", .defaultValue = 4, .max = 128, .help = "Query heads of each sequence."},
    {.name = "kv_heads",
     .title = "K/V heads",
     .max = 128,
     .follows = "heads",
     .help = "Heads of K and V; if there are fewer, neighbouring query heads share one (grouped heads)."},
    {.name = "queries", .title = "Queries", .defaultValue = 512, .max = 16384, .help = "Rows of Q and of the result."},
    {.name = "keys",
     .title = "Keys",
     .max = 65536,
     .follows = "queries",
     .help = "Rows of K and V to attend to: those of the queries and what came before them."},
    {.name = "capacity",
     .title = "Cache rows",
     .max = 65536,
     .follows = "keys",
     .help = "Rows that K and V have room for; those after the keys are never read."},
    {.name = "dim",
     .title = "Head size",
     .defaultValue = 64,
     .max = 256,
     .help = "Elements of a query, a key and a value."},
    choice("causal", "Causal mask", kCausal, "The queries come last, and each sees the keys up to its own place."),
    choice("start", "First query", kStarts,
           "given: a tensor says how many keys come before the first query, and keys is the most there can be; so a "
           "cache can grow while the launch stays the same."),
    choice("type", "Type", kTypes,
           "What Q, K, V and O hold; sums are fp32. The steps compute fp32; the last one and a library fp16 and bf16."),
};

bool startGiven(const Problem& problem) {
  return problem["start"] == 1;
}

std::string misfit(const Problem& problem) {
  const AttentionShape shape = attentionShapeOf(problem);
  if (shape.heads % shape.kvHeads != 0)
    return fmt::format("{} heads cannot share {} K/V heads evenly.", shape.heads, shape.kvHeads);
  if (shape.capacity < shape.keys)
    return fmt::format("There is room for {} keys, but {} to attend to.", shape.capacity, shape.keys);
  if (shape.causal && shape.keys < shape.queries)
    return fmt::format("With a causal mask and only {} keys, the first of {} queries would see none.", shape.keys,
                       shape.queries);
  if (startGiven(problem) && !shape.causal) return "Where the queries start matters only with a causal mask.";
  return "";
}

// As in a trained network a score spreads by a few units: with Q and K in −3 … 3, by 3.
std::vector<TensorInfo> tensors(const Problem& problem) {
  const AttentionShape s = attentionShapeOf(problem);
  const std::vector<std::int64_t> rows{s.batch, s.heads, s.queries, s.dim},
      cache{s.batch, s.kvHeads, s.capacity, s.dim};
  std::vector<TensorInfo> all{{.name = "Q", .shape = rows, .type = s.type, .range = 3},
                              {.name = "K", .shape = cache, .type = s.type, .range = 3},
                              {.name = "V", .shape = cache, .type = s.type}};
  if (startGiven(problem))
    all.push_back({.name = "start",
                   .shape = {1},
                   .type = DataType::I32,
                   .fill = TensorInfo::Fill::Indices,
                   .range = static_cast<double>(s.keys - s.queries + 1)});
  all.push_back({.name = "O", .shape = rows, .type = s.type});
  return all;
}

std::string shapeText(const Problem& problem) {
  const AttentionShape s = attentionShapeOf(problem);
  std::string text = fmt::format("{}×{}×{}×{}", s.batch, s.heads, s.queries, s.dim);
  if (s.keys != s.queries) text += fmt::format(", {} keys", s.keys);
  if (s.kvHeads != s.heads) text += fmt::format(", {} K/V heads", s.kvHeads);
  if (s.causal) text += ", causal";
  if (s.type != DataType::F32) text += fmt::format(" {}", dataTypeName(s.type));
  return text;
}

std::int64_t units(const Problem& problem) {
  return attentionShapeOf(problem).rows();
}

void reference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
               std::span<double> out) {
  AttentionShape shape = attentionShapeOf(problem);
  if (startGiven(problem)) shape.keys = static_cast<std::int64_t>(inputs[3][0]) + shape.queries;
  attentionReference(shape, inputs[0], inputs[1], inputs[2], begin, end, out);
}

// A score is a sum of `dim` products that spread by 3, over √dim. Its partial sums reach 3·√dim, so that √dim additions
// round it by about 3·√dim · 2⁻²⁴ after the division, three times that for the large scores that count; and exp turns
// an absolute error into a relative one. In a plain sum of positive weights each addition may lose half a unit of the
// sum so far, in all keys / 2 · 2⁻²⁴ at worst; an eighth of that is allowed. A narrow type rounds each weight and
// each result once more, by half a unit at most.
double limit(const Problem& problem) {
  const auto dim = static_cast<double>(problem["dim"]), keys = static_cast<double>(problem["keys"]);
  const auto type = static_cast<DataType>(problem["type"]);
  const double half = type == DataType::F16 ? std::ldexp(1.0, -11) : type == DataType::BF16 ? std::ldexp(1.0, -8) : 0;
  return (8 + keys / 16 + 3 * 3 * std::sqrt(dim)) * std::ldexp(1.0, -24) + 2 * half;
}

struct Sizes {
  std::int32_t group, queries, keys, capacity, dim, causal;
  float scale;
};

Sizes sizesOf(const AttentionShape& s) {
  const auto of = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  return {of(s.group()),
          of(s.queries),
          of(s.keys),
          of(s.capacity),
          of(s.dim),
          s.causal ? 1 : 0,
          static_cast<float>(1 / std::sqrt(static_cast<double>(s.dim)))};
}

constexpr TensorArgument kQ{0}, kK{1}, kV{2};

/// Where the tensors behind V are.
struct Places {
  TensorArgument start, out;
  int workspace = 0;

  explicit Places(const Problem& problem) {
    const bool given = startGiven(problem);
    if (given) start = {3};
    out = {given ? 4 : 3};
    workspace = out.index + 1;
  }
};

std::uint32_t headsOf(const AttentionShape& s) {
  return static_cast<std::uint32_t>(s.batch * s.heads);
}

StepPlan naivePlan(const Problem& problem) {
  const AttentionShape s = attentionShapeOf(problem);
  const auto [group, queries, keys, capacity, dim, causal, scale] = sizesOf(s);
  const Places at(problem);
  constexpr std::uint32_t kEdge = kAttentionNaiveBlock;
  constexpr Dim3 kSquare{kEdge, kEdge, 1};
  const TensorArgument scores{at.workspace};
  const std::uint32_t heads = headsOf(s), down = blocksFor(queries, kEdge);
  return {{{"attention_scores",
            {{blocksFor(keys, kEdge), down, heads}, kSquare, 0},
            {kQ, kK, scores, at.start, group, queries, keys, capacity, dim, causal, scale}},
           {"attention_softmax",
            {{blocksFor(s.rows(), kAttentionSoftmaxBlock), 1, 1}, {kAttentionSoftmaxBlock, 1, 1}, 0},
            {scores, at.start, static_cast<std::int32_t>(s.rows()), queries, keys, causal}},
           {"attention_weighted_sum",
            {{blocksFor(dim, kEdge), down, heads}, kSquare, 0},
            {scores, kV, at.out, at.start, group, queries, keys, capacity, dim, causal}}},
          {{.name = "scores", .shape = {s.batch, s.heads, s.queries, s.keys}}}};
}

StepPlan streamedPlan(const Problem& problem) {
  const AttentionShape s = attentionShapeOf(problem);
  const auto [group, queries, keys, capacity, dim, causal, scale] = sizesOf(s);
  const Places at(problem);
  const LaunchShape shape{{blocksFor(s.rows(), kAttentionStreamedRows), 1, 1}, {kAttentionStreamedRows, 1, 1}, 0};
  return {{{"attention_streamed",
            shape,
            {kQ, kK, kV, at.out, at.start, static_cast<std::int32_t>(s.rows()), group, queries, keys, capacity, dim,
             causal, scale}}},
          {}};
}

StepPlan fusedPlan(const Problem& problem) {
  const AttentionShape s = attentionShapeOf(problem);
  const auto [group, queries, keys, capacity, dim, causal, scale] = sizesOf(s);
  const Places at(problem);
  const LaunchShape shape{{blocksFor(queries, kAttentionFusedRows), headsOf(s), 1}, {32, kAttentionFusedRows, 1}, 0};
  return {
      {{"attention_fused", shape, {kQ, kK, kV, at.out, at.start, group, queries, keys, capacity, dim, causal, scale}}},
      {}};
}

StepPlan splitPlan(const Problem& problem) {
  const AttentionShape s = attentionShapeOf(problem);
  const auto [group, queries, keys, capacity, dim, causal, scale] = sizesOf(s);
  const Places at(problem);
  const auto share = static_cast<std::int32_t>(attentionShare(keys));
  const std::uint32_t splits = blocksFor(keys, share), heads = headsOf(s);
  const auto rows = static_cast<std::uint32_t>(queries);
  const TensorArgument none, values{splits > 1 ? at.workspace : none.index},
      stats{splits > 1 ? at.workspace + 1 : none.index};
  constexpr Dim3 kBlock{32, kAttentionSplitThreads / 32, 1}, kCombineBlock{64, 1, 1};
  StepPlan plan{
      {{"attention_split",
        {{splits, rows, heads}, kBlock, 0},
        {kQ, kK, kV, at.out, values, stats, at.start, group, queries, keys, capacity, dim, share, causal, scale}}},
      {}};
  if (splits == 1) return plan;
  plan.launches.push_back(
      {"attention_combine",
       {{rows, heads, 1}, kCombineBlock, 0},
       {values, stats, at.out, at.start, queries, keys, static_cast<std::int32_t>(splits), dim, share, causal}});
  plan.workspace = {{.name = "values of parts", .shape = {s.rows(), splits, s.dim}},
                    {.name = "maxima and sums of parts", .shape = {s.rows(), splits, 2}}};
  return plan;
}

std::string_view registersKernel(std::int64_t dim) {
  if (dim <= 32) return "attention_registers<32>";
  return dim <= 64 ? "attention_registers<64>" : "attention_registers<128>";
}

StepPlan registersPlan(const Problem& problem) {
  const AttentionShape s = attentionShapeOf(problem);
  const auto [group, queries, keys, capacity, dim, causal, scale] = sizesOf(s);
  const Places at(problem);
  const LaunchShape shape{{blocksFor(queries, kAttentionRegisterRows), headsOf(s), 1}, {8, 8, 1}, 0};
  return {{{registersKernel(dim),
            shape,
            {kQ, kK, kV, at.out, at.start, group, queries, keys, capacity, dim, causal, scale}}},
          {}};
}

// Of all heads their `lines` rows; whole ones may be followed by room.
TensorMapArgument boxesOf(TensorArgument tensor, const AttentionShape& s, std::int64_t lines, std::int64_t linesApart,
                          std::int64_t heads) {
  const auto side = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
  constexpr auto kBox = side(AttentionRing::kBox);
  return {tensor,
          {.elementBytes = AttentionRing::kElementBytes,
           .sizes = {side(s.dim), side(lines), side(s.batch * heads)},
           .box = {kBox, kBox, 1},
           .planeLines = side(linesApart)}};
}

StepPlan specialisedPlan(const Problem& problem) {
  static constexpr std::string_view kNames[2][2] = {
      {"attention_specialised<half, 64>", "attention_specialised<half, 128>"},
      {"attention_specialised<bfloat16, 64>", "attention_specialised<bfloat16, 128>"}};
  const AttentionShape s = attentionShapeOf(problem);
  const auto [group, queries, keys, capacity, dim, causal, scale] = sizesOf(s);
  const AttentionRing ring(dim);
  const LaunchShape shape{{blocksFor(queries, AttentionRing::kRows), headsOf(s), 1},
                          {AttentionRing::kThreads, 1, 1},
                          static_cast<std::size_t>(ring.bytes())};
  return {
      {{kNames[s.type == DataType::BF16][ring.width > AttentionRing::kBox],
        shape,
        {boxesOf(kQ, s, queries, queries, s.heads), boxesOf(kK, s, keys, capacity, s.kvHeads),
         boxesOf(kV, s, keys, capacity, s.kvHeads), Places(problem).out, group, queries, keys, dim, causal, scale}}},
      {}};
}

std::string narrow(const DeviceInfo&, const Problem& problem) {
  return problem["type"] == 0 ? "" : fmt::format("It computes in fp32, not in {}.", kTypes[problem["type"]]);
}

std::string noRoom(const Problem& problem) {
  if (problem["dim"] <= kAttentionMaxDim) return "";
  return fmt::format("Its tiles have room for heads of size {} at most, not {}.", kAttentionMaxDim, problem["dim"]);
}

std::string tooWide(const DeviceInfo& device, const Problem& problem) {
  const std::string why = narrow(device, problem);
  return why.empty() ? noRoom(problem) : why;
}

std::string notInPieces(std::int64_t piece, const Problem& problem) {
  if (problem["dim"] % piece == 0) return "";
  return fmt::format("It works on {} elements at a time, and the head size {} is not a multiple of that.", piece,
                     problem["dim"]);
}

template <int kPiece>
std::string tooWideOrNotInPieces(const DeviceInfo& device, const Problem& problem) {
  const std::string why = notInPieces(kPiece, problem);
  return why.empty() ? tooWide(device, problem) : why;
}

std::string specialisedRefusal(const DeviceInfo& device, const Problem& problem) {
  if (attentionShapeOf(problem).type == DataType::F32) return onlyNarrowFactors(device);
  if (startGiven(problem))
    return "Its boxes end with the keys, and start=given tells only the device how many there are.";
  for (std::string why : {needsWarpgroups(device), notInPieces(8, problem), noRoom(problem)})
    if (!why.empty()) return why;
  return "";
}

/// A block of its own for each query leaves most of a GPU idle where there are few.
std::string_view fewQueries(const DeviceInfo& device, const Problem& problem) {
  constexpr std::int64_t kFew = 16;
  return !device.isProcessor() && problem["queries"] < kFew
             ? "few queries: a block reads many keys at once, and many keys are split among blocks"
             : "";
}

constexpr Step kSteps[] = {
    {"naive", "Scores in memory",
     "Scores, softmax and weighted sum are three kernels with all scores in memory between them: the plain definition, "
     "and memory that grows with the square of the sequence length.",
     "attention_scores", "kernels/attention/naive.cuh", kNaiveSource, MadeFor::Both, naivePlan, attentionNaiveCost,
     narrow},
    {"streamed", "One thread, one query",
     "A thread walks along the keys with a running softmax, so that no score goes to memory and no thread waits for "
     "another: what suits a CPU.",
     "attention_streamed", "kernels/attention/streamed.cuh", kStreamedSource, MadeFor::Processors, streamedPlan,
     attentionStreamedCost, tooWide},
    {"fused", "One kernel, running softmax",
     "A block walks along the keys in tiles and rescales its result whenever a greater score turns up, so that no "
     "score ever goes to memory.",
     "attention_fused", "kernels/attention/fused.cuh", kFusedSource, MadeFor::Gpus, fusedPlan, attentionFusedCost,
     tooWide},
    {"split", "Keys split among blocks",
     "A block reads 256 keys of one query at once, and where there are many, blocks share them and a second kernel "
     "combines what they found, so that a single query, as in text generation, does not wait for memory key by key.",
     "attention_split", "kernels/attention/split.cuh", kSplitSource, MadeFor::Gpus, splitPlan, attentionSplitCost,
     tooWideOrNotInPieces<4>, fewQueries},
    {"registers", "Tiles in registers",
     "A thread holds 8 queries times several keys and elements in registers, so that each number read from shared "
     "memory is multiplied many times instead of once.",
     "attention_registers<64>", "kernels/attention/registers.cuh", kRegistersSource, MadeFor::Gpus, registersPlan,
     attentionRegistersCost, tooWideOrNotInPieces<4>},
    {"specialised", "Warps with one task each",
     "Hopper's matrix unit makes both products, of 64 queries and 128 keys that its copy unit brings; scores and "
     "weights stay in the registers it leaves them in, and while eight warps compute, one thread fetches.",
     "attention_specialised<bfloat16, 64>", "kernels/attention/specialised.cuh", kSpecialisedSource, MadeFor::Gpus,
     specialisedPlan, attentionSpecialisedCost, specialisedRefusal, nullptr, noWarpgroups<Problem>},
};

constexpr Operation kOperation{
    .name = "attention",
    .title = "Attention",
    .help = "O = softmax(Q · Kᵀ / √dim) · V for each head: how the tokens of a text look at each other.",
    .parameters = kParameters,
    .misfit = misfit,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = reference,
    .limit = limit,
    .steps = kSteps,
    .library = kLibrary,
};

}  // namespace

const Operation& attentionOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
