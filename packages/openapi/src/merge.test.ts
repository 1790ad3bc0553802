import type { OpenApiDocument } from '@trust/service-kit/http/openapi';
import { expect, test } from 'vitest';
import { type Fragment, mergeFragments } from './merge.ts';

type Paths = Record<string, Record<string, string>>;

/** A fragment of a service from `{path: {method: operationId}}`. */
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

test('fragments become one contract, in the same order whoever comes first', () => {
  const one = fragment('identity', { '/b': { get: 'getB' } }, { B: { type: 'string' } });
  const other = fragment('provider', { '/a': { get: 'getA' }, '/b': { post: 'postB' } }, { B: { type: 'string' } });
  const merged = mergeFragments([one, other]);
  expect(Object.keys(merged.paths ?? {})).toEqual(['/a', '/b']);
  expect(Object.keys(merged.paths?.['/b'] ?? {})).toEqual(['get', 'post']);
  expect(mergeFragments([other, one]).paths?.['/a']).toEqual(merged.paths?.['/a']);
});

test.each<[string, Fragment[], RegExp]>([
  [
    'two services on one operation',
    [fragment('identity', { '/a': { get: 'x' } }), fragment('provider', { '/a': { get: 'y' } })],
    /both answer GET \/a/,
  ],
  [
    'two templates of one path',
    [fragment('identity', { '/a/{id}': { get: 'x' } }), fragment('provider', { '/a/{key}': { put: 'y' } })],
    /are the same path/,
  ],
  [
    'one operation id twice',
    [fragment('identity', { '/a': { get: 'x' } }), fragment('provider', { '/b': { get: 'x' } })],
    /both call an operation x/,
  ],
  [
    'one schema name with two shapes',
    [fragment('identity', {}, { T: { type: 'string' } }), fragment('provider', {}, { T: { type: 'number' } })],
    /two shapes/,
  ],
  ['an internal path', [fragment('identity', { '/internal/sessions': { get: 'x' } })], /may not own/],
  [
    'a path for another service',
    [{ ...fragment('identity', { '/a': { get: 'x' } }), service: 'provider' }],
    /names identity as its service/,
  ],
])('%s is refused', (_name, fragments, message) => {
  expect(() => mergeFragments(fragments)).toThrow(message);
});
