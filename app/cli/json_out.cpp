#include "app/cli/json_out.h"

#include "app/cli/complain.h"
#include "engine/base/standard_streams.h"
#include "engine/protocol/request.h"

namespace strata::inline cli {

void printJson(const OrderedJson& json) {
  const std::string text = json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
  printText(text);
}

OrderedJson errorJson(const Error& error) {
  OrderedJson json = {{"code", errorCodeKey(error.code)}, {"message", error.message}};
  json["storey"] = error.storey == Storey::Other ? OrderedJson(nullptr) : OrderedJson(storeyInfo(error.storey).key);
  return json;
}

ExitCode complain(const Error& error, bool json, int version) {
  if (json) printJson({{"version", version}, {"errors", {errorJson(error)}}});
  return complain(error);
}

}  // namespace strata::inline cli
