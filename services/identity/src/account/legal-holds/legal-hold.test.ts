import { auditRecorded } from '@trust/contracts/events/any';
import { legalHoldChanged } from '@trust/contracts/events/identity';
import { openDb } from '@trust/service-kit/database/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Identity, member, startIdentity } from '../../../test/service.ts';
import { changeHold, type HoldChange } from './change-hold.ts';
import { listHolds } from './queries.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ connections: 4 });
});
afterAll(() => identity[Symbol.asyncDispose]());

const change = (wanted: HoldChange) => changeHold(identity.app, wanted, identity.clock.now);

test('P2 returns 409 for erasure under a legal hold, and audits placing and lifting it', async () => {
  const { actor, identifier } = await member(identity);
  const personId = actor.userId;
  expect(await change({ action: 'place', who: identifier.toUpperCase(), reason: 'File 26/114' })).toEqual({
    personId,
    changed: true,
  });
  expect(await change({ action: 'place', who: personId, reason: 'File 26/115' })).toEqual({ personId, changed: false });
  expect((await listHolds(identity.db)).map((hold) => hold.person_id)).toContain(personId);

  const refused = await identity.delete('/account', { actor });
  expect(refused).toMatchObject({ status: 409, body: { type: 'http://trust.test/problems/legal-hold' } });
  expect(JSON.stringify(refused.body)).not.toContain('26/114');
  expect((await identity.get('/account/profile', { actor })).body.contactPoints).toMatchObject([{ identifier }]);

  expect(await change({ action: 'lift', who: personId })).toEqual({ personId, changed: true });
  expect(await change({ action: 'lift', who: personId })).toEqual({ personId, changed: false });
  expect((await identity.delete('/account', { actor })).status).toBe(204);
  const entries = (await identity.emitted(auditRecorded.identity)).filter(({ objectId }) => objectId === personId);
  expect(entries.map(({ action }) => action)).toEqual(['placeLegalHold', 'liftLegalHold', 'deleteAccount']);
  const announced = (await identity.emitted(legalHoldChanged)).filter((event) => event.userId === personId);
  expect(announced.map(({ held }) => held)).toEqual([true, false]);
});

test('places no hold on an unknown or erased person', async () => {
  expect(await change({ action: 'place', who: 'nobody@example.test', reason: 'File 1' })).toBeUndefined();
  expect(await change({ action: 'place', who: identity.app.newId(), reason: 'File 1' })).toBeUndefined();
  const { actor } = await member(identity);
  await identity.delete('/account', { actor });
  expect(await change({ action: 'place', who: actor.userId, reason: 'File 1' })).toBeUndefined();
});

test('M2 a hold can only be lifted, once; it protects keys and contact points; an erasure is final', async () => {
  const [retained, gone] = [await member(identity), await member(identity)];
  await change({ action: 'place', who: retained.actor.userId, reason: 'File 2' });
  await identity.delete('/account', { actor: gone.actor });
  await using owner = openDb({ url: identity.ownerUrl, max: 1 });
  const asOwner = (statement: string) => sql.raw(statement).execute(owner);
  const who = `person_id = '${retained.actor.userId}'`;
  await expect(asOwner(`delete from data_key where subject_id = '${retained.actor.userId}'`)).rejects.toThrow(
    'in force',
  );
  await expect(asOwner(`delete from contact_point where ${who}`)).rejects.toThrow('in force');
  await expect(asOwner(`delete from legal_hold where ${who}`)).rejects.toThrow('only be lifted');
  await expect(asOwner(`update legal_hold set reason = 'File 3' where ${who}`)).rejects.toThrow('only be lifted');
  await expect(asOwner('truncate legal_hold')).rejects.toThrow('immutable');
  await expect(asOwner('delete from erasure')).rejects.toThrow('immutable');
  const revival = `update person set erased_at = null, revision = revision + 1 where id = '${gone.actor.userId}'`;
  await expect(asOwner(revival)).rejects.toThrow('stays so');
});
