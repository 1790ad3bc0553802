import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Schema = { $ref?: string; properties?: Record<string, Schema>; [key: string]: unknown };
type Operation = { parameters?: { name: string }[]; requestBody?: unknown };
type Contract = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const contract: Contract = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../packages/contracts/openapi.json'), 'utf8'),
);

const ofWorkspace = Object.entries(contract.paths).filter(([path]) => path.includes('/provider-workspace/me'));

test('Z2 no request of the workspace accepts a provider id', () => {
  expect(ofWorkspace.length).toBeGreaterThan(10);
  const takers = ofWorkspace.flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => fieldsOf(operation).some((name) => /provider.?id/i.test(name)))
      .map(([method]) => `${method} ${path}`),
  );
  expect(takers).toEqual([]);
});

function fieldsOf({ parameters = [], requestBody }: Operation): string[] {
  return [...parameters.map(({ name }) => name), ...propertiesOf(requestBody, new Set())];
}

function propertiesOf(value: unknown, seen: Set<string>): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref, properties = {} } = value as Schema;
  if ($ref) {
    const name = $ref.slice('#/components/schemas/'.length);
    return seen.has(name) ? [] : propertiesOf(contract.components.schemas[name], seen.add(name));
  }
  return [...Object.keys(properties), ...Object.values(value).flatMap((part) => propertiesOf(part, seen))];
}
