#include <algorithm>

#include "app/lens/lens_work.h"
#include "app/words/messages.h"

namespace strata::inline lens {
namespace {

/// What HIP wants around an argument of a call, counted from 1, or that it does not take it. Source: the HIP API
/// reference 6.3 (symbols by HIP_SYMBOL, kernels as const void*), and the driver API porting guide.
struct Shape {
  std::string_view call;  ///< HIP's name
  std::size_t argument;
  std::string_view before;  ///< empty: the argument goes
};
constexpr std::string_view kSymbol = "HIP_SYMBOL(", kAddress = "reinterpret_cast<const void*>(";
constexpr Shape kShapes[] = {
    {"hipMemcpyToSymbol", 1, kSymbol},
    {"hipMemcpyToSymbolAsync", 1, kSymbol},
    {"hipGetSymbolAddress", 2, kSymbol},
    {"hipGetSymbolSize", 2, kSymbol},
    {"hipGetTextureReference", 2, kSymbol},
    {"hipGraphMemcpyNodeSetParamsToSymbol", 2, kSymbol},
    {"hipMemcpyFromSymbol", 2, kSymbol},
    {"hipMemcpyFromSymbolAsync", 2, kSymbol},
    {"hipFuncSetAttribute", 1, kAddress},
    {"hipFuncSetCacheConfig", 1, kAddress},
    {"hipFuncSetSharedMemConfig", 1, kAddress},
    {"hipLaunchCooperativeKernel", 1, kAddress},
    {"hipLaunchKernel", 1, kAddress},
    {"hipFuncGetAttributes", 2, kAddress},
    {"hipGraphExecMemcpyNodeSetParamsToSymbol", 3, kSymbol},
    {"hipGraphMemcpyNodeSetParamsFromSymbol", 3, kSymbol},
    {"hipModuleOccupancyMaxPotentialBlockSize", 4, {}},
    {"hipModuleOccupancyMaxPotentialBlockSizeWithFlags", 4, {}},
    {"hipGraphExecMemcpyNodeSetParamsFromSymbol", 4, kSymbol},
    {"hipGraphAddMemcpyNodeToSymbol", 5, kSymbol},
    {"hipGraphAddMemcpyNodeFromSymbol", 6, kSymbol},
};

/// A call that goes by another name there when it has no more than so many arguments. Sources: CUDA 13.0's and
/// HIP 5.2's headers, as of the arguments below.
struct ShorterCall {
  std::string_view call;
  std::size_t arguments;
  std::string_view other;
};
constexpr ShorterCall kShorterCalls[] = {
    {"hipHostMalloc", 2, "cudaMallocHost"},
    {"cudaGraphInstantiate", 3, "hipGraphInstantiateWithFlags"},
};

/// An argument, counted from 1, that has a default at the one vendor's and none at the other's.
struct DefaultArgument {
  std::string_view call;  ///< by the name of the vendor that has none
  std::size_t argument;
  std::string_view value;
};
constexpr DefaultArgument kDefaultArguments[] = {
    {"hipEventRecordWithFlags", 2, "0"},
    {"hipEventRecordWithFlags", 3, "0"},
    {"hipGetDriverEntryPoint", 4, "nullptr"},
    {"hipGetProcAddress", 5, "nullptr"},
    {"hipGraphInstantiateWithFlags", 3, "0"},
    {"hipLaunchCooperativeKernel", 5, "0"},
    {"hipLaunchCooperativeKernel", 6, "0"},
    {"hipMalloc3DArray", 4, "0"},
    {"hipMemcpy2DArrayToArray", 9, "hipMemcpyDeviceToDevice"},
    {"hipMemcpyFromSymbolAsync", 4, "0"},
    {"hipMemcpyFromSymbolAsync", 5, "hipMemcpyDeviceToHost"},
    {"hipMemcpyToSymbolAsync", 4, "0"},
    {"hipMemcpyToSymbolAsync", 5, "hipMemcpyHostToDevice"},
    {"hipSignalExternalSemaphoresAsync", 4, "0"},
    {"hipStreamWaitEvent", 3, "0"},
    {"hipWaitExternalSemaphoresAsync", 4, "0"},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", 5, "0"},
    {"cuMemcpy2DAsync", 2, "0"},
    {"cuMemsetD16Async", 4, "0"},
    {"cuMemsetD32Async", 4, "0"},
    {"cuMemsetD8Async", 4, "0"},
};

std::size_t endOf(const CodePiece& piece) {
  return piece.at + piece.text.size();
}

void reshapeForHip(LensWork& work, const Shape& shape, const CodeCall& call) {
  if (call.arguments.size() < shape.argument) return;
  const CodeArgument& argument = call.arguments[shape.argument - 1];
  if (argument.last < argument.first) return;
  const std::size_t from = work.pieces[argument.first].at, to = endOf(work.pieces[argument.last]);
  const CodePiece& name = work.pieces[call.name];
  if (shape.before.empty()) {
    const std::size_t comma = endOf(work.pieces[argument.first - 1]);
    const bool last = shape.argument == call.arguments.size();
    if (last || name.directive) return;
    work.edits.replace(comma, work.pieces[argument.last + 1].at + 1 - comma, {});
    return work.note(LensNoteKind::Differs, name, {},
                     fillText(Msg::LensArgumentGoes, {work.text.substr(from, to - from)}));
  }
  work.edits.insert(from, std::string(shape.before));
  work.edits.insert(to, ")");
  work.note(LensNoteKind::Differs, name, std::string(shape.before),
            fillText(Msg::LensArgumentWrapped, {work.text.substr(from, to - from), shape.before}));
}

/// Writes out what one vendor's call takes by itself and the other's does not.
void addDefaults(LensWork& work, std::string_view called, const CodeCall& call) {
  if (call.arguments.empty()) return;
  const std::string_view last = argumentText(work.text, work.pieces, call.arguments.back());
  if (last.ends_with("...") || last == "__VA_ARGS__") return;
  std::size_t count = call.arguments.size();
  std::string added;
  for (const DefaultArgument& each : kDefaultArguments) {
    if (each.call != called || each.argument != count + 1) continue;
    added.append(", ").append(each.value);
    ++count;
  }
  if (added.empty()) return;
  work.edits.insert(work.pieces[call.close].at, added);
  work.note(LensNoteKind::Differs, work.pieces[call.name], added,
            fillText(Msg::LensArgumentAdded, {called, std::string_view(added).substr(2)}));
}

/// HIP_SYMBOL(x) and HIP_KERNEL_NAME(x) are x in CUDA.
void unwrap(LensWork& work, const CodeCall& call) {
  const CodePiece &name = work.pieces[call.name], &close = work.pieces[call.close];
  work.edits.replace(name.at, endOf(work.pieces[call.open]) - name.at, {});
  work.edits.replace(close.at, 1, {});
  work.note(LensNoteKind::Differs, name, {}, fillText(Msg::LensUnwrapped, {name.text}));
}

/// hipLaunchKernelGGL(kernel, grid, block, shared, stream, arguments …) is kernel<<<…>>>(arguments …).
void launch(LensWork& work, const CodeCall& call) {
  constexpr std::size_t kConfiguration = 5;
  if (call.arguments.size() < kConfiguration) return;
  const auto comma = [&](std::size_t argument) { return work.pieces[call.arguments[argument].last + 1].at; };
  const auto isZero = [&](std::size_t argument) {
    return argumentText(work.text, work.pieces, call.arguments[argument]) == "0";
  };
  const CodePiece& name = work.pieces[call.name];
  work.edits.replace(name.at, work.pieces[call.open + 1].at - name.at, {});
  work.edits.replace(comma(0), work.pieces[call.arguments[1].first].at - comma(0), "<<<");
  const bool plain = isZero(3) && isZero(4);
  const std::size_t behind = plain ? comma(2) : comma(4);
  const bool none = call.arguments.size() == kConfiguration;
  const std::size_t until = none ? work.pieces[call.close].at : work.pieces[call.arguments[kConfiguration].first].at;
  work.edits.replace(behind, until - behind, ">>>(");
  work.result.statistics.convert(name.text, "cudaLaunchKernel", "kernel_launch");
  work.note(LensNoteKind::Launch, name, "<<<>>>", std::string(text(Msg::LensLaunch)));
}

/// HIP_DYNAMIC_SHARED(type, name) declares an array without size.
void declareShared(LensWork& work, const CodeCall& call) {
  if (call.arguments.size() != 2) return;
  const CodePiece &name = work.pieces[call.name], &close = work.pieces[call.close];
  std::string declared = "extern __shared__ ";
  declared.append(argumentText(work.text, work.pieces, call.arguments[0])).append(" ");
  declared.append(argumentText(work.text, work.pieces, call.arguments[1])).append("[]");
  work.edits.replace(name.at, endOf(close) - name.at, declared);
  work.note(LensNoteKind::Differs, name, declared, fillText(Msg::LensSharedDeclared, {declared}));
}

void reshapeForCuda(LensWork& work, const CodeCall& call) {
  const CodePiece& name = work.pieces[call.name];
  if (name.directive) return;
  if (name.is("HIP_SYMBOL") || name.is("HIP_KERNEL_NAME")) return unwrap(work, call);
  if (name.is("hipLaunchKernelGGL")) return launch(work, call);
  if (name.is("HIP_DYNAMIC_SHARED")) return declareShared(work, call);
}

}  // namespace

NameMeaning meaningAt(const LensWork& work, std::size_t index) {
  const CodePiece& piece = work.pieces[index];
  NameMeaning meaning = VendorNames::shipped().meaning(piece.text, work.from);
  if (meaning.fate != NameFate::Renamed) return meaning;
  if (const std::string_view other = nameByArguments(work, index); !other.empty()) meaning.other = other;
  const auto shorter = std::ranges::find(kShorterCalls, piece.text, &ShorterCall::call);
  if (shorter == std::end(kShorterCalls)) return meaning;
  const auto call = callAt(work.pieces, index);
  if (call && call->arguments.size() <= shorter->arguments) meaning.other = shorter->other;
  return meaning;
}

void reshapeCalls(LensWork& work) {
  for (std::size_t i = 0; i < work.pieces.size(); ++i) {
    if (work.pieces[i].kind != CodePieceKind::Word) continue;
    const auto call = callAt(work.pieces, i);
    if (!call) continue;
    const std::string called = meaningAt(work, i).other;
    addDefaults(work, called, *call);
    reshapeForCuda13(work, work.toHip() ? std::string_view(called) : work.pieces[i].text, *call);
    if (!work.toHip()) {
      reshapeForCuda(work, *call);
      continue;
    }
    const auto shape = std::ranges::find(kShapes, called, &Shape::call);
    if (shape != std::end(kShapes)) reshapeForHip(work, *shape, *call);
  }
}

}  // namespace strata::inline lens
