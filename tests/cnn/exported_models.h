#pragma once

#include <string>
#include <vector>

#include "engine/modelfile/onnx_graph.h"

namespace strata::test {

/// A small digit classifier as an exporter writes it, with weights made up: a graph for a picture of 28 × 28.
struct ExportedModel {
  std::string name;
  OnnxGraph graph;
};

/// Ten of them, of the ways in which PyTorch's and TensorFlow's exporters write what they do.
std::vector<ExportedModel> exportedModels();

}  // namespace strata::test
