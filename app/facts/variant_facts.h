#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/facts/view_state.h"
#include "app/words/messages.h"

// What roofline, results and kernel views ask about the variants of the newest run.

namespace strata::inline facts {

/// Whether a time or a rate can be drawn: finite and above zero.
bool usable(double value);

/// The variant chosen by a person: in the choices, else the selected call's. Empty: none.
std::string_view chosenVariant(const ViewState& state);
/// The variant a view of one speaks of: the chosen one, else that of the call selected before, else the first with a
/// kernel of our own, else the first. Empty without results. `named`: what kernelSelection says, where that is known.
std::string_view shownVariant(const ViewState& state, const Selection* named = nullptr);
/// The result whose repeats the call belongs to; nullptr if none does.
const RunResult* resultOfCall(const std::vector<RunResult>& results, CallId call);
/// nullptr if the run has no such variant, or the experiment is not known.
const RunResult* findResult(const ViewState& state, std::string_view variant);
const VariantInfo* findVariantInfo(const ViewState& state, std::string_view variant);
/// How many of the experiment's variants come before it, in whatever order they ran; all where none has this name.
std::size_t ladderPlace(const ExperimentInfo& info, std::string_view variant);
/// The experiment with the kernels that its runner brought among its variants: their texts came with their results or,
/// of a run that ended with its agent, were sent with it.
std::shared_ptr<const ExperimentInfo> withOwnKernels(std::shared_ptr<const ExperimentInfo> experiment,
                                                     const std::vector<RunResult>& results,
                                                     const std::vector<OwnKernel>& sent = {});
/// Whether it is a vendor's routine.
bool ofLibrary(const ViewState& state, const RunResult& result);
/// The fastest library, that shares are of; empty: none of the results is that library's.
std::string_view libraryOfShares(std::span<const RunResult> results);
/// Above shares of a library: "of onednn"; "of library" of one that is not known.
std::string shareHead(std::string_view library);
/// In slow motion also before that library has run.
std::string shareHead(const ViewState& state);
/// Whose ways its text follows: "GPUs", "CPUs", "both". Empty for a library.
std::string_view madeForWord(const ViewState& state, const RunResult& result);
bool ranWell(const RunResult& result);
/// Whether the run that is shown launched nothing: its texts never ran, nor what was to stand beside them, or it ended
/// with its agent before its first call. What the session holds is then of other runs.
bool launchedNothing(const SessionFacts& session);
/// The title of the run, not the shown one, that timed the call; empty: none of them did.
std::string_view otherRunOf(const SessionFacts& session, CallId call);

/// The kind of one of the result's own fields, such as "gflops".
std::optional<Provenance> kindOf(const RunResult& result, std::string_view field);
/// "141 GFLOP/s", "12.1 GB/s" or "1.90 ms": the first that applies. Empty for a result without times.
std::string speedText(const RunResult& result);
std::optional<Provenance> speedKind(const RunResult& result);
/// What of a speed has that kind: of bytes by time they alone, where it is not measured.
Msg speedWord(bool ofBytes, Provenance kind);
/// "speed measured"; "bytes modelled" of a measured time whose bytes are not; empty where no kind is known.
std::string speedTag(const RunResult& result);
/// Why it did not run well, a sentence; empty if it did.
std::string troubleText(const RunResult& result);
/// Of a result without a modelled time among others that have one: as far as the session tells.
std::string whyNotModelled(const ViewState& state, const RunResult& result);
/// The same where there is room for a few words.
std::string whyNotModelledShort(const ViewState& state, const RunResult& result);
/// The name of what holds a modelled run up: "load unit" of "load_unit".
std::string boundWords(std::string_view bound);
/// Lines for a person: title, idea, speed, time with its spread, shares and check, each with its kind.
std::string variantTooltip(const ViewState& state, const RunResult& result);
/// The same in a few words: its speed and shares, or why it has none.
std::string variantInWords(const RunResult& result);
/// A hit that chooses the variant and selects its median call.
/// A view of one speaks of this variant from now on; what was chosen of another one's kernel is forgotten.
void chooseVariant(ViewChoices& choices, const ViewState& state, const std::string& variant);
Hit hitVariant(const ViewState& state, const RunResult& result, std::string tooltip);

}  // namespace strata::inline facts
