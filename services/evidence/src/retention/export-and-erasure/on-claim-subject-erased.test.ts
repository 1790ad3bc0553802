import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { auditRecorded } from '@trust/contracts/events/any';
import { claimSubjectErased, premisesErased } from '@trust/contracts/events/claims';
import { evidenceWithdrawn, fieldPhotoChanged } from '@trust/contracts/events/evidence';
import { legalHoldChanged } from '@trust/contracts/events/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { colleague, confirm, type MadeCase, makeCase, makeClaim, makeUpload, pdf } from '../../../test/make.ts';
import { makePhoto, makeWork } from '../../../test/make-photo.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { scanDueVersions } from '../../scanning/scan-versions.ts';
import { redactDueVersions } from '../redaction/redact-versions.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence();
});
afterAll(() => evidence[Symbol.asyncDispose]());

const instant = () => evidence.clock.now.toISOString();
/** `identity` is about the person responsible, `insurance` about the business. */
const makePersonCase = () => makeCase(evidence, {}, { identity: 'person', insurance: 'business' });

async function send(made: MadeCase, requirementKey: string, actor: Actor = made.rep) {
  const sender = { ...made, rep: actor };
  const upload = await makeUpload(evidence, sender, pdf(), { requirementKey, label: 'Passport of Marie' });
  const { body } = await confirm(evidence, actor, upload);
  await scanDueVersions(evidence.app);
  evidence.advanceClock(60);
  return { id: body.evidenceVersionId as string, intentId: upload.id as string };
}
const erase = (
  made: MadeCase,
  facts: Partial<{ subjectId: string; shownFromAt: string | null; endedAt: string }> = {},
) =>
  evidence.deliver(claimSubjectErased, {
    subjectId: randomUUID(),
    providerId: made.providerId,
    shownFromAt: null,
    endedAt: instant(),
    occurredAt: instant(),
    ...facts,
  });
const stateOf = async (id: string) =>
  (await evidence.db.selectFrom('evidence_processing').select('state').where('version_id', '=', id).execute())[0]
    ?.state;

test('P2 documents about an erased person are deleted, whoever sent them, and decided or not; others stay', async () => {
  const [made, other] = [await makePersonCase(), await makePersonCase()];
  const passport = await send(made, 'identity', await colleague(evidence, made.providerId));
  const insurance = await send(made, 'insurance');
  const elsewhere = await send(other, 'identity');
  await made.change({ state: 'decided', outcome: 'verified' });
  for (let time = 0; time < 2; time++) await erase(made);
  expect(await stateOf(passport.id)).toBe('redacted');
  expect([await stateOf(insurance.id), await stateOf(elsewhere.id)]).toEqual(['available', 'available']);
  const withdrawn = (await evidence.emitted(evidenceWithdrawn)).filter(
    ({ providerId }) => providerId === made.providerId,
  );
  expect(withdrawn).toMatchObject([
    { evidenceVersionId: passport.id, caseId: made.caseId, requirementKey: 'identity' },
  ]);
  const entries = (await evidence.emitted(auditRecorded.evidence)).filter(({ objectId }) => objectId === passport.id);
  expect(entries.slice(-2).map(({ action, permission }) => [action, permission])).toEqual([
    ['withdrawEvidence', 'event'],
    ['redactEvidence', 'event'],
  ]);
  const labels = await evidence.db
    .selectFrom('upload_intent')
    .select('label')
    .where('id', 'in', [passport.intentId, insurance.intentId])
    .execute();
  expect(labels.map(({ label }) => label).sort()).toEqual(['Passport of Marie', null]);
});

test('P2 documents of whoever was responsible before or after stay', async () => {
  const made = await makePersonCase();
  const before = await send(made, 'identity');
  const shownFromAt = instant();
  evidence.advanceClock(60);
  const own = await send(made, 'identity');
  const endedAt = instant();
  evidence.advanceClock(60);
  const after = await send(made, 'identity');
  await erase(made, { shownFromAt, endedAt });
  expect([await stateOf(before.id), await stateOf(own.id), await stateOf(after.id)]).toEqual([
    'available',
    'redacted',
    'available',
  ]);
});

test('P2 the check that found a person in a document counts more than when it was sent', async () => {
  const made = await makePersonCase();
  const [erased, present] = [randomUUID(), randomUUID()];
  const [early, explained] = [await send(made, 'identity'), await send(made, 'identity')];
  await makeClaim(evidence, made, early.id, { subjectId: erased, state: 'suspended' });
  const claim = await makeClaim(evidence, made, explained.id, { subjectId: present });
  await erase(made, { subjectId: erased, shownFromAt: instant(), endedAt: instant() });
  expect([await stateOf(early.id), await stateOf(explained.id)]).toEqual(['redacted', 'available']);
  // Sent while the erased person was responsible, but a claim about another one rests on it.
  await erase(made, { subjectId: erased });
  expect(await stateOf(explained.id)).toBe('available');
  await claim.change({ state: 'revoked' });
  await erase(made, { subjectId: present });
  expect(await stateOf(explained.id)).toBe('redacted');
});

test('P2 a document of two people stays while a claim about the other one is active', async () => {
  const made = await makePersonCase();
  const [erased, other] = [randomUUID(), randomUUID()];
  const { id } = await send(made, 'identity');
  await makeClaim(evidence, made, id, { subjectId: erased, state: 'suspended' });
  const claim = await makeClaim(evidence, made, id, { subjectId: other });
  await erase(made, { subjectId: erased });
  expect(await stateOf(id)).toBe('available');
  await claim.change({ state: 'revoked' });
  await erase(made, { subjectId: erased });
  expect(await stateOf(id)).toBe('redacted');
});

test('P2 a legal hold on who sent such a document keeps its bytes, which nobody reads, until it is lifted', async () => {
  const made = await makePersonCase();
  const { id } = await send(made, 'identity');
  const hold = (held: boolean) =>
    evidence.deliver(legalHoldChanged, { userId: made.rep.userId, held, occurredAt: instant() });
  await hold(true);
  await erase(made);
  expect(await stateOf(id)).toBe('withdrawn');
  await hold(false);
  evidence.advanceClock(30 * 86_400);
  await redactDueVersions(evidence.app);
  expect(await stateOf(id)).toBe('redacted');
});

test('P2 documents and photos of premises end with who alone showed them; others stay', async () => {
  const made = await makeCase(evidence, {}, { identity: 'premises', insurance: 'person' });
  const before = await send(made, 'identity');
  const shownFromAt = instant();
  evidence.advanceClock(60);
  const plan = await send(made, 'identity');
  const passport = await send(made, 'insurance');
  const work = await makeWork(evidence, made);
  const photo = (await (await makePhoto(evidence, work)).confirm()).body;
  await scanDueVersions(evidence.app);
  const facts = { subjectId: randomUUID(), providerId: made.providerId, shownFromAt };
  const erased = { ...facts, endedAt: instant(), occurredAt: instant() };
  evidence.advanceClock(60);
  const after = await send(made, 'identity');
  await made.change({ state: 'decided', outcome: 'verified' });
  for (let time = 0; time < 2; time++) await evidence.deliver(premisesErased, erased);
  const states = [before, plan, passport, after].map(({ id }) => stateOf(id));
  expect(await Promise.all(states)).toEqual(['available', 'redacted', 'available', 'available']);
  const shown = (await evidence.emitted(fieldPhotoChanged)).filter(({ photoId }) => photoId === photo.id);
  expect(shown.map(({ state }) => state)).toEqual(['pending_scan', 'available', 'rejected']);
});
