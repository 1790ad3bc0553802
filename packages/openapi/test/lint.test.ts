import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const contract = JSON.parse(readFileSync(join(import.meta.dirname, '../../contracts/openapi.json'), 'utf8'));

type Node = Record<string, unknown>;

function nodesOf(value: unknown, place = ''): [place: string, node: Node][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, part]) => nodesOf(part, `${place}/${key}`));
  return [[place, value as Node], ...inner];
}

const nodes = nodesOf(contract);

test('every array says what its items are', () => {
  const without = nodes.filter(([, node]) => [node.type].flat().includes('array') && !node.items);
  expect(without.map(([place]) => place)).toEqual([]);
});

test('every enum has the type of its schema', () => {
  const fits = (type: unknown) => (value: unknown) =>
    [type].flat().includes(value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value);
  const wrong = nodes.filter(
    ([, { type, enum: values }]) => type && Array.isArray(values) && !values.every(fits(type)),
  );
  expect(wrong.map(([place]) => place)).toEqual([]);
});
