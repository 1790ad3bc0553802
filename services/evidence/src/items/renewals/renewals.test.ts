import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceRenewalDue } from '@trust/contracts/events/evidence';
import { serviceRemoved } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evidenceOf, type MadeCase, makeCase, makeClaim, makeReviewable } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { readExpiringClaims } from './expiring-claims.ts';
import { sendRenewalReminders } from './send-reminders.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 10 });
});
afterAll(() => evidence[Symbol.asyncDispose]());

const start = new Date('2026-01-05T09:00:00.000Z');
/** Claims of the tests hold for 365 days. */
const at = (day: number, seconds = 0) => {
  evidence.clock.now = new Date(start.getTime() + day * 86_400_000 + seconds * 1000);
};

async function decided({
  overrides = {},
  confirmedOn = 0,
}: {
  overrides?: Partial<MadeCase>;
  confirmedOn?: number;
} = {}) {
  at(confirmedOn);
  const made = await makeCase(evidence, overrides);
  const { evidenceId, evidenceVersionId } = await makeReviewable(evidence, made, operator('reviewer').userId);
  at(0);
  await made.change({ state: 'decided', outcome: 'verified' });
  const claim = await makeClaim(evidence, made, evidenceVersionId);
  const sentReminders = async () =>
    (await evidence.emitted(evidenceRenewalDue))
      .filter((event) => event.evidenceVersionId === evidenceVersionId)
      .map(({ daysLeft }) => daysLeft);
  const readRenewal = async () =>
    (await evidence.get(`${evidenceOf(made)}/${evidenceId}`, { actor: made.rep })).body.renewal;
  return { made, claim, evidenceId, evidenceVersionId, sentReminders, readRenewal };
}

async function remind() {
  while ((await sendRenewalReminders(evidence.app)) > 0);
}

test('sends one reminder 60, 30 and 7 days before a claim ends and on the day', async () => {
  const { sentReminders } = await decided();
  const seen: number[][] = [];
  for (const [day, seconds] of [
    [305, -1],
    [305, 0],
    [310, 0],
    [335, -1],
    [335, 0],
    [358, 0],
    [365, -1],
    [365, 0],
    [400, 0],
  ] as const) {
    at(day, seconds);
    await remind();
    await remind();
    seen.push(await sentReminders());
  }
  const ladder = [60, 30, 7, 0];
  expect(seen.map((steps) => steps.length)).toEqual([0, 1, 1, 1, 2, 3, 3, 4, 4]);
  expect(seen.at(-1)).toEqual(ladder);
});

test("D1 a reminder contains no private data and goes to the provider's representatives", async () => {
  const { made, claim, evidenceId, evidenceVersionId } = await decided();
  at(336);
  await remind();
  const events = (await evidence.emitted(evidenceRenewalDue)).filter(
    ({ providerId }) => providerId === made.providerId,
  );
  const about = { categoryKey: 'electrician', requirementKey: 'identity', daysLeft: 30 };
  expect(events).toEqual([
    {
      ...about,
      claimId: claim.claimId,
      evidenceId,
      evidenceVersionId,
      caseId: made.caseId,
      providerId: made.providerId,
      validUntil: '2027-01-05T09:00:00.000Z',
      occurredAt: evidence.clock.now.toISOString(),
    },
  ]);
  const requests = (await evidence.emitted(notificationRequested.evidence)).filter(
    ({ providerId, template }) => providerId === made.providerId && template === 'evidence_renewal_due',
  );
  expect(requests).toEqual([
    {
      userId: null,
      providerId: made.providerId,
      template: 'evidence_renewal_due',
      data: { ...about, claimId: claim.claimId },
    },
  ]);
});

test('sends only the last of several missed reminders', async () => {
  const { sentReminders } = await decided();
  at(360);
  await remind();
  expect(await sentReminders()).toEqual([7]);
  at(366);
  await remind();
  expect(await sentReminders()).toEqual([7, 0]);
});

test('sixteen concurrent workers send a reminder once', async () => {
  const { sentReminders } = await decided();
  at(306);
  await Promise.all(Array.from({ length: 16 }, () => sendRenewalReminders(evidence.app)));
  expect(await sentReminders()).toEqual([60]);
});

test('reminders follow the end of the claim, not the age of the document', async () => {
  const { claim, sentReminders, readRenewal } = await decided({ confirmedOn: -90 });
  at(304);
  await remind();
  expect(await sentReminders()).toEqual([]);
  await claim.change({ validUntil: new Date(start.getTime() + 310 * 86_400_000).toISOString() });
  await remind();
  expect(await sentReminders()).toEqual([7]);
  expect(await readRenewal()).toEqual({ validUntil: '2026-11-11T09:00:00.000Z', status: 'due' });
});

test('sends no reminder without an active claim, for a removed service or with a newer document in review', async () => {
  const [revoked, superseded, removed, renewed] = await Promise.all(Array.from({ length: 4 }, () => decided()));
  if (!revoked || !superseded || !removed || !renewed) throw new Error('Four were made.');
  await revoked.claim.change({ state: 'revoked' });
  await superseded.claim.change({ state: 'superseded' });
  const { requirementVersionId: _, ...selection } = removed.made.selection;
  await evidence.deliver(serviceRemoved, selection);
  at(304);
  const again = await makeCase(evidence, { providerId: renewed.made.providerId });
  await makeReviewable(evidence, again, operator('reviewer').userId);
  at(365);
  await remind();
  const all = [revoked, superseded, removed, renewed];
  expect(await Promise.all(all.map((one) => one.sentReminders()))).toEqual(all.map(() => []));
  expect(await revoked.readRenewal()).toBeNull();
  await again.change({ state: 'decided', outcome: 'not_verified' });
  await remind();
  expect(await renewed.sentReminders()).toEqual([0]);
});

test('M4 the renewal date is readRenewal whether or not a reminder was sent', async () => {
  const { readRenewal } = await decided();
  const statuses: unknown[] = [];
  for (const [day, seconds] of [
    [304, 0],
    [305, 0],
    [365, -1],
    [365, 0],
  ] as const) {
    at(day, seconds);
    statuses.push(await readRenewal());
  }
  const validUntil = '2027-01-05T09:00:00.000Z';
  expect(statuses).toEqual(['current', 'due', 'due', 'overdue'].map((status) => ({ validUntil, status })));
});

test('counts active claims that end within 7 and 30 days', async () => {
  await using own = await startEvidence({ connections: 10 });
  const made = await makeCase(own);
  const { evidenceVersionId } = await makeReviewable(own, made, operator('reviewer').userId);
  await made.change({ state: 'decided', outcome: 'verified' });
  const now = own.clock.now.getTime();
  for (const [days, state] of [
    [-1, 'active'],
    [3, 'active'],
    [7, 'active'],
    [8, 'active'],
    [30, 'revoked'],
    [31, 'active'],
  ] as const)
    await makeClaim(own, made, evidenceVersionId, {
      state,
      validUntil: new Date(now + days * 86_400_000).toISOString(),
    });
  const counts = (await readExpiringClaims(own.app)).map(({ attributes, value }) => [
    attributes['trust.within'],
    value,
  ]);
  expect(counts).toEqual([
    ['7d', 2],
    ['30d', 3],
  ]);
});
