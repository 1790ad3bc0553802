import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { tokenizer } from 'acorn';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../deploy/local/environment.ts';
import contract from '../packages/contracts/openapi.json' with { type: 'json' };

/** Everything that a request, a file or an event may meet: the sources of packages and services, and the contract's patterns. */
type Pattern = { source: string; flags: string; where: string };

const files = globSync('{packages,services}/*/src/**/*.ts', { cwd: repositoryRoot }).filter(
  (path) => !/\.test\.ts$|^packages\/service-testing\//.test(path),
);

function patternsIn(path: string): Pattern[] {
  const text = stripTypeScriptTypes(readFileSync(join(repositoryRoot, path), 'utf8'));
  const found: Pattern[] = [];
  for (const token of tokenizer(text, { ecmaVersion: 'latest', sourceType: 'module' })) {
    if (token.type.label !== 'regexp') continue;
    const { pattern, flags } = (token as unknown as { value: { pattern: string; flags: string } }).value;
    found.push({ source: pattern, flags, where: path });
  }
  return found;
}

function patternsOf(schema: unknown, where: string): Pattern[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pattern } = schema as { pattern?: unknown };
  const own = typeof pattern === 'string' ? [{ source: pattern, flags: 'u', where }] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, inner]) => patternsOf(inner, `${where}/${key}`))];
}

const all = [...files.flatMap(patternsIn), ...patternsOf(contract, 'openapi.json')];
const patterns = [...new Map(all.map((one) => [`/${one.source}/${one.flags}`, one])).entries()];

test('I4 no regular expression can take more than linear time', () => {
  expect(patterns.length).toBeGreaterThan(20);
  const reportTypes = { Move: true, Self: true, Trade: true };
  const slow = patterns.filter(
    ([, { source, flags }]) => analyse({ source, flags }, { reportTypes }).reports.length > 0,
  );
  expect(slow.map(([name, { where }]) => `${where}: ${name}`)).toEqual([]);
});

test('I4 ten times the text takes each regular expression about ten times as long, whatever it begins to match', () => {
  const took = (pattern: RegExp, text: string) => {
    const began = performance.now();
    pattern.lastIndex = 0;
    pattern.test(text);
    return performance.now() - began;
  };
  const slow = patterns.filter(([, { source, flags }]) => {
    const pattern = new RegExp(source, flags);
    return attacksOn(source).some((piece) => {
      const text = (length: number) => `${piece.repeat(length / piece.length)}\u0000`;
      const least = (length: number) => Math.min(...[1, 2, 3].map(() => took(pattern, text(length))));
      // Quadratic would be a hundred times; under a tenth of a millisecond there is nothing to compare.
      return least(100_000) > 40 * Math.max(least(10_000), 0.1);
    });
  });
  expect(slow.map(([name, { where }]) => `${where}: ${name}`)).toEqual([]);
});

/** What the expression itself consists of, over and over again, and the usual suspects. */
function attacksOn(source: string): string[] {
  const literal = source.replace(/\\[bdswDSW]|\\p\{\w+\}|[()[\]{}?*+|^$\\]/g, '');
  return [...new Set([...literal].slice(0, 12)), 'a', '0', ' ', 'a0', '.', 'a.', literal].filter(Boolean);
}

test('I4 no regular expression is made of what comes from outside', () => {
  // The patterns of the contract, which this test has looked at.
  const known = ['packages/contracts/src/description/example.ts'];
  const making = files.filter((path) => /\bRegExp\(/.test(readFileSync(join(repositoryRoot, path), 'utf8')));
  expect(making).toEqual(known);
});
