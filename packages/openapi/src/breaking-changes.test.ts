import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breakingChanges, breakingEvents, type Comparable, type ComparableEvents } from './breaking-changes.ts';

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../contracts', name), 'utf8'));

test('SC5 nothing in the contract or the events breaks who uses the released ones', () => {
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

/** The sample after a change to it. Loosely typed, since most changes are no longer a Sample. */
function changed(change: (contract: Sample) => unknown): string[] {
  const contract: Sample = structuredClone(sample);
  change(contract);
  return breakingChanges(sample as unknown as Comparable, contract as unknown as Comparable);
}
const fields = (contract: Sample, schema: 'New' | 'Thing') =>
  contract.components.schemas[schema].properties as Record<string, object | undefined>;
const post = ({ paths }: Sample) => paths['/things'].post;

test.each<[string, (contract: Sample) => unknown, RegExp]>([
  ['a path that is gone', (c) => Reflect.deleteProperty(c.paths, '/things'), /^POST \/things is gone$/],
  ['an operation that is gone', (c) => Reflect.deleteProperty(c.paths['/things'], 'get'), /^GET \/things is gone$/],
  ['a parameter that is gone', (c) => post(c).parameters.pop(), /takes limit no longer/],
  [
    'a new parameter that is needed',
    (c) => post(c).parameters.push({ name: 'q', in: 'query', required: true } as never),
    /needs q now/,
  ],
  [
    'a lower maximum',
    (c) => Object.assign(post(c).parameters[0]?.schema ?? {}, { maximum: 50 }),
    /maximum was 100 and is 50/,
  ],
  ['a status that is gone', (c) => Reflect.deleteProperty(post(c).responses, '201'), /answers 201 no longer/],
  [
    'a media type that is gone',
    (c) => Object.assign(post(c).responses['201'], { content: { 'text/csv': {} } }),
    /application\/json is gone/,
  ],
  [
    'a permission that was not needed',
    (c) => Object.assign(post(c), { 'x-access': 'evidence.review' }),
    /for evidence.review/,
  ],
  [
    'a session that was not needed',
    (c) => Object.assign(c.paths['/things'].get, { 'x-access': 'session' }),
    /was for public/,
  ],
  ['a field of an answer that is gone', (c) => Reflect.deleteProperty(fields(c, 'Thing'), 'note'), /201\.note is gone/],
  [
    'a field of an answer that may be absent',
    (c) => c.components.schemas.Thing.required.shift(),
    /201\.id may be absent/,
  ],
  [
    'a field of another type',
    (c) => Object.assign(fields(c, 'Thing').id ?? {}, { type: 'integer' }),
    /id was string and is integer/,
  ],
  [
    'an answer that may be null',
    (c) => Object.assign(fields(c, 'Thing').id ?? {}, { type: ['string', 'null'] }),
    /id was string/,
  ],
  [
    'a new value of a closed list',
    (c) => c.components.schemas.Thing.properties.state.enum.push('gone'),
    /state may be gone/,
  ],
  [
    'a request value no longer taken',
    (c) => c.components.schemas.New.properties.kind.enum.pop(),
    /kind no longer takes b/,
  ],
  [
    'a request field that is required now',
    (c) => c.components.schemas.New.required.push('kind'),
    /body\.kind is required now/,
  ],
  ['a request field that is gone', (c) => Reflect.deleteProperty(fields(c, 'New'), 'kind'), /body\.kind is gone/],
  [
    'an answer of another form',
    (c) => Object.assign(c.components.schemas, { Thing: { oneOf: [c.components.schemas.Thing, { type: 'object' }] } }),
    /201 has more forms/,
  ],
  [
    'a shorter text',
    (c) => Object.assign(fields(c, 'New').name ?? {}, { maxLength: 10 }),
    /maxLength was 50 and is 10/,
  ],
  ['a pattern where there was none', (c) => Object.assign(fields(c, 'New').name ?? {}, { pattern: '^a' }), /pattern/],
])('SC5 %s breaks', (_name, change, message) => {
  expect(changed(change)).toContainEqual(expect.stringMatching(message));
});

test.each<[string, (contract: Sample) => unknown]>([
  ['another operation', (c) => Object.assign(c.paths, { '/more': { get: {} } })],
  ['another field of an answer', (c) => Object.assign(fields(c, 'Thing'), { more: { type: 'string' } })],
  ['another field of a request', (c) => Object.assign(fields(c, 'New'), { more: { type: 'string' } })],
  ['another request value', (c) => c.components.schemas.New.properties.kind.enum.push('c')],
  ['a new value of an open list', (c) => c.components.schemas.Thing.properties.mood['x-extensible-enum'].push('bad')],
  ['a longer text', (c) => Object.assign(fields(c, 'New').name ?? {}, { maxLength: 80 })],
  ['less need of a permission', (c) => Object.assign(post(c), { 'x-access': 'public' })],
  ['other words and examples', (c) => Object.assign(post(c), { summary: 'Other', description: 'Words' })],
])('SC5 %s breaks nothing', (_name, change) => {
  expect(changed(change)).toEqual([]);
});

test('SC5 an event may grow a field, and nothing else', () => {
  const payload = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  const events = (is: object): ComparableEvents => ({ components: { messages: { 'a.b.c.v1': { payload: is } } } });
  const more = { ...payload, properties: { ...payload.properties, at: { type: 'string' } } };
  expect(breakingEvents(events(payload), events(more))).toEqual([]);
  expect(breakingEvents(events(more), events(payload))).toEqual(['a.b.c.v1.at is gone']);
  expect(breakingEvents(events(payload), { components: { messages: {} } })).toEqual(['a.b.c.v1 is gone']);
});
