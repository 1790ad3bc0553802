import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Operation = {
  operationId: string;
  summary: string;
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
};

const contract = JSON.parse(readFileSync(join(import.meta.dirname, '../../contracts/openapi.json'), 'utf8'));
const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({ method, path, ...operation })),
);
const verbOf = (operationId: string) => /^[a-z]+/.exec(operationId)?.[0] ?? '';

/** docs/domain/wire-conventions.md 54 explains each. */
const words = ['withdraw', 'cancel', 'lift', 'delete'];
const undoing = operations.filter(({ operationId }) => words.includes(verbOf(operationId)));

test('what undoes is called withdraw, cancel, lift or delete, in operation, path and summary alike', () => {
  const wrong = undoing.filter(({ operationId, method, path, summary }) => {
    const verb = verbOf(operationId);
    const [last = ''] = path.split('/').slice(-1);
    const isInPath = verb === 'delete' ? method === 'delete' : method === 'post' && last.split('-')[0] === verb;
    return !isInPath || summary.split(' ')[0]?.toLowerCase() !== verb;
  });
  expect(undoing.length).toBeGreaterThan(24);
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});

test('no operation undoes by another word', () => {
  const others =
    /^(abort|annul|discard|drop|recall|remove|rescind|retract|revert|revoke|stop|terminate|un|undo)([A-Z-]|$)/;
  const wrong = operations.filter(({ operationId, path }) =>
    [operationId, ...path.split('/')].some((word) => others.test(word) || /^un(?!til)[a-z]+[A-Z]/.test(word)),
  );
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});

test('what was withdrawn is `withdrawn`, what was cancelled `cancelled`', () => {
  const statesOf = (schema: unknown): string => {
    const text = JSON.stringify(schema ?? '');
    const [, name] = /"#\/components\/schemas\/(\w+)"/.exec(text) ?? [];
    return name ? JSON.stringify(contract.components.schemas[name].properties?.state ?? '') : text;
  };
  const ends: Record<string, string> = { withdraw: 'withdrawn', cancel: 'cancelled' };
  const ending = undoing.filter(({ operationId }) => ends[verbOf(operationId)]);
  const wrong = ending.filter(({ operationId, responses }) => {
    const states = statesOf(responses[200]?.content?.['application/json']?.schema);
    return !states.includes(`"${ends[verbOf(operationId)]}"`);
  });
  expect(ending.length).toBeGreaterThan(8);
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});
