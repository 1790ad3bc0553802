import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breakingChanges, breakingEvents, type Comparable, type ComparableEvents } from './breaking-changes.ts';

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../contracts', name), 'utf8'));

test('SC5 the contract and the events have no breaking changes', () => {
  expect(breakingChanges(read('released/openapi.json'), read('openapi.json'))).toEqual([]);
  expect(breakingEvents(read('released/asyncapi.json'), read('asyncapi.json'))).toEqual([]);
});

const sample = {
  paths: {
    '/things': {
      post: {
        'x-access': 'session',
        parameters: [{ name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 100 } }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/New' } } },
        },
        responses: {
          '201': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
          '400': {},
        },
      },
      get: { 'x-access': 'public', responses: { '200': {} } },
    },
  },
  components: {
    schemas: {
      New: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', maxLength: 50 }, kind: { type: 'string', enum: ['a', 'b'] } },
      },
      Thing: {
        type: 'object',
        required: ['id', 'state', 'parts'],
        properties: {
          id: { type: 'string' },
          state: { type: 'string', enum: ['on', 'off'] },
          mood: { type: 'string', 'x-extensible-enum': ['good'] },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          note: { type: 'string' },
        },
      },
    },
  },
};
type Sample = typeof sample;

function changed(change: (contract: Sample) => unknown): string[] {
  const contract: Sample = structuredClone(sample);
  change(contract);
  return breakingChanges(sample as unknown as Comparable, contract as unknown as Comparable);
}
const fields = (contract: Sample, schema: 'New' | 'Thing') =>
  contract.components.schemas[schema].properties as Record<string, object | undefined>;
const post = ({ paths }: Sample) => paths['/things'].post;

test.each<[string, (contract: Sample) => unknown, RegExp]>([
  ['a removed path', (c) => Reflect.deleteProperty(c.paths, '/things'), /^POST \/things was removed$/],
  ['a removed operation', (c) => Reflect.deleteProperty(c.paths['/things'], 'get'), /^GET \/things was removed$/],
  ['a removed parameter', (c) => post(c).parameters.pop(), /parameter limit was removed/],
  [
    'a new required parameter',
    (c) => post(c).parameters.push({ name: 'q', in: 'query', required: true } as never),
    /parameter q became required/,
  ],
  [
    'a lower maximum',
    (c) => Object.assign(post(c).parameters[0]?.schema ?? {}, { maximum: 50 }),
    /maximum changed from 100 to 50/,
  ],
  ['a removed status', (c) => Reflect.deleteProperty(post(c).responses, '201'), /status 201 was removed/],
  [
    'a removed media type',
    (c) => Object.assign(post(c).responses['201'], { content: { 'text/csv': {} } }),
    /application\/json was removed/,
  ],
  [
    'a new permission',
    (c) => Object.assign(post(c), { 'x-access': 'evidence.review' }),
    /from session to evidence.review/,
  ],
  [
    'a new session requirement',
    (c) => Object.assign(c.paths['/things'].get, { 'x-access': 'session' }),
    /from public to session/,
  ],
  ['a removed response field', (c) => Reflect.deleteProperty(fields(c, 'Thing'), 'note'), /201\.note was removed/],
  [
    'an optional response field that was required',
    (c) => c.components.schemas.Thing.required.shift(),
    /201\.id became optional/,
  ],
  [
    'a field with another type',
    (c) => Object.assign(fields(c, 'Thing').id ?? {}, { type: 'integer' }),
    /id: type changed from string to integer/,
  ],
  [
    'a response field that can be null',
    (c) => Object.assign(fields(c, 'Thing').id ?? {}, { type: ['string', 'null'] }),
    /id: type changed from string/,
  ],
  [
    'a new value of a closed enum',
    (c) => c.components.schemas.Thing.properties.state.enum.push('gone'),
    /state: the closed enum has new values gone/,
  ],
  [
    'a removed request value',
    (c) => c.components.schemas.New.properties.kind.enum.pop(),
    /kind: values b were removed/,
  ],
  [
    'a request field that became required',
    (c) => c.components.schemas.New.required.push('kind'),
    /body\.kind became required/,
  ],
  ['a removed request field', (c) => Reflect.deleteProperty(fields(c, 'New'), 'kind'), /body\.kind was removed/],
  [
    'a response with another union branch',
    (c) => Object.assign(c.components.schemas, { Thing: { oneOf: [c.components.schemas.Thing, { type: 'object' }] } }),
    /201: a union branch was added/,
  ],
  [
    'a lower maximum length',
    (c) => Object.assign(fields(c, 'New').name ?? {}, { maxLength: 10 }),
    /maxLength changed from 50 to 10/,
  ],
  ['a new pattern', (c) => Object.assign(fields(c, 'New').name ?? {}, { pattern: '^a' }), /pattern/],
])('SC5 %s is a breaking change', (_name, change, message) => {
  expect(changed(change)).toContainEqual(expect.stringMatching(message));
});

test.each<[string, (contract: Sample) => unknown]>([
  ['a new operation', (c) => Object.assign(c.paths, { '/more': { get: {} } })],
  ['a new response field', (c) => Object.assign(fields(c, 'Thing'), { more: { type: 'string' } })],
  ['a new request field', (c) => Object.assign(fields(c, 'New'), { more: { type: 'string' } })],
  ['a new request value', (c) => c.components.schemas.New.properties.kind.enum.push('c')],
  ['a new value of an open enum', (c) => c.components.schemas.Thing.properties.mood['x-extensible-enum'].push('bad')],
  ['a higher maximum length', (c) => Object.assign(fields(c, 'New').name ?? {}, { maxLength: 80 })],
  ['a removed permission', (c) => Object.assign(post(c), { 'x-access': 'public' })],
  ['changed texts', (c) => Object.assign(post(c), { summary: 'Other', description: 'Words' })],
])('SC5 %s is not a breaking change', (_name, change) => {
  expect(changed(change)).toEqual([]);
});

test('SC5 an event may only get new fields', () => {
  const payload = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  const events = (is: object): ComparableEvents => ({ components: { messages: { 'a.b.c.v1': { payload: is } } } });
  const more = { ...payload, properties: { ...payload.properties, at: { type: 'string' } } };
  expect(breakingEvents(events(payload), events(more))).toEqual([]);
  expect(breakingEvents(events(more), events(payload))).toEqual(['a.b.c.v1.at was removed']);
  expect(breakingEvents(events(payload), { components: { messages: {} } })).toEqual(['a.b.c.v1 was removed']);
});
