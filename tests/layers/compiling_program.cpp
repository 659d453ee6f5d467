#include "layers/compiler/contained_compiler.h"

/// What an agent of CUDA is to a ContainedCompiler.
int main(int argc, char** argv) {
  return strata::compiledAsTold(argc, argv, strata::nvrtcDialect).value_or(2);
}
