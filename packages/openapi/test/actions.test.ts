import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ActionKeys } from '@trust/contracts/actions/actions';
import { expect, test } from 'vitest';
import type { ContractDocument } from '../src/contract-document.ts';

const file = join(import.meta.dirname, '../../contracts/openapi.json');
const { paths }: ContractDocument = JSON.parse(readFileSync(file, 'utf8'));
const writes = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, operation]) => (method === 'get' ? [] : [{ path, ...operation }])),
);

/** Where the operations on a thing are, the most specific path first. */
const things: [on: string, path: RegExp][] = [
  ['correction', /^\/api\/v1\/verification-cases\/\{caseId\}\/correction-requests\/\{/],
  ['field_visit', /^\/api\/v1\/verification-cases\/\{caseId\}\/field-visits\/\{/],
  ['appeal', /^\/api\/v1\/verification-cases\/\{caseId\}\/appeals\/\{/],
  ['case', /^\/api\/v1\/(operations\/)?verification-cases\/\{/],
  ['enquiry', /^\/api\/v1\/enquiries\/\{/],
  ['incident', /^\/api\/v1\/operations\/incidents\/\{/],
  ['escalation', /^\/api\/v1\/operations\/escalations\/\{/],
  ['override', /^\/api\/v1\/operations\/overrides\/\{/],
  ['field_work_item', /^\/api\/v1\/operations\/field-work-items\/\{/],
  ['emergency_action', /^\/api\/v1\/operations\/emergency-actions\/\{/],
];

/** Documents and photos of a thing, which the evidence service has. */
const onDocuments = /\/(evidence\/\{evidenceId\}|photos)(\/|$)/;

test('T7 every operation that changes a thing with `actions` is an action of it', () => {
  const found = writes.flatMap(({ path, operationId, ...operation }) => {
    const [on] = things.find(([, pattern]) => pattern.test(path) && !onDocuments.test(path)) ?? [];
    return on === operation['x-actions']?.on ? [] : [`${operationId} (${path}): ${on}`];
  });
  expect(found).toEqual([]);
});

test('every action has one operation', () => {
  const keys = writes.flatMap((operation) => operation['x-actions']?.keys ?? []);
  expect(keys.sort()).toEqual([...ActionKeys.options].sort());
});
