// The importer of catapult's trace viewer (the old chrome://tracing), out of the package lighthouse.
import path from 'node:path';
import { createRequire } from 'node:module';

export function importWithCatapult(nodeModules, text) {
  const require = createRequire(path.join(nodeModules, 'any.js'));
  Object.assign(globalThis, require(path.join(nodeModules, 'gl-matrix')), { JSZip: {}, mannwhitneyu: {} });
  // Libraries that it would load by address; the importer needs none of them.
  globalThis.HTMLImportsLoader = { hrefToAbsolutePath: () => path.join(nodeModules, 'lighthouse/lighthouse-core/lib/empty-stub.js') };
  require(path.join(nodeModules, 'lighthouse/lighthouse-core/third_party/traceviewer-js'));
  const tr = globalThis.tr;
  const options = new tr.importer.ImportOptions();
  options.showImportWarnings = false;
  options.pruneEmptyContainers = false;
  options.shiftWorldToZero = false;
  options.auditorConstructors = [];
  const model = new tr.Model();
  new tr.importer.Import(model, options).importTraces([text]);
  let slices = 0;
  for (const process of model.getAllProcesses())
    for (const thread of Object.values(process.threads)) slices += thread.sliceGroup.slices.length;
  return { warnings: model.importWarnings, slices, flows: model.flowEvents.length };
}
