import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Schema = { $ref?: string; properties?: Record<string, Schema>; required?: string[] };
type Operation = {
  operationId: string;
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};

const contract = JSON.parse(readFileSync(join(import.meta.dirname, '../../contracts/openapi.json'), 'utf8'));
const reads = Object.values(contract.paths).flatMap((item) => (item as { get?: Operation }).get ?? []);

function bodyOf({ responses }: Operation): Schema {
  const { schema = {} } = responses[200]?.content?.['application/json'] ?? {};
  return schema.$ref ? contract.components.schemas[schema.$ref.slice('#/components/schemas/'.length)] : schema;
}

const lists = reads.filter((operation) => bodyOf(operation).properties?.items);

test('every list takes limit and cursor, and returns items with nextCursor', () => {
  expect(lists.length).toBeGreaterThan(50);
  const wrong = lists.filter((operation) => {
    const names = (operation.parameters ?? []).map(({ name }) => name);
    const { required = [] } = bodyOf(operation);
    return !names.includes('limit') || !names.includes('cursor') || !required.includes('nextCursor');
  });
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});

test('an operation is named list exactly if it returns items; of search and suggestions the path says so', () => {
  const isNamed = ({ operationId }: Operation) => /^(list|search|suggest)[A-Z]/.test(operationId);
  const wrong = reads.filter((operation) => isNamed(operation) !== lists.includes(operation));
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});
