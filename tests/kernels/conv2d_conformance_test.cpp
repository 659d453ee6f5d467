#include "kernels/conv2d/conv2d_operation.h"

#include "tests/kernels/operation_conformance.h"

namespace strata::conv2d_conformance {
namespace {

const bool kRegistered = registerConformanceTests(
    conv2dOperation(),
    {
        {{"c", 1}, {"h", 1}, {"filters", 1}, {"r", 1}, {"pad", 0}},
        {{"c", 1}, {"h", 3}, {"filters", 1}, {"pad", 0}, {"bias", 1}},
        {{"n", 2}, {"c", 5}, {"h", 7}, {"w", 11}, {"filters", 13}, {"bias", 1}},
        {{"c", 3}, {"h", 33}, {"w", 35}, {"filters", 7}, {"pad", 0}},
        {{"n", 3}, {"c", 19}, {"h", 5}, {"w", 4}, {"filters", 67}, {"pad", 2}},
        {{"c", 1}, {"h", 28}, {"filters", 8}, {"r", 5}, {"pad", 2}, {"bias", 1}},   // the first layer of mnist-8
        {{"c", 8}, {"h", 14}, {"filters", 16}, {"r", 5}, {"pad", 2}, {"bias", 1}},  // and its second
        {{"c", 3}, {"h", 37}, {"filters", 17}, {"r", 7}, {"stride", 2}, {"pad", 3}},
        {{"c", 4}, {"h", 23}, {"w", 41}, {"filters", 6}, {"r", 1}, {"s", 5}, {"stride", 3}, {"pad", 0}, {"bias", 1}},
        {{"c", 16}, {"h", 17}, {"filters", 40}, {"r", 1}, {"stride", 2}, {"pad", 0}},
        {{"c", 6}, {"h", 19}, {"filters", 10}, {"dilation", 2}, {"pad", 2}, {"groups", 2}, {"bias", 1}},
        {{"n", 2}, {"c", 12}, {"h", 13}, {"filters", 12}, {"groups", 12}, {"bias", 1}},  // one channel a filter
        {{"n", 2}, {"c", 6}, {"h", 15}, {"w", 9}, {"filters", 12}, {"groups", 3}, {"pad", 4}},
        {{"c", 2}, {"h", 40}, {"filters", 3}, {"r", 4}, {"s", 2}, {"stride", 5}, {"pad", 1}, {"dilation", 3}},
        {{"c", 2}, {"h", 31}, {"filters", 2}, {"r", 31}, {"pad", 0}},  // as large as the picture
        {{"c", 33}, {"h", 16}, {"w", 64}, {"filters", 65}, {"bias", 1}},
        {{"c", 3}, {"h", 30}, {"w", 40}, {"filters", 7}, {"image", 1}, {"weights", 5}},
        {{"c", 2}, {"h", 16}, {"filters", 3}, {"r", 2}, {"stride", 16}, {"pad", 20}},  // some outputs see padding only
    });

}  // namespace
}  // namespace strata::conv2d_conformance
