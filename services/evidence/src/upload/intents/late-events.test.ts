import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { serviceSelected } from '@trust/contracts/events/provider';
import { caseOpened } from '@trust/contracts/events/verification';
import { openDb } from '@trust/service-kit/database/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, contractFor, intentsPath, type MadeCase, makeCase, makeUpload, pdf } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence();
  // Ids have the time of the machine.
  evidence.clock.now = new Date();
});
afterAll(() => evidence[Symbol.asyncDispose]());

const open = (made: MadeCase, caseId: string) =>
  evidence.post(intentsPath, { actor: made.rep, body: contractFor({ caseId }, pdf()) });

const notYetKnown = { status: 409, body: { errors: [{ code: 'not_yet_known' }] } };

test('C4 confirming returns 409 with Retry-After until the selection is announced', async () => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  await using owner = openDb({ url: evidence.ownerUrl, max: 1 });
  await sql`delete from service_selection where provider_id = ${made.providerId}`.execute(owner);
  const early = await confirm(evidence, made.rep, upload);
  expect(early).toMatchObject(notYetKnown);
  expect(early.headers.get('retry-after')).toBe('1');

  await evidence.deliver(serviceSelected, made.selection);
  expect((await confirm(evidence, made.rep, upload)).status).toBe(201);
});

test('opening an upload returns 409 until its new case is announced', async () => {
  const made = await makeCase(evidence);
  evidence.advanceClock(60);
  const caseId = idAt(evidence.clock.now);
  const early = await open(made, caseId);
  expect(early).toMatchObject(notYetKnown);
  expect(early.headers.get('retry-after')).toBe('1');

  await evidence.deliver(caseOpened, { ...facts(made), caseId, occurredAt: evidence.clock.now.toISOString() });
  expect((await open(made, caseId)).status).toBe(201);
});

test('D2 opening an upload returns 404 for a foreign and for an unknown case', async () => {
  const [made, other] = [await makeCase(evidence), await makeCase(evidence)];
  evidence.advanceClock(60);
  const theirs = idAt(evidence.clock.now);
  await evidence.deliver(caseOpened, { ...facts(other), caseId: theirs, occurredAt: evidence.clock.now.toISOString() });
  const absent = idAt(evidence.clock.now);
  for (const caseId of [theirs, absent, randomUUID(), idAt(new Date(Date.now() + 3_600_000))])
    expect((await open(made, caseId)).status).toBe(404);
});

test('opening an upload returns 409 until the requirement version is announced', async () => {
  const made = await makeCase(evidence);
  const caseId = randomUUID();
  await evidence.deliver(caseOpened, { ...facts(made), caseId, requirementVersionId: randomUUID() });
  expect(await open(made, caseId)).toMatchObject(notYetKnown);
});

function facts({ rep: _rep, selection: _selection, change: _change, ...payload }: MadeCase) {
  return payload;
}

function idAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${randomUUIDv7().slice(13)}`;
}
