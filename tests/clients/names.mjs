// What each format calls what Strata's session says: the table of docs/interchange.md, as functions. Each gives the lines
// that a reader of the format must show for the dump of a session.

const TRACK = { host: 0, queue: 1, copy: 2, counter: 3, cost: 4 };
const TAKEN = ['External id', 'correlation', 'device', 'context', 'stream', 'grid', 'block', 'storey', 'provenance',
  'unfinished', 'name'];
const SIZES = ['grid_x', 'grid_y', 'grid_z', 'block_x', 'block_y', 'block_z'];

const KINETO = { registers_per_thread: 'registers per thread', shared_mem: 'shared memory' };

const isWork = (slice) => slice.kind === 'kernel' || slice.kind === 'copy';
const line = (...columns) => JSON.stringify(columns);
const exact = (value) => String(Number(value));
const argLine = ([key, type, value], real = exact) =>
  `${key}=${type === 'string' || type === 'int' ? value : real(value)}`;

function sizes(slice) {
  const of = (key) => slice.args.findLast(([name, type]) => name === key && type === 'int')?.[2];
  return Object.fromEntries(SIZES.map((key) => [key, of(key)]));
}

function wire(dump, id) {
  return ((BigInt(dump.tracks[0].uuid) >> 32n << 32n) | BigInt(id)).toString();
}

function perfettoArgs(dump, slice, typed, exported) {
  const own = [...slice.args];
  if (exported && slice.counts) own.push(['only_counts', 'int', '1']);
  if (slice.provenance !== 'measured') own.push(['provenance', 'string', slice.provenance]);
  if (!typed || !isWork(slice)) {
    const lines = own.map(([key, type, value]) => argLine([`debug.${key}`, type, value]));
    return slice.call ? [...lines, `correlation_id=tp:#${wire(dump, slice.call)}`] : lines;
  }
  const lines = own.filter(([key]) => !SIZES.includes(key)).map((arg) => argLine(arg));
  const size = sizes(slice);
  for (const [prefix, field] of [['grid', 'grid_size'], ['block', 'workgroup_size']])
    if (size[`${prefix}_x`])
      for (const axis of 'xyz') lines.push(`launch.${field}.${axis}=${Math.max(size[`${prefix}_${axis}`] ?? 1, 1)}`);
  if (slice.call) lines.push(`call=${wire(dump, slice.call)}`);
  return lines;
}

// `typed`: device work as GPU events; else as slices. `exported`: not as the agent recorded it.
export function perfettoLines(dump, typed, exported) {
  const category = (slice) => {
    if (isWork(slice)) return typed ? null : slice.counts ? 'kernel_only_counts' : slice.kind;
    return slice.kind === 'tracing cost' ? slice.kind : slice.storey;
  };
  const place = (slice) => {
    const track = dump.tracks[slice.track];
    return track.kind === TRACK.host || track.kind === TRACK.cost ? `${track.pid}/${track.tid}` : track.name;
  };
  const slices = dump.slices.map((slice) => line(slice.ts, slice.dur, slice.name, category(slice), place(slice),
    perfettoArgs(dump, slice, typed, exported).sort()));
  const flows = dump.flows.map(([from, to]) => flowLine(dump.slices[from], dump.slices[to]));
  const counters = dump.counters.map(([ts, name, value]) => line(ts, name, exact(value)));
  return { slices, flows, counters };
}

export function flowLine(from, to) {
  return line(from.ts, from.name, to.ts, to.name);
}

const CATEGORIES = { model: 'user_annotation', runtime: 'cuda_runtime', driver: 'cuda_driver' };
const KINDS = { copy: 'gpu_memcpy', 'tracing cost': 'overhead', instant: 'cpu_instant_event' };

function kinetoCategory(slice) {
  if (slice.counts) return 'kernel_only_counts';
  if (slice.kind !== 'kernel') return KINDS[slice.kind] ?? CATEGORIES[slice.storey] ?? 'cpu_op';
  return /^memset(?![a-z0-9_])/i.test(slice.name) && sizes(slice).grid_x === undefined ? 'gpu_memset' : 'kernel';
}

function copyName(dump, slice) {
  const arg = (key) => slice.args.find(([name, type]) => name === key && type === 'string')?.[2];
  const direction = (arg('direction') ?? dump.tracks[slice.track].name).match(/([HD])→([HD])/);
  if (!direction) return slice.name;
  const host = { pinned: 'Pinned', pageable: 'Pageable' }[arg('host_memory')] ?? 'Host';
  const memory = (side) => (side === 'D' ? 'Device' : host);
  return `Memcpy ${direction[1]}to${direction[2]} (${memory(direction[1])} -> ${memory(direction[2])})`;
}

function isStep(slice) {
  return slice.top && slice.storey === 'model' && slice.kind === 'slice';
}

export function kinetoName(dump, slice) {
  if (slice.kind === 'copy') return copyName(dump, slice);
  return isStep(slice) ? `ProfilerStep#${slice.call}` : slice.name;
}

function streams(dump) {
  let last = Math.max(0, ...dump.tracks.map((track) => track.queue));
  return dump.tracks.map((track) => {
    if (track.kind === TRACK.queue && track.queue !== 0) return track.queue;
    return track.kind === TRACK.queue || track.kind === TRACK.copy ? ++last : 0;
  });
}

function kinetoArgs(slice, stream, real) {
  const lines = [];
  const add = (key, value) => lines.push(`args.${key}=${value}`);
  if (slice.call) add('External id', slice.call);
  if (slice.correlation) add('correlation', slice.correlation);
  if (isWork(slice)) {
    add('device', 0);
    add('context', 1);
    const size = sizes(slice);
    for (const name of ['grid', 'block'])
      if (size[`${name}_x`] !== undefined)
        ['x', 'y', 'z'].forEach((axis, i) => add(`${name}[${i}]`, size[`${name}_${axis}`] ?? 1));
    if (slice.counts) add('only_counts', 1);
    const bytes = slice.args.find(([key]) => key === 'bytes')?.[2];
    if (slice.kind === 'copy' && bytes !== undefined && slice.dur > 0)
      add('memory bandwidth (GB/s)', real(Number(bytes) / slice.dur));
  } else {
    add('storey', slice.storey);
  }
  if (slice.kind === 'copy' || isStep(slice)) add('name', slice.name);
  if (slice.provenance !== 'measured') add('provenance', slice.provenance);
  if (slice.dur < 0) add('unfinished', 'true');
  for (const [i, [key, type, value]] of slice.args.entries()) {
    if (isWork(slice) && SIZES.includes(key)) continue;
    if (slice.args.slice(i + 1).some(([later]) => later === key)) continue;
    lines.push(argLine([`args.${TAKEN.includes(key) ? `${key} (argument)` : KINETO[key] ?? key}`, type, value], real));
  }
  return stream && !slice.counts ? [...lines, `args.stream=${stream}`] : lines;
}

// Times from the first event on, which stands at a microsecond. `real` makes the text of a number with a fraction.
export function kinetoLines(dump, real = exact) {
  const base = dump.begin - 1000;
  const streamOf = streams(dump);
  const slices = dump.slices.map((slice) => {
    const track = dump.tracks[slice.track];
    const dur = slice.dur < 0 ? dump.end - slice.ts : slice.dur;
    return line(slice.ts - base, dur, kinetoName(dump, slice), kinetoCategory(slice),
      isWork(slice) ? 0 : track.pid, kinetoArgs(slice, isWork(slice) ? streamOf[slice.track] : 0, real).sort());
  });
  const named = (slice) => ({ ts: slice.ts - base, name: kinetoName(dump, slice) });
  const flows = dump.flows.map(([from, to]) => flowLine(named(dump.slices[from]), named(dump.slices[to])));
  const counters = dump.counters.map(([ts, name, value, track]) =>
    line(ts - base, `${name} ${dump.tracks[track].unit || 'value'}`, real(value)));
  return { slices, flows, counters };
}
