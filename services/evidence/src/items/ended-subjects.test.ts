import { randomUUID } from 'node:crypto';
import { claimSubjectEnded, claimSubjectSnapshot } from '@trust/contracts/events/claims';
import { legalHoldChanged } from '@trust/contracts/events/identity';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { evidenceOf, type MadeCase, makeCase, makeClaim, submitById } from '../../test/make.ts';
import { type Evidence, startEvidence } from '../../test/service.ts';
import { endDueVersions } from '../retention/redaction/end-due-versions.ts';

let evidence: Evidence;
beforeEach(async () => {
  await evidence?.[Symbol.asyncDispose]();
  evidence = await startEvidence();
});
afterAll(() => evidence[Symbol.asyncDispose]());

const minute = 60;
const days = (count: number) => evidence.advanceClock(count * 86_400);
const instant = () => evidence.clock.now.toISOString();
type Sent = { evidenceId: string; evidenceVersionId: string };
const withdraw = async (made: MadeCase, { evidenceId }: Sent) =>
  (await evidence.delete(`${evidenceOf(made)}/${evidenceId}`, { actor: made.rep })).status;
const stateOf = async ({ evidenceVersionId: id }: Sent) =>
  (await evidence.db.selectFrom('evidence_processing').select('state').where('version_id', '=', id).execute())[0]
    ?.state;

/** `identity` is about the person responsible or the premises, `insurance` about the business. */
async function makeSent(about: 'person' | 'premises' = 'person') {
  const made = await makeCase(evidence, {}, { identity: about, insurance: 'business' });
  const of = { providerId: made.providerId, about };
  const end = async (subjectId: string = randomUUID(), ofWhat: 'person' | 'premises' = about) => {
    evidence.advanceClock(minute);
    const ended = { ...of, about: ofWhat, subjectId, reason: 'left' as const, occurredAt: instant() };
    await evidence.deliver(claimSubjectEnded, ended);
    evidence.advanceClock(minute);
  };
  const sent = await submitById(evidence, made);
  return { made, sent, end, of };
}

const decide = (made: MadeCase) => made.change({ state: 'decided', outcome: 'verified', occurredAt: instant() });
const freeze = (targetId: string) =>
  evidence.deliver(emergencyActionChanged, {
    ...{ actionId: randomUUID(), kind: 'freeze_case', targetId, startedAt: instant(), occurredAt: instant() },
    endsAt: new Date(evidence.clock.now.getTime() + 3_600_000).toISOString(),
  });

test.each(['person', 'premises'] as const)(
  'P1 a document about a %s that ended is withdrawn after its decision, one about the business is not',
  async (about) => {
    const { made, sent, end } = await makeSent(about);
    const insurance = await submitById(evidence, made, { requirementKey: 'insurance' });
    const subjectId = randomUUID();
    const claim = await makeClaim(evidence, made, sent.evidenceVersionId, { subjectId });
    await decide(made);
    expect(await withdraw(made, sent)).toBe(409);
    await end(subjectId);
    expect(await withdraw(made, sent)).toBe(409);
    await claim.change({ state: 'suspended' });
    expect([await withdraw(made, sent), await withdraw(made, insurance)]).toEqual([204, 409]);
    expect([await stateOf(sent), await stateOf(insurance)]).toEqual(['withdrawn', 'pending_scan']);
    expect(await withdraw(made, sent)).toBe(204);
  },
);

test('P1 a document of who was named next stays, and one on which a claim about somebody else rests', async () => {
  const { made, sent, end } = await makeSent();
  await decide(made);
  await end(randomUUID(), 'premises');
  expect(await withdraw(made, sent)).toBe(409);
  const former = randomUUID();
  await end(former);
  const next = await makeCase(evidence, { providerId: made.providerId }, { identity: 'person' });
  const later = await submitById(evidence, next);
  await decide(next);
  expect(await withdraw(next, later)).toBe(409);
  const present = randomUUID();
  await makeClaim(evidence, made, sent.evidenceVersionId, { subjectId: former, state: 'suspended' });
  const claim = await makeClaim(evidence, made, sent.evidenceVersionId, { subjectId: present });
  await claim.change({ state: 'superseded' });
  expect(await withdraw(made, sent)).toBe(409);
  await end(present);
  expect(await withdraw(made, sent)).toBe(204);
});

test('P1 what a case under way, an appeal or a frozen case relies on stays', async () => {
  const { made, sent, end } = await makeSent();
  await end();
  await made.change({ state: 'recommended' });
  expect(await withdraw(made, sent)).toBe(409);
  await made.change({ state: 'under_appeal' });
  expect(await withdraw(made, sent)).toBe(409);
  await decide(made);
  const earlierVersionIds = [sent.evidenceVersionId];
  const review = await makeCase(evidence, { providerId: made.providerId, kind: 'review', earlierVersionIds });
  expect(await withdraw(made, sent)).toBe(409);
  await decide(review);
  await freeze(review.caseId);
  expect(await withdraw(made, sent)).toBe(409);
  evidence.advanceClock(3600);
  expect(await withdraw(made, sent)).toBe(204);
});

test('P1 documents about who has gone are deleted 395 days after, unless their case changed within a month', async () => {
  const [old, recent, snapshot, held] = [
    await makeSent(),
    await makeSent('premises'),
    await makeSent(),
    await makeSent(),
  ];
  for (const one of [old, recent, held]) await decide(one.made);
  for (const one of [old, recent, held]) await one.end();
  evidence.advanceClock(minute);
  const named = { ...snapshot.of, subjectId: randomUUID(), occurredAt: instant() };
  await decide(snapshot.made);
  await evidence.deliver(claimSubjectSnapshot, { ...named, endedAt: instant() });
  const person = held.made.rep.userId;
  await evidence.deliver(legalHoldChanged, { userId: person, held: true, occurredAt: instant() });
  const states = async () => Promise.all([old, recent, snapshot, held].map(({ sent }) => stateOf(sent)));
  days(394);
  await decide(recent.made);
  await endDueVersions(evidence.app);
  expect(await states()).toEqual(Array(4).fill('pending_scan'));
  days(1);
  await endDueVersions(evidence.app);
  expect(await states()).toEqual(['redacted', 'pending_scan', 'redacted', 'pending_scan']);
  await evidence.deliver(legalHoldChanged, { userId: person, held: false, occurredAt: instant() });
  days(30);
  await endDueVersions(evidence.app);
  expect(await states()).toEqual(Array(4).fill('redacted'));
});

test('P1 a snapshot of what is current ends nothing', async () => {
  const { made, sent, of } = await makeSent();
  await decide(made);
  evidence.advanceClock(minute);
  await evidence.deliver(claimSubjectSnapshot, { ...of, subjectId: randomUUID(), occurredAt: instant() });
  expect(await withdraw(made, sent)).toBe(409);
});
