import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorIdFields } from '@trust/contracts/values/work-name';
import { expect, test } from 'vitest';
import { namedOperators } from './disclosure/named-operators.ts';

type Schema = { $ref?: string; description?: string; properties?: Record<string, Schema>; [key: string]: unknown };
type Operation = { operationId: string; 'x-access': string; responses: Record<string, { content?: object }> };

const contract = JSON.parse(readFileSync(join(import.meta.dirname, '../packages/contracts/openapi.json'), 'utf8'));
const schemas: Record<string, Schema> = contract.components.schemas;
const operations = Object.values<Record<string, Operation>>(contract.paths).flatMap((item) => Object.values(item));

type Field = { place: string; name: string; schema: Schema; beside: string[] };

/** Every field of a schema and of what it refers to. */
function fieldsOf(value: unknown, place: string, seen: ReadonlySet<string> = new Set()): Field[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, place, seen));
  if (typeof value !== 'object' || value === null) return [];
  const { $ref, properties = {}, examples: _, example: __, ...rest } = value as Schema;
  const referred = $ref?.slice($ref.lastIndexOf('/') + 1) ?? '';
  if (referred && seen.has(referred)) return [];
  const inner = referred ? fieldsOf(schemas[referred], referred, new Set([...seen, referred])) : [];
  const beside = Object.keys(properties);
  const own = Object.entries(properties).flatMap(([name, schema]) => [
    { place: `${place}.${name}`, name, schema, beside },
    ...fieldsOf(schema, `${place}.${name}`, seen),
  ]);
  return [...own, ...inner, ...fieldsOf(Object.values(rest), place, seen)];
}

const answered = operations.flatMap(({ operationId, responses, ...operation }) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => fieldsOf(content, operationId))
    .map((field) => ({ ...field, operationId, access: operation['x-access'] })),
);
const nameOf = (field: string) => field.replace(/Id$/, 'Name');
const isOfOperator = ({ name }: Field) => operatorIdFields.some((field) => field === name);

test('the work name stands beside every id of an operator', () => {
  const ids = answered.filter(isOfOperator);
  expect(ids.length).toBeGreaterThan(100);
  expect(ids.filter(({ name, beside }) => !beside.includes(nameOf(name))).map(({ place }) => place)).toEqual([]);
});

test('every identifier that is said to be of an operator is one of these fields', () => {
  /** Of persons who would become operators, and of the session itself. */
  const persons = ['userId', 'id', 'submittedById'];
  const others = answered.filter(
    ({ name, schema }) =>
      /Id$/.test(name) && /Identifier of the (operator|field agent|assignee)/.test(schema.description ?? ''),
  );
  expect(others.length).toBeGreaterThan(50);
  expect(others.filter((one) => !isOfOperator(one) && !persons.includes(one.name)).map(({ place }) => place)).toEqual(
    [],
  );
});

test('D1 nobody without a session reads a work name, and the disclosure suite knows who does', () => {
  const named = answered.filter(({ name }) => operatorIdFields.some((field) => nameOf(field) === name));
  expect(named.filter(({ access }) => access === 'public').map(({ place }) => place)).toEqual([]);
  expect([...new Set(named.map(({ operationId }) => operationId))].sort()).toEqual(namedOperators);
});
