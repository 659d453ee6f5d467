#include "app/facts/brought_code.h"

#include <utility>

#include "app/words/messages.h"

namespace strata::inline facts {
namespace {

// cuDNN compiles fused engines with NVRTC, MIOpen what it has not yet in its cache. OpenBLAS has kernels for each
// processor and picks when it is loaded; cuBLAS, rocBLAS and hipBLAS pick by shape.
constexpr std::pair<std::string_view, BroughtCode> kLibraries[] = {
    {"OpenBLAS", BroughtCode::Compiled}, {"oneDNN", BroughtCode::Generated}, {"cuBLAS", BroughtCode::Compiled},
    {"cuDNN", BroughtCode::Either},      {"hipBLAS", BroughtCode::Compiled}, {"rocBLAS", BroughtCode::Compiled},
    {"MIOpen", BroughtCode::Either},
};

}  // namespace

BroughtCode broughtCode(std::string_view provider) {
  for (const auto& [name, code] : kLibraries)
    if (provider.starts_with(name)) return code;
  return BroughtCode::Unknown;
}

std::string_view broughtWord(std::string_view provider) {
  switch (broughtCode(provider)) {
    case BroughtCode::Compiled: return text(Msg::AheadOfTime);
    case BroughtCode::Generated: return text(Msg::JustInTime);
    case BroughtCode::Either: return text(Msg::AheadOrJustInTime);
    case BroughtCode::Unknown: break;
  }
  return {};
}

std::string broughtText(std::string_view provider) {
  switch (broughtCode(provider)) {
    case BroughtCode::Compiled: return fillText(Msg::BroughtBy, {provider});
    case BroughtCode::Generated: return fillText(Msg::BroughtGenerated, {provider});
    case BroughtCode::Either: return fillText(Msg::BroughtEither, {provider});
    case BroughtCode::Unknown: break;
  }
  return fillText(Msg::BroughtSome, {provider});
}

}  // namespace strata::inline facts
