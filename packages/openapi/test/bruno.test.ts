import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bruToJsonV2 } from '@usebruno/lang';
import { expect, test } from 'vitest';
import type { ContractDocument } from '../src/contract-document.ts';

const root = join(import.meta.dirname, '../../..');
const { paths }: ContractDocument = JSON.parse(readFileSync(join(root, 'packages/contracts/openapi.json'), 'utf8'));

type Request = {
  meta: { name: string };
  http: { method: string; url: string; body: string; auth: string };
  params?: { name: string; type: string }[];
  body?: { json: string };
};

const requests = globSync('docs/bruno/*/*.bru', { cwd: root, exclude: ['docs/bruno/environments'] }).map((file) => ({
  file,
  request: bruToJsonV2(readFileSync(join(root, file), 'utf8')) as unknown as Request,
}));

test('the Bruno collection has a request for each operation, which its own parser reads', () => {
  const expected = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  );
  const parsed = requests.map(({ request: { meta, http } }) => {
    const path = http.url.replace('{{baseUrl}}', '').replace(/:(\w+)/g, '{$1}');
    return `${meta.name} ${http.method} ${path}`;
  });
  expect(parsed.sort()).toEqual([...expected, 'readMailbox get /dev/mailbox?to={{identifier}}'].sort());
});

test('its files have the names of their requests, its parameters are in the paths, its bodies are JSON', () => {
  for (const { file, request } of requests) {
    expect(basename(file, '.bru')).toBe(request.meta.name);
    const inPath = (request.params ?? []).filter(({ type }) => type === 'path').map(({ name }) => `:${name}`);
    expect(request.http.url.match(/:(?!\/|\d)\w+/g) ?? []).toEqual(inPath);
    if (request.http.body === 'json') expect(() => JSON.parse(request.body?.json ?? '')).not.toThrow();
  }
});
