import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breakingEvents } from './breaking-changes.ts';
import type { ComparableEvents } from './comparable.ts';

const sample = {
  channels: { 'a.b.c.v1': { address: 'a.b.c.v1' } },
  components: {
    messages: {
      'a.b.c.v1': {
        'x-ordered': true,
        payload: {
          type: 'object',
          required: ['id', 'place'],
          properties: {
            id: { type: 'string', format: 'uuid' },
            count: { type: 'integer', minimum: 0 },
            place: { $ref: '#/definitions/Place' },
          },
          definitions: { Place: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } } },
        },
      },
    },
    messageTraits: {
      cloudEvent: { headers: { type: 'object', required: ['ce-id'], properties: { 'ce-id': { type: 'string' } } } },
    },
  },
};
type Sample = typeof sample;
const message = ({ components }: Sample) => components.messages['a.b.c.v1'];
const properties = (events: Sample) => message(events).payload.properties as Record<string, object | undefined>;
const headers = ({ components }: Sample) => components.messageTraits.cloudEvent.headers;

function changed(change: (events: Sample) => unknown): string[] {
  const events = structuredClone(sample);
  change(events);
  return breakingEvents(sample as unknown as ComparableEvents, events as unknown as ComparableEvents);
}

test.each<[string, (events: Sample) => unknown, RegExp]>([
  [
    'a removed event type',
    (e) => Reflect.deleteProperty(e.components.messages, 'a.b.c.v1'),
    /^a\.b\.c\.v1 was removed$/,
  ],
  ['a removed field', (e) => Reflect.deleteProperty(properties(e), 'count'), /v1\.count was removed/],
  [
    'a removed field of a definition',
    (e) => Reflect.deleteProperty(message(e).payload.definitions.Place.properties, 'city'),
    /place\.city was removed/,
  ],
  ['a field that became optional', (e) => message(e).payload.required.shift(), /v1\.id became optional/],
  ['a field that became required', (e) => message(e).payload.required.push('count'), /v1\.count became required/],
  [
    'a new required field, which stored events lack',
    (e) => {
      Object.assign(properties(e), { at: { type: 'string' } });
      message(e).payload.required.push('at');
    },
    /v1\.at became required/,
  ],
  ['a wider type', (e) => Object.assign(properties(e), { count: { type: 'number' } }), /count: type changed/],
  [
    'a narrower type',
    (e) => Object.assign(properties(e).id ?? {}, { type: 'integer' }),
    /id: type changed from string to integer/,
  ],
  [
    'a narrower range, which stored events may exceed',
    (e) => Object.assign(properties(e).count ?? {}, { minimum: 1 }),
    /minimum changed from 0 to 1/,
  ],
  ['a closed enum', (e) => Object.assign(properties(e).id ?? {}, { enum: ['a'] }), /an enum was added/],
  ['another format', (e) => Object.assign(properties(e).id ?? {}, { format: 'email' }), /format changed/],
  ['another subject', (e) => Object.assign(e.channels['a.b.c.v1'], { address: 'a.x.c.v1' }), /subject changed from/],
  ['lost order', (e) => Object.assign(message(e), { 'x-ordered': false }), /no longer ordered/],
  ['a removed header', (e) => Reflect.deleteProperty(headers(e).properties, 'ce-id'), /headers\.ce-id was removed/],
])('SC5 %s breaks consumers', (_name, change, line) => {
  expect(changed(change)).toContainEqual(expect.stringMatching(line));
});

test.each<[string, (events: Sample) => unknown]>([
  ['a new event type', (e) => Object.assign(e.components.messages, { 'a.b.d.v1': { payload: {} } })],
  ['a new optional field', (e) => Object.assign(properties(e), { at: { type: 'string' } })],
  ['another text', (e) => Object.assign(properties(e).id ?? {}, { description: 'Identifier.' })],
])('SC5 %s does not break consumers', (_name, change) => {
  expect(changed(change)).toEqual([]);
});

/** The comparison reads these keywords, or they say nothing about validity. */
const compared = new Set(
  [
    '$ref type const enum format pattern default required properties items prefixItems additionalProperties',
    'propertyNames contentSchema oneOf anyOf discriminator minLength maxLength minimum maximum minItems maxItems',
    'description example examples x-extensible-enum x-texts deprecated',
  ].flatMap((line) => line.split(' ')),
);

test('SC5 the comparison reads every keyword of the schemas of both contracts', () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../contracts', name), 'utf8'));
  const unread = new Set<string>();
  const visit = (schema: Record<string, unknown>) => {
    for (const [keyword, value] of Object.entries(schema)) {
      if (!compared.has(keyword)) unread.add(keyword);
      if (keyword === 'properties') Object.values(value as Record<string, never>).forEach(visit);
      else if (/^(items|additionalProperties|propertyNames|contentSchema)$/.test(keyword) && typeof value === 'object')
        visit(value as Record<string, unknown>);
      else if (/^(oneOf|anyOf|prefixItems)$/.test(keyword)) (value as never[]).forEach(visit);
    }
  };
  Object.values<Record<string, unknown>>(read('openapi.json').components.schemas).forEach(visit);
  for (const { payload } of Object.values<{ payload: Record<string, unknown> }>(
    read('asyncapi.json').components.messages,
  )) {
    const { definitions = {}, ...rest } = payload;
    for (const schema of [rest, ...Object.values(definitions as Record<string, never>)]) visit(schema);
  }
  expect([...unread]).toEqual([]);
});
