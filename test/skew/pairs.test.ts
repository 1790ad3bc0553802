import { describe, expect, test } from 'vitest';
import { services } from '../../deploy/local/services.ts';
import { fieldsOf } from './fields.ts';
import { directions, pairsOf, schemaIn, versionIn } from './pairs.ts';

const all = { services, directions };

describe('pairs', () => {
  test('each service runs in both directions, first beside the released services', () => {
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
    ['new', 'provider', 'released'],
    ['old', 'evidence', 'released'],
    ['old', 'provider', 'checkout'],
  ] as const)('%s evidence: %s runs from the %s', (direction, member, version) => {
    expect(versionIn({ service: 'evidence', direction }, member)).toBe(version);
  });

  test('a released service runs on its migrated database, and each service on its own before that', () => {
    expect(schemaIn({ service: 'evidence', direction: 'old' }, 'evidence')).toBe('checkout');
    expect(schemaIn({ service: 'evidence', direction: 'new' }, 'evidence')).toBe('checkout');
    expect(schemaIn({ service: 'evidence', direction: 'new' }, 'provider')).toBe('released');
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
