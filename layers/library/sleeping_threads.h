#pragma once

namespace strata::inline library {

/// Between two calls of a library, threads of OpenMP wait awake, on processors that other programs want: beside one
/// busy program a convolution takes up to 200 times as long. Asleep they cost it some 100 µs. A user who has set
/// OMP_WAIT_POLICY keeps it. For what is loaded later; before other threads read the environment.
void letThreadsSleep();

/// OpenMP reads the environment where it is loaded, which a library of the program itself may have done already: then
/// the program starts anew, as the same process. For main, with its arguments, before anything else.
void startWithSleepingThreads(char** argv);

}  // namespace strata::inline library
