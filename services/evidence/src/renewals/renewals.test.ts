import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceRenewalDue } from '@trust/contracts/events/evidence';
import { serviceRemoved } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-kit/testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MadeCase, makeCase, makeReviewable } from '../../test/make.ts';
import { evidenceOf } from '../../test/make-by-id.ts';
import { type Evidence, startEvidence } from '../../test/service.ts';
import { remindOfRenewals } from './remind.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 10 });
});
afterAll(() => evidence[Symbol.asyncDispose]());

const start = new Date('2026-01-05T09:00:00.000Z');
/** Documents of the tests are good for 365 days. */
const at = (day: number, seconds = 0) => {
  evidence.clock.now = new Date(start.getTime() + day * 86_400_000 + seconds * 1000);
};

/** A document that a decision rests on, confirmed at the start. */
async function decided(overrides: Partial<MadeCase> = {}) {
  at(0);
  const made = await makeCase(evidence, overrides);
  const { evidenceId, evidenceVersionId } = await makeReviewable(evidence, made, operator('reviewer').userId);
  await made.change({ state: 'decided', outcome: 'verified' });
  const told = async () =>
    (await evidence.emitted(evidenceRenewalDue))
      .filter((event) => event.evidenceVersionId === evidenceVersionId)
      .map(({ daysLeft }) => daysLeft);
  const shown = async () => (await evidence.get(`${evidenceOf(made)}/${evidenceId}`, { actor: made.rep })).body.renewal;
  return { made, evidenceId, evidenceVersionId, told, shown };
}

async function remind() {
  while ((await remindOfRenewals(evidence.app)) > 0);
}

test('a document asks for its renewal 60, 30 and 7 days before it is too old and on the day, once each, at each edge', async () => {
  const { told } = await decided();
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
    seen.push(await told());
  }
  const ladder = [60, 30, 7, 0];
  expect(seen.map((steps) => steps.length)).toEqual([0, 1, 1, 1, 2, 3, 3, 4, 4]);
  expect(seen.at(-1)).toEqual(ladder);
});

test('what it says is safe for everybody, and whoever represents the provider is to be told', async () => {
  const { made, evidenceId, evidenceVersionId } = await decided();
  at(336);
  await remind();
  const events = (await evidence.emitted(evidenceRenewalDue)).filter(
    ({ providerId }) => providerId === made.providerId,
  );
  const about = { categoryKey: 'electrician', requirementKey: 'identity', daysLeft: 30 };
  expect(events).toEqual([
    {
      ...about,
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
    { userId: null, providerId: made.providerId, template: 'evidence_renewal_due', data: about },
  ]);
});

test('of rungs that passed while nobody looked only the last one is told', async () => {
  const { told } = await decided();
  at(360);
  await remind();
  expect(await told()).toEqual([7]);
  at(366);
  await remind();
  expect(await told()).toEqual([7, 0]);
});

test('sixteen that look at the same moment tell it once', async () => {
  const { told } = await decided();
  at(306);
  await Promise.all(Array.from({ length: 16 }, () => remindOfRenewals(evidence.app)));
  expect(await told()).toEqual([60]);
});

test('nobody is asked for what is under review, was withdrawn, belongs to a service no longer offered, or has been renewed', async () => {
  const [open, gone, removed, renewed] = [await decided(), await decided(), await decided(), await decided()];
  await open.made.change({ state: 'in_review' });
  await gone.made.change({ state: 'expired' });
  await evidence.delete(`${evidenceOf(gone.made)}/${gone.evidenceId}`, { actor: gone.made.rep });
  await gone.made.change({ state: 'decided' });
  const { requirementVersionId: _, ...selection } = removed.made.selection;
  await evidence.deliver(serviceRemoved, selection);
  at(304);
  const again = await makeCase(evidence, { providerId: renewed.made.providerId });
  await makeReviewable(evidence, again, operator('reviewer').userId);
  at(365);
  await remind();
  const told = await Promise.all([open, gone, removed, renewed].map((one) => one.told()));
  expect(told).toEqual([[], [], [], []]);
});

test('M4 the representative reads when a document has to be renewed, whether or not anybody was reminded', async () => {
  const { shown } = await decided();
  const statuses: unknown[] = [];
  for (const [day, seconds] of [
    [304, 0],
    [305, 0],
    [365, -1],
    [365, 0],
  ] as const) {
    at(day, seconds);
    statuses.push(await shown());
  }
  const validUntil = '2027-01-05T09:00:00.000Z';
  expect(statuses).toEqual(['current', 'due', 'due', 'overdue'].map((status) => ({ validUntil, status })));
});
