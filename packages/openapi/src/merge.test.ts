import { expect, test } from 'vitest';
import type { OpenApiDocument } from './fragment.ts';
import { type Fragment, mergeFragments } from './merge.ts';

type Paths = Record<string, Record<string, string>>;

/** `paths`: `{path: {method: operationId}}`. */
function fragment(service: string, paths: Paths, schemas: Record<string, object> = {}): Fragment {
  const items = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operationId]) => [
      method,
      { operationId, 'x-service': service, 'x-access': 'public', responses: {} },
    ]);
    return [path, Object.fromEntries(operations)];
  });
  const document = {
    openapi: '3.1.0',
    info: { title: service, version: '1' },
    paths: Object.fromEntries(items),
    components: { schemas },
  };
  return { service, document: document as OpenApiDocument };
}

test('merges fragments in an order that does not depend on the input', () => {
  const one = fragment('identity', { '/b': { get: 'getB' } }, { B: { type: 'string' } });
  const other = fragment('provider', { '/a': { get: 'getA' }, '/b': { post: 'postB' } }, { B: { type: 'string' } });
  const merged = mergeFragments([one, other]);
  expect(Object.keys(merged.paths ?? {})).toEqual(['/a', '/b']);
  expect(Object.keys(merged.paths?.['/b'] ?? {})).toEqual(['get', 'post']);
  expect(mergeFragments([other, one]).paths?.['/a']).toEqual(merged.paths?.['/a']);
});

test.each<[string, Fragment[], RegExp]>([
  [
    'an operation in two services',
    [fragment('identity', { '/a': { get: 'x' } }), fragment('provider', { '/a': { get: 'y' } })],
    /both define GET \/a/,
  ],
  [
    'two templates of one path',
    [fragment('identity', { '/a/{id}': { get: 'x' } }), fragment('provider', { '/a/{key}': { put: 'y' } })],
    /are the same path/,
  ],
  [
    'a duplicate operation id',
    [fragment('identity', { '/a': { get: 'x' } }), fragment('provider', { '/b': { get: 'x' } })],
    /both have the operation id x/,
  ],
  [
    'a schema name with two shapes',
    [fragment('identity', {}, { T: { type: 'string' } }), fragment('provider', {}, { T: { type: 'number' } })],
    /define the schema T differently/,
  ],
  ['an internal path', [fragment('identity', { '/internal/sessions': { get: 'x' } })], /uses the reserved path/],
  [
    'an operation of another service',
    [{ ...fragment('identity', { '/a': { get: 'x' } }), service: 'provider' }],
    /has x-service identity/,
  ],
])('throws for %s', (_name, fragments, message) => {
  expect(() => mergeFragments(fragments)).toThrow(message);
});
