import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Operation = {
  operationId: string;
  'x-access': string;
  'x-operators'?: string;
  'x-permissions'?: string[];
  'x-limits'?: string[];
  'x-accept'?: string[];
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, unknown> }>;
};

const contract = JSON.parse(readFileSync(join(import.meta.dirname, '../../contracts/openapi.json'), 'utf8'));
const operations = Object.values(contract.paths).flatMap((item) => Object.values(item as object)) as Operation[];
const without = (header: string, statuses: RegExp, holds: (operation: Operation) => boolean = () => true) =>
  operations.filter(holds).flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status, { headers = {} }]) => statuses.test(status) && !(header in headers))
      .map(([status]) => `${operationId} ${status}`),
  );

test('every 201 declares Location', () => {
  expect(without('Location', /^201$/)).toEqual([]);
});

test('rate-limited operations declare RateLimit on 2xx and 429', () => {
  const isLimited = (operation: Operation) => (operation['x-limits'] ?? []).length > 0;
  expect(operations.filter(isLimited).length).toBeGreaterThan(20);
  for (const header of ['RateLimit', 'RateLimit-Policy'])
    expect(without(header, /^2\d\d$|^429$/, isLimited)).toEqual([]);
});

test('a success is JSON or something else, never either, so that generated types have one shape', () => {
  const isMixed = ({ content = {} }: Operation['responses'][string]) =>
    'application/json' in content && Object.keys(content).length > 1;
  const mixed = operations.filter(({ responses }) => Object.values(responses).some(isMixed));
  expect(mixed.map(({ operationId }) => operationId)).toEqual([]);
  expect(operations.find(({ operationId }) => operationId === 'listPublicClaims')).toMatchObject({
    'x-accept': ['application/jwt'],
  });
});

test('a list whose body has no nextCursor declares Link', () => {
  const linked = operations.filter(({ responses }) => responses[200]?.headers && 'Link' in responses[200].headers);
  expect(linked.map(({ operationId }) => operationId)).toEqual(['listPublicClaims', 'getSignedClaims']);
});

test('every operation lists its permissions, and each permission has roles', () => {
  for (const { operationId, 'x-access': access, 'x-operators': operators, 'x-permissions': all = [] } of operations) {
    const declared = [access, operators].filter((name) => name && !['public', 'webhook', 'session'].includes(name));
    expect(all, operationId).toEqual(expect.arrayContaining(declared));
    for (const name of all) expect(contract['x-permissions'][name]?.heldBy.length, name).toBeGreaterThan(0);
  }
});
