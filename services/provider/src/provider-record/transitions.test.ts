import { person } from '@trust/service-testing/actors';
import { expect, test } from 'vitest';
import { actingRoleFor, type Position, positionAfter, transitions } from './transitions.ts';

const states = ['draft', 'active', 'suspended', 'closed'] as const;
const publications = ['unpublished', 'published', 'withheld'] as const;

test('M1 only the transitions of the contract lead to another position', () => {
  const moves = states.flatMap((state) =>
    publications.flatMap((publication) =>
      transitions.flatMap((transition) => {
        const to = positionAfter(transition, { state, publication });
        return to ? [`${transition}: ${state} ${publication} > ${to.state} ${to.publication}`] : [];
      }),
    ),
  );
  expect(moves.filter((move) => move.startsWith('publish'))).toEqual([
    'publish: draft unpublished > draft published',
    'publish: active unpublished > active published',
  ]);
  expect(moves.filter((move) => move.startsWith('suspend') || move.startsWith('reinstate'))).toEqual([
    'suspend: active unpublished > suspended unpublished',
    'suspend: active published > suspended published',
    'suspend: active withheld > suspended withheld',
    'reinstate: suspended unpublished > active unpublished',
    'reinstate: suspended published > active published',
    'reinstate: suspended withheld > active withheld',
  ]);
  expect(moves.some((move) => move.includes(': closed'))).toBe(false);
  expect(moves.filter((move) => /closed published$/.test(move))).toEqual([]);
});

test('an owner cannot publish a withheld provider', () => {
  const withheld: Position = { state: 'active', publication: 'withheld' };
  expect(positionAfter('unpublish', withheld)).toBeUndefined();
  expect(positionAfter('publish', withheld)).toBeUndefined();
  expect(positionAfter('close', withheld)).toEqual({ state: 'closed', publication: 'withheld' });
});

test.each([
  ['publish', [], 'owner', 'owner'],
  ['publish', [], 'manager', 'forbidden'],
  ['close', [], 'contributor', 'forbidden'],
  ['unpublish', [], undefined, 'unknown'],
  ['publish', ['operations.providers.manage'], undefined, 'forbidden'],
  ['suspend', ['operations.providers.manage'], undefined, 'operator'],
  ['withhold', ['operations.providers.read'], undefined, 'forbidden'],
  ['release', [], 'owner', 'forbidden'],
] as const)('Z1 %s with the permissions %j as %s is %s', (transition, permissions, role, actingRole) => {
  expect(actingRoleFor(transition, person({ permissions: [...permissions] }), role && { role })).toBe(actingRole);
});
