// out[i] = in[0] + … + in[i]: one thread walks along the vector.
//
//   in and out have n elements; fp32, n from 1.
//   Launch: block (1), grid (1).
//
// No way takes fewer additions. But each one needs the sum before it, so they form a chain that n − 1 times waits for
// the adder, and no second thread can help.

#pragma once

__global__ void scan_serial(const float* __restrict__ in, float* __restrict__ out, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) {
    sum += in[i];
    out[i] = sum;
  }
}
