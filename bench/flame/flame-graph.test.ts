import { expect, test } from 'vitest';
import { type CpuProfile, flameGraph } from './flame-graph.ts';

const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber });

// 100 ms idle; of 1 s: 600 ms in `read` over two nodes, 396 in V8, 4 in `rare`.
const profile: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3, 4] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('(program)') },
    { id: 4, callFrame: frame('', 'file:///somebody/x/services/evidence/src/a.ts', 9), children: [5, 6, 7] },
    { id: 5, callFrame: frame('read<', 'file:///somebody/x/node_modules/pg/lib/b.js', 1) },
    { id: 6, callFrame: frame('read<', 'file:///somebody/x/node_modules/pg/lib/b.js', 1) },
    { id: 7, callFrame: frame('rare', 'node:net', 1) },
  ],
  samples: [2, 3, 5, 6, 7],
  timeDeltas: [100_000, 396_000, 500_000, 100_000, 4000],
};

test('draws a frame for each function and caller with its share of the busy time', () => {
  const titles = [...flameGraph(profile, 'A & B').matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title);
  expect(titles).toEqual([
    'A &amp; B',
    'anonymous services/evidence/src/a.ts:10, 60.4 %',
    '(program), 39.6 %',
    'read&lt; pg/lib/b.js:2, 60.0 %',
  ]);
});

test('holds the headline and no folder of the machine', () => {
  const svg = flameGraph(profile, 'A & B');
  expect(svg).toContain('>A &amp; B</text>');
  expect(svg).toContain('1.0 s of processor time');
  expect(svg).not.toContain('somebody');
});
