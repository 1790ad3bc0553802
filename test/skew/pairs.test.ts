import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serviceDatabases, services } from '../../deploy/local/services.ts';
import { changedDatabases } from './changed-databases.ts';
import { fieldsOf } from './fields.ts';
import { directions, pairsOf, schemaIn, versionIn } from './pairs.ts';

const all = { services, directions };

/** Files of the recorded tree and of the checkout. */
function twoFolders(files: Record<string, [string | undefined, string | undefined]>) {
  const folder = mkdtempSync(join(tmpdir(), 'skew-'));
  const trees = { recorded: join(folder, 'recorded'), checkout: join(folder, 'checkout') };
  for (const [path, texts] of Object.entries(files))
    for (const [index, root] of Object.values(trees).entries()) {
      const text = texts[index];
      if (text === undefined) continue;
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  return { ...trees, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

describe('pairs', () => {
  test('each service runs in both directions, first beside the recorded services', () => {
    const pairs = pairsOf(all, 7);
    expect(pairs.map(({ direction }) => direction)).toEqual([
      ...services.map(() => 'new'),
      ...services.map(() => 'old'),
    ]);
    for (const direction of directions)
      expect(pairs.flatMap((pair) => (pair.direction === direction ? pair.service : [])).sort()).toEqual(
        [...services].sort(),
      );
  });

  test('the same seed gives the same order, another seed another', () => {
    expect(pairsOf(all, 7)).toEqual(pairsOf(all, 7));
    expect(pairsOf(all, 8)).not.toEqual(pairsOf(all, 7));
  });

  test.each([
    ['new', 'evidence', 'checkout'],
    ['new', 'provider', 'recorded'],
    ['old', 'evidence', 'recorded'],
    ['old', 'provider', 'checkout'],
  ] as const)('%s evidence: %s runs from the %s', (direction, member, version) => {
    expect(versionIn({ service: 'evidence', direction }, member)).toBe(version);
  });

  test('a recorded service runs on its migrated database, or where it cannot be migrated on a new one', () => {
    expect(schemaIn({ service: 'evidence', direction: 'old' }, 'evidence', [])).toBe('checkout');
    expect(schemaIn({ service: 'evidence', direction: 'new' }, 'provider', [])).toBe('recorded');
    expect(schemaIn({ service: 'evidence', direction: 'new' }, 'provider', ['provider'])).toBe('checkout');
  });

  test('a database can be migrated if the checkout has every recorded migration unchanged', () => {
    using folders = twoFolders({
      'services/provider/src/db/migrations/0001-a.sql': ['create table a ();', 'create table a ();'],
      'services/provider/src/db/migrations/0002-b.sql': [undefined, 'create table b ();'],
      'services/evidence/src/db/migrations/0001-a.sql': ['create table a ();', 'create table b ();'],
      'services/webhooks/src/db/migrations/0001-a.sql': ['create table a ();', undefined],
    });
    expect(changedDatabases(folders)).toEqual(['evidence', 'webhooks']);
  });

  test('a changed migration of the kit changes every database', () => {
    using folders = twoFolders({
      'packages/service-kit/src/database/migrations/0001-a.sql': ['select 1;', 'select 2;'],
    });
    expect(changedDatabases(folders)).toEqual(serviceDatabases);
  });
});

test('fields have their path and type; items of a list share a path', () => {
  expect([...fieldsOf({ id: 'a', claims: [{ until: null }, { until: 'b', count: 1 }] })]).toEqual([
    'id string',
    'claims[].until null',
    'claims[].until string',
    'claims[].count number',
  ]);
});
