import { randomUUID } from 'node:crypto';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { providerChanged, serviceRemoved } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeReviewed } from '../../../test/appeals.ts';
import {
  decide,
  granting,
  makeProvider,
  makeRecommended,
  openReview,
  type Provider,
  providerFacts,
} from '../../../test/make.ts';
import { endSubject, nameSubject } from '../../../test/make-subjects.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { revokeDueClaims } from './unconfirmed-claims.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const path = '/provider-workspace/me/claims';
type Owner = Awaited<ReturnType<typeof makeProvider>>['owner'];
const list = async (actor: Owner, headers = {}) => (await service.get(path, { actor, headers })).body.items;
const days = (count: number) => service.advanceClock(count * 86_400);

async function makeClaims() {
  const made = await makeRecommended(service);
  const { body } = await decide(service, made.caseId);
  return { ...made, decision: body };
}

test('a provider reads its claims, also after its service and its publication have ended', async () => {
  const { owner, caseId, decision, providerId, selectionId, categoryKey } = await makeClaims();
  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  await service.deliver(providerChanged, providerFacts(providerId, 'suspended'));
  const claims = await list(owner);
  expect(claims).toHaveLength(2);
  expect(claims).toContainEqual({
    id: decision.claims[1].claimId,
    type: 'licence_confirmed',
    categoryKey,
    statement: { en: 'The licence was seen.', fr: 'La pièce licence a été vue.' },
    status: 'active',
    statusReason: null,
    method: 'document_review',
    limitations: [{ en: 'Says nothing beyond the licence.', fr: 'Ne dit rien au-delà de licence.' }],
    validFrom: decision.decidedAt,
    validUntil: new Date(Date.parse(decision.decidedAt) + 180 * 86_400_000).toISOString(),
    caseId,
    decisionId: decision.id,
  });
});

test('D2 nobody else reads them, and pages follow each other', async () => {
  const { owner, decision } = await makeClaims();
  const other = await makeProvider(service);
  expect(await list(other.owner)).toEqual([]);
  expect((await service.get(path, { actor: operator('supervisor') })).status).toBe(404);
  const first = (await service.get(`${path}?limit=1`, { actor: owner })).body;
  const second = (await service.get(`${path}?limit=1&cursor=${first.nextCursor}`, { actor: owner })).body;
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
  expect(ids.sort()).toEqual(decision.claims.map(({ claimId }: { claimId: string }) => claimId).sort());
  expect(second.nextCursor).toBeNull();
});

test('M4 a claim expires for its provider by the clock', async () => {
  const { owner, decision } = await makeClaims();
  const start = service.clock.now;
  const licence = async () =>
    (await list(owner)).find(({ id }: { id: string }) => id === decision.claims[1].claimId).status;
  days(150);
  expect(await licence()).toBe('expiring');
  days(30);
  expect(await licence()).toBe('expired');
  service.clock.now = start;
});

test('a suspended, revoked or withheld claim says why and since when; a replaced one does not', async () => {
  const made = await makeReviewed(service);
  const read = async () => {
    const claims: { id: string; status: string; statusReason: unknown; decisionId: string }[] = await list(made.owner);
    const licence = claims.find(({ id }) => id === made.licenceId);
    const current = claims.find(({ decisionId }) => decisionId === made.decisionId);
    return { licence, current, replaced: claims.find(({ status }) => status === 'superseded') };
  };
  const before = await read();
  const reason = { code: 'not_confirmed_by_review', text: expect.stringContaining('appeal'), caseId: made.caseId };
  const since = service.clock.now.toISOString();
  expect(before.licence).toMatchObject({ status: 'suspended', statusReason: { ...reason, changedAt: since } });
  expect(before.replaced).toMatchObject({ statusReason: null });

  const claimId = before.current?.id ?? '';
  await service.deliver(emergencyActionChanged, {
    actionId: randomUUID(),
    kind: 'withhold_claim',
    targetId: claimId,
    startedAt: since,
    endsAt: new Date(service.clock.now.getTime() + 3_600_000).toISOString(),
    occurredAt: since,
  });
  expect((await read()).current).toMatchObject({
    status: 'suspended',
    statusReason: { code: 'emergency_action', changedAt: since, caseId: null },
  });
  service.advanceClock(3600);
  expect((await read()).current).toMatchObject({ status: 'active', statusReason: null });

  days(60);
  await service.db.transact((trx) => revokeDueClaims(trx, service.app));
  expect((await read()).licence).toMatchObject({ status: 'revoked', statusReason: reason });
});

test('a claim whose name ended says so, without a case', async () => {
  const { owner, providerId } = await makeClaims();
  await endSubject(service, providerId, 'business');
  const claims: { statusReason: unknown }[] = await list(owner);
  expect(claims.map(({ statusReason }) => statusReason)).toContainEqual(
    expect.objectContaining({ code: 'subject_ended', caseId: null, text: expect.stringContaining('begin again') }),
  );
});

/** Claims of a provider that this person answers for. */
async function makeClaimsOf(provider: Provider, personId: string) {
  await endSubject(service, provider.providerId, 'person');
  await nameSubject(service, provider.providerId, 'person', { personId });
  const made = await makeRecommended(service, { provider });
  expect((await decide(service, made.caseId)).status).toBe(201);
  return made;
}

test('D1 a provider reads nothing of the case of another provider that suspended its claim', async () => {
  const owned = await makeProvider(service);
  const personId = owned.owner.userId;
  const [first, other] = [
    await makeClaimsOf(owned, personId),
    await makeClaimsOf(await makeProvider(service), personId),
  ];
  service.advanceClock(60);
  await openReview(service, first, 'renewal');
  const { caseId } = await makeRecommended(service, { provider: first, results: { identity: 'failed' } });
  const refused = { claims: granting('licence_confirmed'), reasonCodes: ['requirement_not_met'] };
  expect((await decide(service, caseId, refused)).status).toBe(201);
  const suspended = async (owner: Owner, headers = {}) =>
    (await list(owner, headers)).find(({ status }: { status: string }) => status === 'suspended');
  const code = 'conditions_changed';
  expect(await suspended(first.owner)).toMatchObject({
    statusReason: { code, caseId, text: expect.stringContaining('You can appeal its decision.') },
  });
  const { statusReason } = await suspended(other.owner);
  expect(statusReason).toMatchObject({ code, caseId: null, text: expect.stringMatching(/contact support\.$/) });
  expect(statusReason.text).not.toMatch(/appeal|decision|review/);
  const french = await suspended(other.owner, { 'accept-language': 'fr' });
  expect(french.statusReason.text).toMatch(/contactez l’assistance\.$/);
});
