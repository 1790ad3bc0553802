import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@trust/contracts/event';
import { caseChanged } from '@trust/contracts/events/verification';
import type { OperatorRole } from '@trust/contracts/permissions';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Identity, member, newAddress, startIdentity } from '../../../test/service.ts';
import { changeRole } from '../roles/change-role.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity[Symbol.asyncDispose]());

const triage = operator('triage');
const directory = (query = '') => identity.get(`/operations/operators?${query}`, { actor: triage });
const minute = 60;

async function makeOperator(displayName: string, ...roles: OperatorRole[]) {
  const identifier = newAddress();
  for (const role of roles) await changeRole(identity.app, { action: 'grant', identifier, role }, identity.clock.now);
  const made = await member(identity, identifier);
  await identity.put('/account/profile', { actor: made.actor, body: { displayName, locale: 'en' } });
  return { ...made, id: made.actor.userId, displayName };
}

type Case = PayloadOf<typeof caseChanged>;
async function changeCase(changes: Pick<Case, 'caseId' | 'state' | 'duties'> & Partial<Case>) {
  const at = identity.clock.now.toISOString();
  await identity.deliver(caseChanged, {
    ...{ providerId: randomUUID(), categoryKey: 'electrician', requirementVersionId: randomUUID() },
    ...{ requirementKeys: [], outcome: null, recommenderId: null, dueAt: null, openedAt: at, occurredAt: at },
    ...changes,
  });
}

test('lists operators with name, roles, unfinished duties and presence, page by page', async () => {
  const ada = await makeOperator('Ada', 'reviewer', 'decider');
  const entryOf = async (id: string) =>
    (await directory('limit=100')).body.items.find((one: { id: string }) => one.id === id);
  expect(await entryOf(ada.id)).toEqual({
    ...{ id: ada.id, displayName: 'Ada', workName: null, roles: ['decider', 'reviewer'], load: 0, presence: 'online' },
  });
  expect((await identity.get('/account/profile', { actor: ada.actor })).body.operatorRoles).toEqual([
    'decider',
    'reviewer',
  ]);

  const duties = [{ duty: 'review' as const, assigneeId: ada.id }];
  const [caseId, lapsing] = [randomUUID(), randomUUID()];
  const dueAt = new Date(identity.clock.now.getTime() + 10 * minute * 1000).toISOString();
  await changeCase({ caseId, state: 'in_review', duties });
  await changeCase({ caseId: lapsing, state: 'awaiting_correction', duties, dueAt });
  expect(await entryOf(ada.id)).toMatchObject({ load: 2 });
  identity.advanceClock(11 * minute);
  expect(await entryOf(ada.id)).toMatchObject({ load: 1, presence: 'signed_in' });
  await changeCase({ caseId, state: 'recommended', duties });
  expect(await entryOf(ada.id)).toMatchObject({ load: 0 });
  await changeCase({ caseId, state: 'in_review', duties });
  await changeCase({ caseId, state: 'decided', duties });
  expect(await entryOf(ada.id)).toMatchObject({ load: 0 });
  await identity.delete(`/auth/sessions/${ada.session.id}`, { actor: ada.actor });
  expect(await entryOf(ada.id)).toMatchObject({ presence: 'signed_out' });

  const auditor = await makeOperator('Béatrice', 'auditor');
  const third = await makeOperator('Chi', 'auditor');
  const { body: auditors } = await directory('role=auditor');
  expect(auditors.items.map(({ displayName }: { displayName: string }) => displayName).sort()).toEqual([
    'Béatrice',
    'Chi',
  ]);
  const first = await directory('role=auditor&limit=1');
  const rest = await directory(`role=auditor&limit=1&cursor=${first.body.nextCursor}`);
  const paged = [...first.body.items, ...rest.body.items].map(({ id }) => id);
  expect(paged).toEqual([auditor.id, third.id].sort());
  await changeRole(
    identity.app,
    { action: 'revoke', identifier: third.identifier, role: 'auditor' },
    identity.clock.now,
  );
  expect(await entryOf(third.id)).toBeUndefined();
});

test('D2 returns 403 to operators who do not assign, and shows no contact and no session', async () => {
  const grace = await makeOperator('Grace', 'field-agent');
  expect((await identity.get('/operations/operators', { actor: operator('reviewer') })).status).toBe(403);
  const text = JSON.stringify((await directory('limit=100')).body);
  expect(text).toContain(grace.id);
  for (const hidden of [grace.identifier, grace.session.id, grace.accessToken]) expect(text).not.toContain(hidden);
});
