import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machines } from '../../../deploy/state-diagrams/machines.ts';

type Schema = {
  $ref?: string;
  'x-extensible-enum'?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Field = { place: string; name: string; values: string[] };

const contract = JSON.parse(readFileSync(join(import.meta.dirname, '../../contracts/openapi.json'), 'utf8'));
const schemas = contract.components.schemas as Record<string, Schema>;

function valuesOf({ $ref, anyOf = [], 'x-extensible-enum': values = [] }: Schema): string[] {
  const named = $ref && schemas[$ref.slice('#/components/schemas/'.length)];
  return [...values, ...(named ? valuesOf(named) : []), ...anyOf.flatMap(valuesOf)].filter(Boolean);
}

function fieldsOf(schema: Schema, place: string): Field[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  return [
    ...Object.entries(properties).flatMap(([name, one]) => [
      { place: `${place}.${name}`, name, values: valuesOf(one) },
      ...fieldsOf(one, `${place}.${name}`),
    ]),
    ...[...(items ? [items] : []), ...anyOf, ...oneOf].flatMap((one) => fieldsOf(one, place)),
  ];
}

const fields = Object.entries(schemas).flatMap(([name, schema]) => fieldsOf(schema, name));

const tables = Object.values(machines).map(({ first, moves }) => [
  first,
  ...moves.flatMap(({ from, to }) => [from, to]),
]);

/** Machines of one or two moves, states of several machines in one list, and `rejected`, which no session reaches. */
const withoutTable =
  /^(Availability|DataExport|DisplayNameVersion|DisputeAppeal|EmergencyAction|Invitation(Approval)?|(Review)?Moderation|Notification|Override|PossibleDuplicate|ProviderReport|RoleRequest|FieldWorkSubmission|MissionControl\.queues\.states|EvidenceCount|UploadSession|UploadIntentSummary\.session|TriageItem|SavedView(Update)?\.filters)(\.photos)?\.state$/;

test('state is that of a machine with transitions; what is worked out when it is read is status', () => {
  const states = fields.filter(({ name, values }) => /^state$|State$/.test(name) && values.length > 0);
  const isOfMachine = (values: string[]) => tables.some((table) => values.every((value) => table.includes(value)));
  const wrong = states.filter(({ place, values }) => !withoutTable.test(place) && !isOfMachine(values));
  expect(states.length).toBeGreaterThan(50);
  expect(wrong.map(({ place }) => place)).toEqual([]);
});
