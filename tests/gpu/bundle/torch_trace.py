#!/usr/bin/env python3
"""torch_trace.py TRACE.json: a small training step recorded by PyTorch's profiler, for Strata to import.

Prints the kernels' and copies' count and summed nanoseconds, counted from the file itself.
"""
import json, sys
import torch
from torch.profiler import ProfilerActivity, profile

model = torch.nn.Sequential(torch.nn.Linear(512, 1024), torch.nn.ReLU(), torch.nn.Linear(1024, 512)).cuda()
data = torch.randn(256, 512)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for _ in range(3):
    model(data.cuda()).sum().backward()
with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as recorded:
    for _ in range(5):
        optimizer.zero_grad()
        model(data.cuda()).square().mean().backward()
        optimizer.step()
    torch.cuda.synchronize()
recorded.export_chrome_trace(sys.argv[1])
work = {}
for event in json.load(open(sys.argv[1]))["traceEvents"]:
    if event.get("ph") == "X" and event.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset"):
        count, time = work.get(event["cat"], (0, 0.0))
        work[event["cat"]] = (count + 1, time + event["dur"])
for category, (count, time) in sorted(work.items()):
    print(f"{category}: {count}, {time:.3f} us")
