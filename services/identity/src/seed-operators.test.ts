import { auditRecorded } from '@trust/contracts/events/any';
import { operatorPermissions } from '@trust/contracts/permissions';
import { operator } from '@trust/service-testing/actors';
import { expect, test } from 'vitest';
import { member, startIdentity } from '../test/service.ts';
import { seededOperators } from './operators/roles/seeded-operators.ts';
import { seedOperators } from './seed-operators.ts';

test('the example operators have roles and names, and keep names of their own', async () => {
  await using identity = await startIdentity({ mode: 'development' });
  const seed = () => seedOperators(identity.app, identity.clock.now);
  const listed = async () => {
    const { body } = await identity.get('/operations/operators?limit=100', { actor: operator('triage') });
    return new Map<string, unknown>(
      body.items.map((one: { id: string; displayName: string }) => [one.id, one.displayName]),
    );
  };
  await seed();
  const names = Object.values(seededOperators).map(({ displayName }) => displayName);
  const seeded = await listed();
  expect([...seeded.values()].sort()).toEqual(names.sort());
  const named = async () =>
    (await identity.emitted(auditRecorded.identity)).filter(({ action }) => action === 'nameOperator').length;
  expect(await named()).toBe(names.length);

  const { actor } = await member(identity, 'triage@example.test');
  await identity.put('/account/profile', { actor, body: { displayName: 'Own Name', locale: 'en' } });
  await seed();
  expect([...(await listed()).values()]).toContain('Own Name');
  expect(await named()).toBe(names.length);
});

test('T5 three of the example operators can approve roles, and one more can request them', () => {
  const roles = Object.values(seededOperators).map(({ role }) => operatorPermissions[role]);
  expect(roles.filter((permissions) => permissions.includes('identity.roles.approve')).length).toBeGreaterThan(3);
  expect(roles.filter((permissions) => permissions.includes('identity.roles.manage')).length).toBeGreaterThan(1);
});
