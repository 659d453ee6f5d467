// What is computed of one element, or of two. fp32.

#pragma once

struct Silu {
  __device__ float operator()(float x) const { return x / (1.0f + expf(-x)); }
};

// ½ (1 + tanh(u)) is 1 / (1 + exp(−2u)), and that costs one exponential.
struct Gelu {
  __device__ float operator()(float x) const {
    const float u = 0.79788456f * (x + 0.044715f * x * x * x);  // √(2/π) · …
    return x / (1.0f + expf(-2.0f * u));
  }
};

// The same with the exact bell curve: ½ x (1 + erf(x / √2)).
struct GeluErf {
  __device__ float operator()(float x) const { return 0.5f * x * (1.0f + erff(0.70710678f * x)); }
};

struct Swiglu {
  __device__ float operator()(float a, float b) const { return Silu()(a) * b; }
};

// What is no number stays none: fmaxf would make it 0.
struct Relu {
  __device__ float operator()(float x) const { return x < 0.0f ? 0.0f : x; }
};

struct Sigmoid {
  __device__ float operator()(float x) const { return 1.0f / (1.0f + expf(-x)); }
};

struct Tanh {
  __device__ float operator()(float x) const { return tanhf(x); }
};

struct Add {
  __device__ float operator()(float a, float b) const { return a + b; }
};

struct Multiply {
  __device__ float operator()(float a, float b) const { return a * b; }
};

// Where the first is no number neither is the result.
struct Minimum {
  __device__ float operator()(float a, float b) const { return b < a ? b : a; }
};

struct Maximum {
  __device__ float operator()(float a, float b) const { return b > a ? b : a; }
};

// By what angle pair i of a head turns from one position to the next: the first fast, the last hardly at all.
__device__ inline float ropeSpeed(int i, int headDim, float base) {
  return powf(base, -2.0f * i / headDim);
}
