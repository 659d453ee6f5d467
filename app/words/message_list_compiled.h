#pragma once

// What compilers make of a kernel, beside its source; see message_list.h.

#define STRATA_COMPILED_MESSAGES(X)                                                                                    \
  X(StudioCompiled, "Compiled")                                                                                        \
  X(CompiledTitle, "Compiled")                                                                                         \
  X(CompiledMachine, "machine code")                                                                                   \
  X(CompiledAlone, "alone")                                                                                            \
  X(CompiledAsk, "Compile for {0}")                                                                                    \
  X(CompiledStop, "Stop")                                                                                              \
  X(CompiledNotYet,                                                                                                    \
    "A session keeps the text of {0}, not what a compiler makes of it for {1}; that is made by a click, or by strata " \
    "render --target {1}. No device is needed, and nothing is run.")                                                   \
  X(CompiledNever, "{0} cannot be compiled here: Strata does not know whose kernel it is.")                            \
  X(CompiledRunning, "{0} is compiled for {1} …")                                                                      \
  X(CompiledGivenUp, "Compiling for {0} was given up.")                                                                \
  X(CompiledCount, "instr.")                                                                                           \
  X(CompiledRequests, "req.")                                                                                          \
  X(CompiledHead, "{0} · {1} · {2} by {3} · {4} instructions")                                                         \
  X(CompiledNoRoomBeside, "{0} · {1} stands beside it where the view is wider.")                                       \
  X(KernelRegistersBy, "{0} registers a thread by {1}")                                                                \
  X(CompiledRegisters, "{0} registers")                                                                                \
  X(CompiledScalarRegisters, "{0} scalar")                                                                             \
  X(CompiledShared, "{0} B shared")                                                                                    \
  X(CompiledSpilled, "{0} B spilled")                                                                                  \
  X(CompiledOccupancy, "occupancy {0}")                                                                                \
  X(CompiledTipLine, "{0}, line {1}: {2} instructions")                                                                \
  X(CompiledTipRequests, "{0} requests of warps, {1} lanes")                                                           \
  X(CompiledTipNoLine, "The compiler names no line of the source for it.")                                             \
  X(CompiledTipFrom, "of {0}")                                                                                         \
  X(CompiledTipCalled, "inlined at {0}")                                                                               \
  X(CompiledTipShow, "Show what was compiled for {0}")                                                                 \
  X(CompiledTipAsk, "Compile {1} for {0}; no device is needed, and nothing is run")                                    \
  X(CompiledTipModelled, "the target of {0}, which times are modelled on")
