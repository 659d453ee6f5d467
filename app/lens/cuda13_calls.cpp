#include <algorithm>

#include "app/lens/lens_work.h"
#include "app/words/messages.h"

// Calls that CUDA 13 gave other arguments and HIP did not, or by another name. Sources: CUDA 13.0's headers, which keep
// the signatures up to CUDA 12 as well, and HIP 7.1's.

namespace strata::inline lens {
namespace {

/// A call whose CUDA 13 form has a name of its own in HIP.
struct VersionedCall {
  std::string_view cuda, driver, hip;
  std::size_t location;  ///< the argument, from 1, that is a cudaMemLocation in CUDA 13; 0: none
  std::size_t before;    ///< how many arguments it takes up to CUDA 12
};
constexpr VersionedCall kVersionedCalls[] = {
    {"cudaMemPrefetchAsync", "cuMemPrefetchAsync", "hipMemPrefetchAsync_v2", 3, 4},
    {"cudaMemAdvise", "cuMemAdvise", "hipMemAdvise_v2", 4, 4},
    {"cudaStreamGetCaptureInfo", "cuStreamGetCaptureInfo", "hipStreamGetCaptureInfo_v2", 0, 3},
};

/// An argument that CUDA takes from version 13 on, and HIP does not.
struct NewArgument {
  std::string_view call;  ///< HIP's name
  std::size_t argument;   ///< from 1
  std::size_t arguments;  ///< of CUDA 13's call
  std::size_t least;      ///< of them without those that have a default behind it
  std::string_view type;
};
constexpr std::string_view kEdges = "cudaGraphEdgeData";
constexpr NewArgument kNewArguments[] = {
    {"hipCtxCreate", 2, 4, 4, "CUctxCreateParams"},
    {"hipGraphAddDependencies", 4, 5, 5, kEdges},
    {"hipGraphAddNode", 4, 6, 6, kEdges},
    {"hipGraphGetEdges", 4, 5, 5, kEdges},
    {"hipGraphNodeGetDependencies", 3, 4, 4, kEdges},
    {"hipGraphNodeGetDependentNodes", 3, 4, 4, kEdges},
    {"hipGraphRemoveDependencies", 4, 5, 5, kEdges},
    {"hipStreamGetCaptureInfo_v2", 6, 7, 7, kEdges},
    {"hipStreamUpdateCaptureDependencies", 3, 5, 4, kEdges},
};

/// A call that tells in an argument which of its copies failed: in HIP and CUDA 12, not in CUDA 13.
struct BatchedCopy {
  std::string_view call;  ///< HIP's name
  std::size_t arguments;  ///< with it
};
constexpr BatchedCopy kBatchedCopies[] = {{"hipMemcpyBatchAsync", 9}, {"hipMemcpy3DBatchAsync", 5}};

bool isLocationType(const CodePiece& piece) {
  return piece.is("cudaMemLocation") || piece.is("CUmemLocation") || piece.is("hipMemLocation");
}

bool isLocation(const LensWork& work, const CodeArgument& argument) {
  if (argument.last < argument.first) return false;
  const CodePiece& first = work.pieces[argument.first];
  return first.is("{") || isLocationType(first) || work.locations.contains(first.text);
}

void noteLocation(LensWork& work, std::string_view hip, const CodeCall& call) {
  const CodePiece& name = work.pieces[call.name];
  const auto versioned = std::ranges::find(kVersionedCalls, hip, &VersionedCall::hip);
  if (work.toHip() && versioned != std::end(kVersionedCalls) && versioned->location > 0)
    return work.note(LensNoteKind::Differs, name, {}, fillText(Msg::LensLocationHip, {hip}));
  const bool fetches = hip == "hipMemPrefetchAsync", advises = hip == "hipMemAdvise";
  const std::size_t device = fetches ? 3 : 4;
  if ((!fetches && !advises) || call.arguments.size() < device) return;
  const std::string_view given = argumentText(work.text, work.pieces, call.arguments[device - 1]);
  if (advises && work.toHip()) return work.note(LensNoteKind::Differs, name, {}, fillText(Msg::LensAdviseHip, {given}));
  if (work.toHip() || isLocation(work, call.arguments[device - 1])) return;
  work.note(LensNoteKind::Differs, name, {},
            fillText(fetches ? Msg::LensLocationFlags : Msg::LensLocationCuda, {given}));
}

void noteBatchedCopy(LensWork& work, std::string_view hip, const CodeCall& call) {
  const auto copy = std::ranges::find(kBatchedCopies, hip, &BatchedCopy::call);
  if (copy == std::end(kBatchedCopies) || (call.arguments.size() == copy->arguments) == work.toHip()) return;
  const CodePiece& name = work.pieces[call.name];
  work.note(LensNoteKind::Differs, name, {},
            fillText(work.toHip() ? Msg::LensFailIndexHip : Msg::LensFailIndexCuda, {hip}));
}

void takeOut(LensWork& work, const NewArgument& which, const CodeCall& call) {
  if (call.arguments.size() < which.least) return;
  const CodeArgument& argument = call.arguments[which.argument - 1];
  const std::string_view given = argumentText(work.text, work.pieces, argument);
  if (given.empty()) return;
  const bool isNull = given == "nullptr" || given == "NULL";
  // With fewer arguments a number stands there in CUDA 12's call.
  if (call.arguments.size() < which.arguments && !isNull) return;
  const CodePiece& name = work.pieces[call.name];
  if (!isNull && given != "0")
    return work.note(LensNoteKind::NoCounterpart, name, {}, fillText(Msg::LensNewArgumentHip, {which.type, given}));
  const std::size_t from = work.pieces[argument.first].at;
  work.edits.replace(from, work.pieces[call.arguments[which.argument].first].at - from, {});
  work.note(LensNoteKind::Differs, name, {}, fillText(Msg::LensArgumentGoes, {given}));
}

void putIn(LensWork& work, const NewArgument& which, const CodeCall& call) {
  if (call.arguments.size() + 1 < which.least || call.arguments.size() >= which.arguments) return;
  const std::string added = "nullptr, ";
  work.edits.insert(work.pieces[call.arguments[which.argument - 1].first].at, added);
  work.note(LensNoteKind::Differs, work.pieces[call.name], added, fillText(Msg::LensNewArgumentCuda, {which.type}));
}

}  // namespace

void findLocations(LensWork& work) {
  for (std::size_t i = 0; i + 1 < work.pieces.size(); ++i)
    if (isLocationType(work.pieces[i]) && work.pieces[i + 1].kind == CodePieceKind::Word)
      work.locations.insert(work.pieces[i + 1].text);
}

std::string_view nameByArguments(const LensWork& work, std::size_t index) {
  const std::string_view name = work.pieces[index].text;
  if (!work.toHip()) {
    const auto there = std::ranges::find(kVersionedCalls, name, &VersionedCall::hip);
    return there == std::end(kVersionedCalls) ? std::string_view() : there->cuda;
  }
  const auto known = std::ranges::find_if(
      kVersionedCalls, [&](const VersionedCall& each) { return each.cuda == name || each.driver == name; });
  if (known == std::end(kVersionedCalls)) return {};
  const auto call = callAt(work.pieces, index);
  if (!call) return {};
  const std::size_t count = call->arguments.size();
  const bool located =
      known->location > 0 && known->location <= count && isLocation(work, call->arguments[known->location - 1]);
  return count > known->before || located ? known->hip : std::string_view();
}

void reshapeForCuda13(LensWork& work, std::string_view hip, const CodeCall& call) {
  noteLocation(work, hip, call);
  noteBatchedCopy(work, hip, call);
  if (work.toHip() && hip == "hipGraphExecUpdate" && call.arguments.size() == 3)
    work.note(LensNoteKind::Differs, work.pieces[call.name], {},
              fillText(Msg::LensUpdateHip, {hip, argumentText(work.text, work.pieces, call.arguments.back())}));
  const auto which = std::ranges::find(kNewArguments, hip, &NewArgument::call);
  if (which == std::end(kNewArguments)) return;
  if (work.toHip())
    takeOut(work, *which, call);
  else
    putIn(work, *which, call);
}

}  // namespace strata::inline lens
