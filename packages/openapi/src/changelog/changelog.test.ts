import { expect, test } from 'vitest';
import { type Contracts, changelogOf, versionOf, withVersion } from './changelog.ts';

const last = {
  openapi: {
    paths: {
      '/things': {
        post: {
          operationId: 'createThing',
          'x-access': 'things.manage',
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 50 } }],
          responses: {
            '201': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
            '409': { 'x-problems': ['state-conflict'] },
          },
        },
      },
    },
    components: {
      schemas: { Thing: { properties: { state: { 'x-extensible-enum': ['on'] }, id: { type: 'string' } } } },
    },
    'x-limits': { things: { points: 30, seconds: 60 } },
  },
  asyncapi: { components: { messages: { 'a.b.c.v1': { payload: { properties: {} } } } } },
};
type Sample = typeof last;
const asContracts = (sample: unknown) => sample as Contracts;

function entriesAfter(change: (contracts: Sample) => unknown): string[] {
  const current = structuredClone(last);
  change(current);
  return changelogOf('', asContracts(last), asContracts(current)).match(/^(###|-) .*$/gm) ?? [];
}
const thing = ({ openapi }: Sample) => openapi.components.schemas.Thing.properties;
const create = ({ openapi }: Sample) => openapi.paths['/things'].post;

test.each<[string, (contracts: Sample) => unknown, string[]]>([
  [
    'a new operation',
    ({ openapi }) =>
      Object.assign(openapi.paths, { '/all': { get: { operationId: 'listThings', summary: 'List the things' } } }),
    ['### HTTP: added', '- `listThings`: List the things (`GET /all`).'],
  ],
  [
    'a new field, with the operations that return it',
    (c) => Object.assign(thing(c), { note: { description: 'A note. Null if none.' } }),
    ['### HTTP: added', '- `Thing.note` (`createThing`): A note.'],
  ],
  [
    'a new value',
    (c) => thing(c).state['x-extensible-enum'].push('off'),
    ['### HTTP: added', '- `Thing.state` (`createThing`) can be `off`.'],
  ],
  [
    'a new parameter',
    (c) => create(c).parameters.push({ name: 'q', in: 'query', description: 'Words.', schema: {} } as never),
    ['### HTTP: added', '- `createThing` takes the parameter `q`: Words.'],
  ],
  [
    'a higher maximum',
    (c) => Object.assign(create(c).parameters[0]?.schema ?? {}, { maximum: 100 }),
    ['### HTTP: changed', '- The maximum of `createThing limit` is 100 instead of 50.'],
  ],
  [
    'a new problem',
    (c) => create(c).responses['409']['x-problems'].push('legal-hold'),
    ['### HTTP: changed', '- `createThing` can return 409 `legal-hold`.'],
  ],
  [
    'a removed media type',
    (c) => Reflect.deleteProperty(create(c).responses['201'].content, 'application/json'),
    ['### HTTP: removed', '- `createThing` no longer returns `application/json`.'],
  ],
  [
    'a media type that only `Accept` selects now',
    (c) =>
      Object.assign(create(c), { 'x-accept': ['application/json'] }) &&
      Object.assign(create(c).responses['201'], { content: {} }),
    ['### HTTP: changed', '- `createThing` has `application/json` in `x-accept`, no longer in its response.'],
  ],
  [
    'a new form of the content',
    (c) => Object.assign(create(c), { 'x-accept': ['text/csv'] }),
    ['### HTTP: added', '- `createThing` takes `Accept: text/csv`.'],
  ],
  [
    'an object of which exactly one form fits now',
    ({ openapi }) => Object.assign(openapi.components.schemas, { Thing: { oneOf: [{ required: ['id'] }, {}] } }),
    ['### HTTP: changed', '- `Thing` (`createThing`) is exactly one of 2 forms.'],
  ],
  [
    'another access',
    (c) => Object.assign(create(c), { 'x-access': 'session' }),
    ['### HTTP: changed', '- `createThing` requires `session` instead of `things.manage`.'],
  ],
  [
    'another limit',
    ({ openapi }) => Object.assign(openapi['x-limits'].things, { points: 40 }),
    ['### HTTP: changed', '- The limit `things` is 40 per 60 s instead of 30 per 60 s.'],
  ],
  [
    'deprecations',
    (c) => Object.assign(create(c), { deprecated: true }) && Object.assign(thing(c).id, { deprecated: true }),
    ['### HTTP: deprecated', '- `createThing`.', '- `Thing.id` (`createThing`).'],
  ],
  [
    'a removed operation',
    ({ openapi }) => Reflect.deleteProperty(openapi.paths, '/things'),
    ['### HTTP: removed', '- `createThing`.'],
  ],
  [
    'a new event type',
    ({ asyncapi }) =>
      Object.assign(asyncapi.components.messages, { 'a.b.d.v1': { summary: 'A thing ended.', payload: {} } }),
    ['### Events: added', '- `a.b.d.v1`: A thing ended.'],
  ],
  [
    'a new field of an event',
    ({ asyncapi }) =>
      Object.assign(asyncapi.components.messages['a.b.c.v1'].payload.properties, { at: { description: 'When.' } }),
    ['### Events: added', '- `a.b.c.v1.at`: When.'],
  ],
])('names %s', (_name, change, entries) => {
  expect(entriesAfter(change)).toEqual(entries);
});

test('changed texts are no entry, and then there is no unreleased section', () => {
  const text = changelogOf('## 1.0.0 (2026-01-05)\n\nFirst.\n', asContracts(last), asContracts(last));
  expect(text).not.toContain('Unreleased');
  expect(text).toContain('## 1.0.0 (2026-01-05)\n\nFirst.\n');
});

test('a version takes the unreleased entries and keeps the versions before it', () => {
  const current = structuredClone(last);
  Object.assign(thing(current), { note: { description: 'A note.' } });
  const before = changelogOf('## 1.0.0 (2026-01-05)\n\nFirst.\n', asContracts(last), asContracts(current));
  expect(before).toContain('## Unreleased\n');
  const after = withVersion(before, '1.1.0 (2026-02-05)', asContracts(last), asContracts(current));
  expect(after.match(/^## .*$/gm)).toEqual(['## 1.1.0 (2026-02-05)', '## 1.0.0 (2026-01-05)']);
  expect(after).toContain('`Thing.note`');
});

test('a contract that differs from the recorded one has a version of its own', () => {
  const current = structuredClone(last);
  expect(versionOf('1.4.0', asContracts(last), asContracts(current))).toBe('1.4.0');
  Object.assign(thing(current), { note: { description: 'A note.' } });
  expect(versionOf('1.4.0', asContracts(last), asContracts(current))).toBe('1.5.0-unreleased');
});
