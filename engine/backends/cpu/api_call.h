#pragma once

#include <cstdint>
#include <utility>

#include "engine/device/device_observer.h"

namespace strata::cpu {

/// Tells an observer (or nobody) that an API call lasts as long as this object.
class ApiCall {
 public:
  ApiCall(DeviceObserver* observer, ApiDomain domain, const char* name) : m_observer(observer), m_domain(domain) {
    if (m_observer) m_token = m_observer->apiBegin(domain, name);
  }
  ~ApiCall() {
    if (m_observer) m_observer->apiEnd(m_domain);
  }
  ApiCall(const ApiCall&) = delete;
  ApiCall& operator=(const ApiCall&) = delete;

  std::uint64_t token() const { return m_token; }

 private:
  DeviceObserver* m_observer;
  ApiDomain m_domain;
  std::uint64_t m_token = 0;
};

/// Makes a system call for a runtime call, and tells the observer of it. `name` has static storage.
template <class Call>
auto systemCall(DeviceObserver* observer, const char* name, Call&& call) {
  ApiCall reported(observer, ApiDomain::Driver, name);
  return std::forward<Call>(call)();
}

}  // namespace strata::cpu
