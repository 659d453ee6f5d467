#pragma once

/// Whether a handle that gpu_dnn_fake.cpp made has a stream.
bool dnnHandleIsReady(const void* handle);
