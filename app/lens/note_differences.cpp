#include <algorithm>

#include "app/lens/lens_work.h"
#include "app/words/messages.h"

namespace strata::inline lens {
namespace {

/// A word of the language that has another meaning in the other dialect, or none.
struct WordNote {
  std::string_view word;  ///< with "*" at its end: a beginning
  LensNoteKind kind;
  Msg sentence;
};

/// A field of a device's properties that CUDA 13.0's headers no longer have, and the attribute that says the same.
struct GoneField {
  std::string_view name, attribute;
};
constexpr GoneField kGoneFields[] = {
    {"clockRate", "cudaDevAttrClockRate"},
    {"computeMode", "cudaDevAttrComputeMode"},
    {"cooperativeMultiDeviceLaunch", {}},
    {"deviceOverlap", "cudaDevAttrGpuOverlap"},
    {"kernelExecTimeoutEnabled", "cudaDevAttrKernelExecTimeout"},
    {"maxTexture1DLinear", "cudaDevAttrMaxTexture1DLinearWidth"},
    {"memoryClockRate", "cudaDevAttrMemoryClockRate"},
    {"singleToDoublePrecisionPerfRatio", "cudaDevAttrSingleToDoublePrecisionPerfRatio"},
};

/// A name of hipCUB's and rocThrust's whose CUDA namesake is gone from CUDA 13.0's headers, and what they have instead.
struct GoneName {
  std::string_view space, name;
  std::string_view instead;  ///< empty: a base that functors no longer need
};
constexpr GoneName kGoneNames[] = {
    {"hipcub", "ConstantInputIterator", "thrust::constant_iterator"},
    {"hipcub", "CountingInputIterator", "thrust::counting_iterator"},
    {"hipcub", "Difference", "cuda::std::minus"},
    {"hipcub", "DiscardOutputIterator", "thrust::discard_iterator"},
    {"hipcub", "Division", "cuda::std::divides"},
    {"hipcub", "Equality", "cuda::std::equal_to"},
    {"hipcub", "Inequality", "cuda::std::not_equal_to"},
    {"hipcub", "Max", "cuda::maximum"},
    {"hipcub", "Min", "cuda::minimum"},
    {"hipcub", "Sum", "cuda::std::plus"},
    {"hipcub", "TransformInputIterator", "thrust::transform_iterator"},
    {"thrust", "binary_function", {}},
    {"thrust", "identity", "cuda::std::identity"},
    {"thrust", "not1", "cuda::std::not_fn"},
    {"thrust", "not2", "cuda::std::not_fn"},
    {"thrust", "unary_function", {}},
};

/// What cooperative groups combine their threads' values with, and the first release of ROCm that has it.
struct GroupWord {
  std::string_view name;
  std::string_view since;  ///< empty: none
};
constexpr std::string_view kReductions = "7.13", kScans = "10.0";
constexpr GroupWord kGroupWords[] = {
    {"bit_and", kReductions}, {"bit_or", kReductions},    {"bit_xor", kReductions},    {"exclusive_scan", kScans},
    {"greater", kReductions}, {"inclusive_scan", kScans}, {"less", kReductions},       {"plus", kReductions},
    {"reduce", kReductions},  {"reduce_store_async", {}}, {"reduce_update_async", {}},
};

/// What libhipcxx, which ROCm has from that release on, does not have of libcu++ (its documentation, ROCm 10.2:
/// unsupported APIs and extensions).
constexpr std::string_view kLibhipcxx = "10.1";
constexpr std::string_view kNotInLibhipcxx[] = {
    "access_property",
    "aligned_size_t",
    "annotated_ptr",
    "apply_access_property",
    "associate_access_property",
    "barrier",
    "binary_semaphore",
    "counting_semaphore",
    "device",
    "latch",
    "make_pipeline",
    "memcpy_async",
    "memcpy_async_tx",
    "pipeline",
    "pipeline_consumer_wait_prior",
    "pipeline_producer_commit",
    "pipeline_role",
    "pipeline_shared_state",
    "ptx",
};

// Sources: HIP's C++ language extensions and porting guide (ROCm 6.3, 7.0), its list of changes up to ROCm 10.2, the
// CUDA C++ Programming Guide 13.0.
constexpr WordNote kForHip[] = {
    {"__CUDA_ARCH__", LensNoteKind::Differs, Msg::LensCudaArch},
    {"nvcuda", LensNoteKind::NoCounterpart, Msg::LensWmma},
    {"__cluster_dims__", LensNoteKind::Differs, Msg::LensCluster},
    {"this_cluster", LensNoteKind::Differs, Msg::LensCluster},
    {"cluster_group", LensNoteKind::Differs, Msg::LensCluster},
    {"cudaLaunchAttributeCluster*", LensNoteKind::Differs, Msg::LensCluster},
    {"CU_LAUNCH_ATTRIBUTE_CLUSTER_*", LensNoteKind::Differs, Msg::LensCluster},
    {"__nanosleep", LensNoteKind::NoCounterpart, Msg::LensNoWord},
    {"__pipeline_*", LensNoteKind::NoCounterpart, Msg::LensPipeline},
    {"__ldca", LensNoteKind::Differs, Msg::LensHalfOnly},
    {"__ldcg", LensNoteKind::Differs, Msg::LensHalfOnly},
    {"__ldcs", LensNoteKind::Differs, Msg::LensHalfOnly},
    {"__hmax2", LensNoteKind::Differs, Msg::LensBfloatOnly},
    {"__hmin2", LensNoteKind::Differs, Msg::LensBfloatOnly},
    {"cuGetProcAddress", LensNoteKind::Differs, Msg::LensProcAddress},
    {"cudaGetDriverEntryPointByVersion", LensNoteKind::Differs, Msg::LensEntryByVersion},
    {"cudaGraphKernelNodeCopyAttributes", LensNoteKind::Differs, Msg::LensCopyOrder},
    {"cuGraphKernelNodeCopyAttributes", LensNoteKind::Differs, Msg::LensCopyOrder},
    {"cudaDevAttrComputeCapability*", LensNoteKind::Differs, Msg::LensCapability},
    {"CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_*", LensNoteKind::Differs, Msg::LensCapability},
};
constexpr WordNote kForCuda[] = {
    {"__builtin_amdgcn_*", LensNoteKind::NoCounterpart, Msg::LensNoWord},
    {"__ockl_*", LensNoteKind::NoCounterpart, Msg::LensNoWord},
    {"__ocml_*", LensNoteKind::NoCounterpart, Msg::LensNoWord},
    {"__HIP_DEVICE_COMPILE__", LensNoteKind::Differs, Msg::LensHipCompile},
    {"__HIP_PLATFORM_AMD__", LensNoteKind::Differs, Msg::LensHipPlatform},
    {"__HIP_PLATFORM_HCC__", LensNoteKind::Differs, Msg::LensHipPlatform},
    {"__AMDGCN_WAVEFRONT_SIZE*", LensNoteKind::Differs, Msg::LensHipWave},
    {"rocwmma", LensNoteKind::NoCounterpart, Msg::LensRocwmma},
    {"hipDeviceAttributeComputeCapability*", LensNoteKind::Differs, Msg::LensCapability},
    {"hipGraphKernelNodeCopyAttributes", LensNoteKind::Differs, Msg::LensCopyOrder},
    {"hipGetProcAddress", LensNoteKind::Differs, Msg::LensProcAddress},
    // What CUDA 13.0's headers no longer have.
    {"hipBindTexture*", LensNoteKind::Differs, Msg::LensTextureGone},
    {"hipUnbindTexture", LensNoteKind::Differs, Msg::LensTextureGone},
    {"hipGetTextureReference", LensNoteKind::Differs, Msg::LensTextureGone},
    {"hipGetTextureAlignmentOffset", LensNoteKind::Differs, Msg::LensTextureGone},
    {"textureReference", LensNoteKind::Differs, Msg::LensTextureGone},
    {"hipLaunchCooperativeKernelMultiDevice", LensNoteKind::Differs, Msg::LensMultiDeviceGone},
    {"hipCooperativeLaunchMultiDeviceNo*", LensNoteKind::Differs, Msg::LensMultiDeviceGone},
    {"this_multi_grid", LensNoteKind::Differs, Msg::LensMultiDeviceGone},
    {"multi_grid_group", LensNoteKind::Differs, Msg::LensMultiDeviceGone},
    {"hipConfigureCall", LensNoteKind::Differs, Msg::LensLaunchGone},
    {"hipSetupArgument", LensNoteKind::Differs, Msg::LensLaunchGone},
    {"hipLaunchByPtr", LensNoteKind::Differs, Msg::LensLaunchGone},
};

bool isNamed(std::string_view word, std::string_view name) {
  return name.ends_with('*') ? word.starts_with(name.substr(0, name.size() - 1)) : word == name;
}

void assembly(LensWork& work, std::size_t i) {
  const CodePiece& piece = work.pieces[i];
  if (!piece.is("asm") && !piece.is("__asm__") && !piece.is("__asm")) return;
  std::size_t open = i + 1;
  while (isAt(work.pieces, open, "volatile") || isAt(work.pieces, open, "__volatile__")) ++open;
  if (!isAt(work.pieces, open, "(")) return;
  ++work.result.statistics.unconverted[std::string(piece.text)];
  work.note(LensNoteKind::NoCounterpart, piece, {}, std::string(text(work.toHip() ? Msg::LensPtx : Msg::LensGcn)));
}

/// The second number of __launch_bounds__ counts blocks in CUDA, and warps in HIP.
void launchBounds(LensWork& work, std::size_t i) {
  if (!work.pieces[i].is("__launch_bounds__")) return;
  const auto call = callAt(work.pieces, i);
  if (call && call->arguments.size() > 1)
    work.note(LensNoteKind::Differs, work.pieces[i], {},
              std::string(text(work.toHip() ? Msg::LensBoundsHip : Msg::LensBoundsCuda)));
}

/// cg::memcpy_async, the same copy as __pipeline_memcpy_async. That of cuda:: is libcu++'s.
void groupCopy(LensWork& work, std::size_t i) {
  if (!work.toHip() || !work.pieces[i].is("memcpy_async") || !isBefore(work.pieces, i, "::")) return;
  if (isBefore(work.pieces, i - 1, "cuda")) return;
  ++work.result.statistics.unconverted["memcpy_async"];
  work.note(LensNoteKind::NoCounterpart, work.pieces[i], {}, fillText(Msg::LensPipeline, {work.pieces[i].text}));
}

/// cg::reduce and what it is called with.
void groupReduction(LensWork& work, std::size_t i) {
  const CodePiece& piece = work.pieces[i];
  if (!work.toHip() || !isBefore(work.pieces, i, "::")) return;
  if (!isBefore(work.pieces, i - 1, "cg") && !isBefore(work.pieces, i - 1, "cooperative_groups")) return;
  const auto word = std::ranges::find(kGroupWords, piece.text, &GroupWord::name);
  if (word == std::end(kGroupWords)) return;
  const std::string name = "cg::" + std::string(piece.text);
  if (!word->since.empty())
    return work.note(LensNoteKind::Differs, piece, {}, fillText(Msg::LensReductionSince, {name, word->since}));
  ++work.result.statistics.unconverted[name];
  work.note(LensNoteKind::NoCounterpart, piece, {}, fillText(Msg::LensReduction, {name}));
}

/// p.major of a device's properties.
void capability(LensWork& work, std::size_t i) {
  const CodePiece& piece = work.pieces[i];
  if (!piece.is("major") && !piece.is("minor")) return;
  if (isBefore(work.pieces, i, ".") || isBefore(work.pieces, i, "->"))
    work.note(LensNoteKind::Differs, piece, {}, fillText(Msg::LensCapability, {piece.text}));
}

/// p.clockRate of a device's properties.
void goneField(LensWork& work, std::size_t i) {
  const CodePiece& piece = work.pieces[i];
  const auto gone = std::ranges::find(kGoneFields, piece.text, &GoneField::name);
  if (work.toHip() || gone == std::end(kGoneFields)) return;
  if (!isBefore(work.pieces, i, ".") && !isBefore(work.pieces, i, "->")) return;
  work.note(LensNoteKind::Differs, piece, std::string(gone->attribute),
            gone->attribute.empty() ? fillText(Msg::LensFieldGone, {piece.text})
                                    : fillText(Msg::LensFieldIsAttribute, {piece.text, gone->attribute}));
}

/// hipcub::Sum and its like.
void goneName(LensWork& work, std::size_t i) {
  const CodePiece& piece = work.pieces[i];
  if (work.toHip() || !isBefore(work.pieces, i, "::")) return;
  const auto gone = std::ranges::find_if(kGoneNames, [&](const GoneName& each) {
    return piece.is(each.name) && isBefore(work.pieces, i - 1, each.space);
  });
  if (gone == std::end(kGoneNames)) return;
  work.note(LensNoteKind::Differs, piece, std::string(gone->instead),
            gone->instead.empty() ? fillText(Msg::LensBaseGone, {piece.text})
                                  : fillText(Msg::LensNameGone, {piece.text, gone->instead}));
}

/// texture<float, 2> name, a reference that host and kernel share.
void textureReference(LensWork& work, std::size_t i) {
  constexpr std::size_t kTypePieces = 16;
  if (work.toHip() || !work.pieces[i].is("texture") || !isAt(work.pieces, i + 1, "<")) return;
  std::size_t end = i + 2;
  while (end < std::min(work.pieces.size(), i + kTypePieces) && !work.pieces[end].is(">") && !work.pieces[end].is(")"))
    ++end;
  const bool declares = isAt(work.pieces, end, ">") && isAt(work.pieces, end + 2, ";") &&
                        work.pieces[end + 1].kind == CodePieceKind::Word;
  if (declares) work.note(LensNoteKind::Differs, work.pieces[i], {}, fillText(Msg::LensTextureGone, {"texture<>"}));
}

/// cuda::barrier, cuda::std::atomic and their like are libcu++'s. `known`: that HIP has the others was said before.
void standardLibrary(LensWork& work, std::size_t i, bool& known) {
  if (!work.toHip() || !work.pieces[i].is("cuda") || !isAt(work.pieces, i + 1, "::")) return;
  const std::size_t at = isAt(work.pieces, i + 2, "std") && isAt(work.pieces, i + 3, "::") ? i + 4 : i + 2;
  const std::string_view name = at < work.pieces.size() ? work.pieces[at].text : std::string_view();
  if (std::ranges::find(kNotInLibhipcxx, name) != std::end(kNotInLibhipcxx)) {
    const std::string whole = (at == i + 4 ? "cuda::std::" : "cuda::") + std::string(name);
    ++work.result.statistics.unconverted[whole];
    return work.note(LensNoteKind::NoCounterpart, work.pieces[i], {}, fillText(Msg::LensLibcuNone, {whole}));
  }
  if (!known) work.note(LensNoteKind::Differs, work.pieces[i], {}, fillText(Msg::LensLibcu, {kLibhipcxx}));
  known = true;
}

}  // namespace

void noteDifferences(LensWork& work) {
  const bool asksDevices = std::ranges::any_of(work.pieces, [](const CodePiece& piece) {
    return piece.is("cudaDeviceProp") || piece.is("hipDeviceProp_t") || piece.is("hipDeviceProp");
  });
  bool synced = false, libraryKnown = false;
  for (std::size_t i = 0; i < work.pieces.size(); ++i) {
    const CodePiece& piece = work.pieces[i];
    if (piece.kind != CodePieceKind::Word) continue;
    assembly(work, i);
    launchBounds(work, i);
    standardLibrary(work, i, libraryKnown);
    groupCopy(work, i);
    groupReduction(work, i);
    goneName(work, i);
    textureReference(work, i);
    if (asksDevices) capability(work, i);
    if (asksDevices) goneField(work, i);
    const auto look = [&](const WordNote& of) {
      const bool call = of.sentence == Msg::LensNoWord;
      if (!isNamed(piece.text, of.word) || (call && !isAt(work.pieces, i + 1, "("))) return;
      if (of.kind == LensNoteKind::NoCounterpart) ++work.result.statistics.unconverted[std::string(piece.text)];
      work.note(of.kind, piece, {}, fillText(of.sentence, {piece.text}));
    };
    if (work.toHip())
      std::ranges::for_each(kForHip, look);
    else
      std::ranges::for_each(kForCuda, look);
    const bool sync = work.toHip() && piece.text.starts_with("__") && piece.text.ends_with("_sync");
    if (sync && !synced) work.note(LensNoteKind::Differs, piece, {}, fillText(Msg::LensSync, {piece.text}));
    synced = synced || sync;
  }
}

}  // namespace strata::inline lens
