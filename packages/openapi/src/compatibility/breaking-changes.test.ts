import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breakingChanges, breakingEvents } from './breaking-changes.ts';
import type { Comparable } from './comparable.ts';

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../../contracts', name), 'utf8'));

test('SC5 the contract and the events have no breaking changes', () => {
  const breaks = [
    ...breakingChanges(read('baseline/openapi.json'), read('openapi.json')),
    ...breakingEvents(read('baseline/asyncapi.json'), read('asyncapi.json')),
  ];
  expect(breaks).toEqual([]);
});

const sample = {
  paths: {
    '/things': {
      post: {
        operationId: 'createThing',
        'x-access': 'session',
        'x-limits': ['things'],
        'x-step-up': 300,
        'x-step-up-for': 'operators',
        security: [{ bearerSession: [] }, { cookieSession: [] }],
        parameters: [
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 100, default: 25 } },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/New' } } },
        },
        responses: {
          '201': {
            headers: { ETag: {}, Location: {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          '400': {},
        },
      },
      get: {
        operationId: 'listThings',
        'x-access': 'public',
        'x-permissions': ['things.read', 'things.manage'],
        responses: { '200': {} },
      },
    },
  },
  'x-limits': { things: { points: 30, seconds: 60 } },
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
          id: { type: 'string', format: 'uuid' },
          state: { type: 'string', enum: ['on', 'off'] },
          mood: { type: 'string', 'x-extensible-enum': ['good'], 'x-texts': 'mood' },
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
  const { before = sample } = contract as { before?: Sample };
  return breakingChanges(before as unknown as Comparable, contract as unknown as Comparable);
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
  ['a renamed list of texts', (c) => Object.assign(fields(c, 'Thing').mood ?? {}, { 'x-texts': 'fun' }), /in fun/],
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
  [
    'a higher minimum length',
    (c) => Object.assign(fields(c, 'New').name ?? {}, { minLength: 2 }),
    /minLength changed from none to 2/,
  ],
  ['an enum on a free value', (c) => Object.assign(fields(c, 'New').name ?? {}, { enum: ['a'] }), /an enum was added/],
  [
    'a format of a request',
    (c) => Object.assign(fields(c, 'New').name ?? {}, { format: 'email' }),
    /format changed from none to email/,
  ],
  [
    'a lost format of a response',
    (c) => Reflect.deleteProperty(fields(c, 'Thing').id ?? {}, 'format'),
    /format changed from uuid to none/,
  ],
  [
    'another default',
    (c) => Object.assign(post(c).parameters[0]?.schema ?? {}, { default: 50 }),
    /the default changed from 25 to 50/,
  ],
  [
    'a body that became required',
    (c) => {
      const before = structuredClone(sample);
      before.paths['/things'].post.requestBody.required = false;
      return Object.assign(c, { before });
    },
    /the body became required/,
  ],
  ['another operation id', (c) => Object.assign(post(c), { operationId: 'addThing' }), /operationId changed from/],
  [
    'a removed header',
    (c) => Reflect.deleteProperty(post(c).responses['201'].headers, 'Location'),
    /201: header Location was removed/,
  ],
  [
    'another success status',
    (c) => {
      const { '201': created, ...others } = post(c).responses;
      Object.assign(post(c), { responses: { ...others, '202': created } });
    },
    /status 201 was removed/,
  ],
  [
    'a permission that no longer suffices',
    (c) => c.paths['/things'].get['x-permissions'].pop(),
    /permission things.manage no longer suffices/,
  ],
  ['a session that is no longer accepted', (c) => post(c).security.pop(), /cookieSession is no longer accepted/],
  [
    'a required sign-in',
    (c) => Object.assign(c.paths['/things'].get, { 'x-step-up': 300 }),
    /requires a sign-in within 300 s/,
  ],
  ['a more recent sign-in', (c) => Object.assign(post(c), { 'x-step-up': 60 }), /within 60 s, before 300/],
  ['a sign-in of everybody', (c) => Object.assign(post(c), { 'x-step-up-for': 'everybody' }), /of everybody/],
  ['another limit', (c) => Object.assign(c.paths['/things'].get, { 'x-limits': ['things'] }), /limit things was added/],
  [
    'fewer requests of a limit',
    (c) => Object.assign(c['x-limits'].things, { points: 20 }),
    /^limit things changed from 30 per 60 s to 20 per 60 s$/,
  ],
  ['a longer window of a limit', (c) => Object.assign(c['x-limits'].things, { seconds: 90 }), /to 30 per 90 s/],
  ['a smaller body', (c) => Object.assign(post(c), { 'x-max-body-bytes': 1024 }), /to 1024 bytes/],
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
  ['an older sign-in', (c) => Object.assign(post(c), { 'x-step-up': 600 })],
  ['more requests of a limit', (c) => Object.assign(c['x-limits'].things, { points: 40 })],
  ['another header', (c) => Object.assign(post(c).responses['201'].headers, { RateLimit: {} })],
  ['a deprecated operation', (c) => Object.assign(post(c), { deprecated: true })],
  ['a removed permission', (c) => Object.assign(post(c), { 'x-access': 'public' })],
  ['changed texts', (c) => Object.assign(post(c), { summary: 'Other', description: 'Words' })],
])('SC5 %s is not a breaking change', (_name, change) => {
  expect(changed(change)).toEqual([]);
});

/** `getThing`: for some permissions in `released`, for every session with two views in `current`. */
function widened() {
  const view = (value: string, more: object) => ({
    type: 'object',
    required: ['view', ...Object.keys(more)],
    properties: { view: { type: 'string', 'x-extensible-enum': [value] }, ...more },
  });
  const contract = (operation: object, schema: object) => ({
    paths: {
      '/things/{id}': {
        get: {
          'x-access': 'session',
          ...operation,
          responses: { '200': { content: { 'application/json': { schema } } } },
        },
      },
    },
    components: { schemas: { Mine: view('mine', { own: { type: 'string' } }), Theirs: view('theirs', { all: {} }) } },
  });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const mapping = { mine: ref('Mine').$ref, theirs: ref('Theirs').$ref };
  const union = { discriminator: { propertyName: 'view', mapping }, oneOf: [ref('Mine'), ref('Theirs')] };
  return {
    before: contract({ 'x-permissions': ['things.read'] }, ref('Theirs')),
    union: contract({}, union),
    sameCallers: contract({ 'x-permissions': ['things.read', 'things.manage'] }, union),
    reversed: contract({}, { ...union, oneOf: union.oneOf.toReversed() }),
    oneLess: contract(
      {},
      { discriminator: { propertyName: 'view', mapping: { mine: mapping.mine } }, oneOf: [ref('Mine')] },
    ),
  };
}
const between = (was: object, is: object) => breakingChanges(was as Comparable, is as Comparable);

test('SC5 a discriminated view for new callers is accepted; each view is compared with its own', () => {
  const { before, union, sameCallers, reversed, oneLess } = widened();
  expect(between(before, union)).toEqual([]);
  expect(between(union, reversed)).toEqual([]);
  expect(between(before, sameCallers)).toContainEqual(expect.stringMatching(/200: a union branch was added/));
  expect(between(union, oneLess)).toEqual([expect.stringMatching(/200: the union branch theirs was removed/)]);
  for (const [schema, field] of [
    ['Mine', 'own'],
    ['Theirs', 'all'],
  ] as const) {
    const changed = structuredClone(reversed);
    Reflect.deleteProperty(changed.components.schemas[schema].properties, field);
    expect(between(union, changed)).toEqual([
      expect.stringMatching(new RegExp(`200 \\(${schema.toLowerCase()}\\)\\.${field} was removed`)),
    ]);
  }
  const narrowed = structuredClone(union);
  Reflect.deleteProperty(narrowed.components.schemas.Theirs.properties, 'all');
  expect(between(before, narrowed)).toEqual([expect.stringMatching(/200\.all was removed/)]);
});
