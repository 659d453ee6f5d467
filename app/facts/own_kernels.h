#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/facts/view_state.h"

// Which kernel is meant, the variant that ran it, and the text of Strata's that defines it.

namespace strata::inline facts {

/// Whether the host asked for what the event does while `around` lasted.
bool askedWithin(const TraceSnapshot& snapshot, const TraceEvent& event, const TraceEvent& around);

/// The slices of a storey within which the host asked for the work, by begin.
std::vector<EventRef> slicesAround(const TraceSnapshot& snapshot, EventRef work, Storey storey);

/// The variant of the experiment whose routine launched the kernel, as the session calls it: "mine", also where the
/// experiment does not have it. Empty: the session does not tell.
std::string_view variantThatRan(const ViewState& state, EventRef kernel);

/// The newest call below `end` that is meant. Calls of one name are alike: the newest of them answers for all.
std::optional<CallId> newestCall(const TraceSnapshot& snapshot, std::uint32_t end,
                                 const std::function<bool(CallId)>& isMeant);

/// Whether the selection is of a kernel, or of a call that ran one or is a result's.
bool namesKernel(const ViewState& state);

/// What says which kernel is shown: the selection; where it names none, the one that named one before. It looks through
/// a call's events, so a view asks once, and what follows is told: `named` below.
const Selection& kernelSelection(const ViewState& state);

/// Its event, if it is a kernel.
std::optional<EventRef> selectedKernel(const ViewState& state, const Selection& named);

/// The selected kernel; else the longest of those asked for within the selected event, of its call, or of the newest
/// result's median call.
std::optional<EventRef> kernelOfSelection(const ViewState& state, const Selection& named);

/// "matmul_tiled" of "matmul_tiled<32>", and of "void strata::matmul_tiled<32>(float const*, int)" as compilers write
/// it.
std::string_view kernelFamily(std::string_view kernel);

/// "matmul_tiled<32>" of "void strata::matmul_tiled<32>(float const*, int)".
std::string kernelName(std::string_view kernel);

/// Whether the text is that of a kernel of this name.
bool definesKernel(std::string_view source, std::string_view kernel);

/// The same, as a template where the name has arguments, and as none where it has none.
bool definesAsNamed(std::string_view source, std::string_view kernel);

/// The step whose text defines a kernel of this name; nullptr: none of Strata's.
const VariantInfo* stepOfKernel(const ViewState& state, std::string_view kernel);

}  // namespace strata::inline facts
