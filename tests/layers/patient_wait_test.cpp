#include "layers/model/patient_wait.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

double patience(double seconds, bool measured) {
  return patienceFor({Duration{static_cast<std::int64_t>(seconds * 1e9)}, measured}).seconds();
}

TEST(PatientWait, AClockAloneIsNoSignOfLifeForEver) {
  EXPECT_DOUBLE_EQ(patience(2, true), 20);
  EXPECT_DOUBLE_EQ(patience(2, false), 20);
  EXPECT_DOUBLE_EQ(patience(10, true), 100);
  EXPECT_DOUBLE_EQ(patience(10, false), 60);
  EXPECT_DOUBLE_EQ(patience(5e9, true), 120) << "ten times as long does not fit into a Duration";
}

}  // namespace
}  // namespace strata
