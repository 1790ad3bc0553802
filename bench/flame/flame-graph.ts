/** A `.cpuprofile` of V8 (the DevTools protocol's `Profiler.Profile`), as far as it is read here. */
export type CpuProfile = {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
};

type Frame = { name: string; place: string; microseconds: number; callees: Map<string, Frame> };

const [width, rowHeight, margin, characterWidth] = [1200, 17, 10, 6.1];
/** Narrower frames are left out, with their callees. */
const smallestShare = 0.005;

/** An SVG of the processor time by call stack, callers above callees. Idle time does not count. */
export function flameGraph(profile: CpuProfile, title: string): string {
  const root = callTreeOf(profile);
  const rows: string[][] = [];
  const scale = (width - 2 * margin) / root.microseconds;
  const draw = ({ callees }: Frame, left: number, depth: number) => {
    let x = left;
    for (const frame of [...callees.values()].sort((a, b) => b.microseconds - a.microseconds)) {
      if (frame.microseconds < root.microseconds * smallestShare) continue;
      rows[depth] ??= [];
      rows[depth].push(rectangle(frame, root.microseconds, { x, y: 40 + depth * rowHeight, scale }));
      draw(frame, x, depth + 1);
      x += frame.microseconds * scale;
    }
  };
  draw(root, margin, 0);
  const busy = `${(root.microseconds / 1e6).toFixed(1)} s of processor time; frames below 0.5 % are left out`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${50 + rows.length * rowHeight}" font-family="monospace" font-size="10">
<title>${escaped(title)}</title>
<style>rect{stroke:#fff;stroke-width:.5}.a{fill:#f4a259}.d{fill:#9fc5e8}.n{fill:#b6d7a8}.v{fill:#ccc}</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${margin}" y="16" font-size="13">${escaped(title)}</text>
<text x="${margin}" y="31">${busy}. Orange: this repository, blue: dependencies, green: Node, grey: V8 and native code.</text>
${rows.flat().join('\n')}
</svg>
`;
}

function callTreeOf({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const own = new Map<number, number>();
  for (const [index, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const add = (id: number, caller: Frame): void => {
    const node = byId.get(id);
    if (!node || node.callFrame.functionName === '(idle)') return;
    const frame = calleeOf(caller, node.callFrame);
    const before = frame.microseconds;
    for (const child of node.children ?? []) add(child, frame);
    frame.microseconds += own.get(id) ?? 0;
    caller.microseconds += frame.microseconds - before;
  };
  const root: Frame = { name: 'all', place: '', microseconds: 0, callees: new Map() };
  for (const child of nodes[0]?.children ?? []) add(child, root);
  return root;
}

/** Nodes of one function under one caller become one frame: V8 has one for each position. */
function calleeOf(caller: Frame, { functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): Frame {
  const place = url && `${pathOf(url)}:${lineNumber + 1}`;
  const name = functionName || 'anonymous';
  const key = `${name} ${place}`;
  const frame = caller.callees.get(key) ?? { name, place, microseconds: 0, callees: new Map() };
  caller.callees.set(key, frame);
  return frame;
}

/** Removes the folders of the machine. */
function pathOf(url: string): string {
  const [, dependency] = /.*\/node_modules\/(.*)$/.exec(url) ?? [];
  const [, own] = /\/((?:services|packages|bench|deploy|demo|test)\/.*)$/.exec(url) ?? [];
  return dependency ?? own ?? url.replace(/^file:.*\//, '');
}

function rectangle(
  { name, place, microseconds }: Frame,
  all: number,
  { x, y, scale }: { x: number; y: number; scale: number },
): string {
  const w = microseconds * scale;
  const label = `${name} ${place}`.trim();
  const fits = Math.floor((w - 6) / characterWidth);
  const text = fits < 3 ? '' : `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escaped(label.slice(0, fits))}</text>`;
  return `<g><title>${escaped(label)}, ${((100 * microseconds) / all).toFixed(1)} %</title><rect class="${kindOf(place)}" x="${x.toFixed(1)}" y="${y}" width="${w.toFixed(1)}" height="${rowHeight - 1}"/>${text}</g>`;
}

function kindOf(place: string): 'a' | 'd' | 'n' | 'v' {
  if (place === '') return 'v';
  if (place.startsWith('node:')) return 'n';
  return /^(services|packages|bench|deploy|demo|test)\//.test(place) ? 'a' : 'd';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
