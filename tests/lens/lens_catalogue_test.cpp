#include <gtest/gtest.h>

#include <algorithm>

#include "app/lens/lens.h"
#include "kernels/operation/operation.h"

// Strata's own kernels are read by nvcc and by hipcc as they stand: the lens must find nothing to rename in them.

namespace strata {
namespace {

TEST(LensCatalogue, EveryStepIsTheSameTextForBothVendors) {
  int texts = 0;
  for (const Operation* operation : operations())
    for (const Step& step : operation->steps) {
      if (step.source.empty()) continue;
      ++texts;
      for (const Dialect to : {Dialect::Hip, Dialect::Cuda}) {
        const LensedText lensed = throughLens(step.source, to, MainHeader::Keep);
        EXPECT_EQ(lensed.text, step.source) << operation->name << " " << step.name;
        for (const LensNote& note : lensed.notes)
          EXPECT_NE(note.kind, LensNoteKind::NoCounterpart)
              << operation->name << " " << step.name << ":" << note.line << ": " << note.sentence;
      }
    }
  EXPECT_GT(texts, 50);
}

}  // namespace
}  // namespace strata
