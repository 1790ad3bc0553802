import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { claimChanged } from '@trust/contracts/events/claims';
import { evidenceConfirmed, evidenceRejected } from '@trust/contracts/events/evidence';
import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dutiesOf, makeCase, makeLabels } from '../../../test/make.ts';
import { makeClaim } from '../../../test/make-claim.ts';
import { makeStarted, move, requestVisit } from '../../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'Somebody must look at this today.';
type Item = {
  subject: { type: string; id: string };
  kind: string;
  priority: number;
  components: { name: string; points: number }[];
  dueAt: string | null;
};

async function itemsFor(actor: Actor, query = ''): Promise<Item[]> {
  const { status, body } = await operations.get(`/operations/triage?limit=100${query}`, { actor });
  expect(status).toBe(200);
  return body.items;
}
const kindsFor = async (actor: Actor, query = '') =>
  [...new Set((await itemsFor(actor, query)).map(({ kind }) => kind))].sort();
const find = (items: Item[], id: string) => items.find(({ subject }) => subject.id === id);

const escalate = async (actor: Actor, id: string, reasonCode: string, type = 'verification_case') =>
  (await operations.post('/operations/escalations', { actor, body: { subject: { type, id }, reasonCode, reason } }))
    .body;
const openIncident = async (severity: string, body: object = {}) =>
  (
    await operations.post('/operations/incidents', {
      actor: operations.operator('supervisor'),
      body: { severity, title: 'Something happened', reason, ...body },
    })
  ).body;

test('lists escalations, incidents and field work for those who manage them', async () => {
  const { made } = await requestVisit(operations);
  await escalate(operations.operator('triage'), made.caseId, 'conflict_of_interest');
  await openIncident('high');
  const every = ['case_review', 'escalation', 'field_work', 'incident'];
  expect(await kindsFor(operations.operator('supervisor'))).toEqual(every);
  expect(await kindsFor(operations.operator('triage'))).toEqual(['case_review', 'escalation', 'field_work']);
  expect(await kindsFor(operations.operator('reviewer'))).toEqual(['case_review']);
  expect(await kindsFor(operations.operator('decider'))).toEqual([]);
  expect(await kindsFor(operations.operator('security'))).toEqual(['incident']);
  for (const kind of every) expect(await kindsFor(operations.operator('supervisor'), `&kind=${kind}`)).toEqual([kind]);
});

test('an item names its subject, its case and its labels, and who works on it', async () => {
  const { id, made, agent } = await makeStarted(operations);
  const shown = {
    ...{ kind: 'field_work', state: 'in_progress', caseId: made.caseId, assignment: 'other', slaStatus: 'on_track' },
    subject: { type: 'field_work_item', id },
    provider: { displayName: 'Volt & Fils' },
    requirements: [{ key: 'identity', label: { en: 'Proof of identity' } }],
  };
  const items = await itemsFor(operations.operator('triage'), '&kind=field_work');
  expect(find(items, id)).toMatchObject(shown);
  expect(JSON.stringify(items)).not.toContain(agent.userId);
  await move(operations, agent, id, 'hold');
  expect(find(await itemsFor(operations.operator('triage'), '&kind=field_work'), id)).toBeUndefined();
  const paused = await itemsFor(operations.operator('triage'), '&state=on_hold');
  expect(find(paused, id)).toMatchObject({ slaStatus: 'paused', dueAt: null });

  const incident = await openIncident('critical');
  const found = find(await itemsFor(operations.operator('security')), incident.id);
  expect(found).toMatchObject({
    ...{ subject: { type: 'incident' }, state: 'open', dueAt: incident.dueAt, assignment: 'unassigned' },
    ...{ provider: { displayName: null }, category: { key: 'all' }, requirements: [] },
  });
  expect(found).not.toHaveProperty('caseId');
});

test('explains safety and escalations as components, for those who see the escalations', async () => {
  const [supervisor, reviewer] = [operations.operator('supervisor'), operations.operator('reviewer')];
  const { caseId } = await makeCase(operations, { duties: dutiesOf({ review: reviewer.userId }) });
  const pointsFor = async (actor: Actor) => {
    const item = find(await itemsFor(actor), caseId) as Item;
    expect(item.priority).toBe(item.components.reduce((sum, { points }) => sum + points, 0));
    return Object.fromEntries(item.components.map(({ name, points }) => [name, points]));
  };
  await escalate(reviewer, caseId, 'second_opinion');
  expect(await pointsFor(reviewer)).toMatchObject({ safety: 0, sla: 40, age: 0, escalations: 20 });
  const safety = await escalate(supervisor, caseId, 'safety_concern');
  for (let more = 0; more < 2; more++) await escalate(supervisor, caseId, 'conflict_of_interest');
  expect(await pointsFor(supervisor)).toMatchObject({ safety: 160, sla: 40, age: 0, escalations: 60 });
  expect(await pointsFor(reviewer)).toMatchObject({ safety: 0, sla: 40, age: 0, escalations: 20 });
  const first = (await itemsFor(supervisor))[0];
  expect(first?.subject.id).toBe(caseId);
  for (const verb of ['start', 'resolve'])
    await operations.post(`/operations/escalations/${safety.id}/${verb}`, { actor: supervisor, body: { reason } });
  expect(await pointsFor(supervisor)).toMatchObject({ safety: 0, escalations: 60 });
});

test('lists a claim that ends within 30 days until a case renews it', async () => {
  const supervisor = operations.operator('supervisor');
  const [claim, later] = [await makeClaim(operations, { days: 20 }), await makeClaim(operations, { days: 40 })];
  const items = await itemsFor(supervisor, '&kind=expiring_claim');
  expect(find(items, claim.claimId)).toMatchObject({
    ...{ subject: { type: 'claim' }, state: 'expiring', caseId: claim.caseId, dueAt: claim.validUntil },
    ...{ priority: 70, slaStatus: 'on_track', requirements: [{ key: 'identity' }] },
  });
  expect(find(items, later.claimId)).toBeUndefined();
  expect(await kindsFor(operations.operator('triage'))).not.toContain('expiring_claim');
  await operations.deliver(claimChanged, { ...later, validUntil: claim.validUntil, state: 'revoked' });
  await makeCase(operations, { providerId: claim.providerId, kind: 'renewal', state: 'awaiting_evidence' });
  expect(await itemsFor(supervisor, '&kind=expiring_claim')).toEqual([]);
});

test('lists possible duplicates until one operator has judged the pair', async () => {
  const [{ providerId }, other] = [await makeCase(operations), await makeCase(operations)];
  const otherProviderId = other.providerId;
  const occurredAt = operations.clock.now.toISOString();
  await makeLabels(operations, other);
  for (const [one, two] of [
    [providerId, otherProviderId],
    [otherProviderId, providerId],
  ] as const)
    await operations.deliver(possibleDuplicateFound, {
      providerId: one,
      otherProviderId: two,
      same: ['name'],
      occurredAt,
    });
  const security = operations.operator('security');
  const items = await itemsFor(security, '&kind=possible_duplicate&state=open');
  expect(items).toHaveLength(1);
  const { id } = (items[0] as Item).subject;
  expect(await kindsFor(operations.operator('triage'))).not.toContain('possible_duplicate');
  const own = { ...security, assignments: representative(otherProviderId).assignments };
  expect(await itemsFor(own, '&kind=possible_duplicate')).toEqual([]);
  const path = `/operations/possible-duplicates/${id}`;
  expect(await operations.get(path, { actor: own })).toMatchObject({ status: 404 });
  const { body: found } = await operations.get(path, { actor: security });
  expect(found).toMatchObject({ state: 'open', outcome: null });
  expect(found.providers.map((provider: { id: string }) => provider.id)).toEqual([providerId, otherProviderId].sort());
  const body = { outcome: 'distinct', reason };
  expect(await operations.post(`${path}/review`, { actor: own, body })).toMatchObject({ status: 404 });
  const judged = { state: 'reviewed', outcome: 'distinct', reviewerId: security.userId, reason };
  expect(await operations.post(`${path}/review`, { actor: security, body })).toMatchObject({
    status: 200,
    body: judged,
  });
  expect(await operations.post(`${path}/review`, { actor: security, body })).toMatchObject({ status: 400 });
  expect(
    (await operations.audited('reviewPossibleDuplicate')).filter(({ outcome }) => outcome === 'done'),
  ).toMatchObject([{ objectId: id, reason, after: { state: 'reviewed', outcome: 'distinct' } }]);
  expect(await itemsFor(security, '&kind=possible_duplicate')).toEqual([]);
  expect(find(await itemsFor(operations.operator('supervisor')), other.caseId)).toMatchObject({
    provider: { possibleDuplicate: false },
  });
});

test('lists documents that wait for their scan or failed it, until another one replaces them', async () => {
  const { caseId, providerId } = await makeCase(operations, { state: 'awaiting_evidence' });
  const triage = operations.operator('triage');
  const confirm = async () => {
    const evidenceVersionId = randomUUID();
    const shared = { evidenceVersionId, caseId, providerId, requirementKey: 'identity' };
    const confirmedAt = operations.clock.now.toISOString();
    const ids = { evidenceId: randomUUID(), intentId: randomUUID(), uploaderId: randomUUID() };
    await operations.deliver(evidenceConfirmed, { ...shared, ...ids, documentKind: 'passport', confirmedAt });
    return { ...shared, occurredAt: confirmedAt };
  };
  const scans = (actor: Actor, state = '') => itemsFor(actor, `&kind=evidence_scan${state && `&state=${state}`}`);
  const first = await confirm();
  expect(await scans(triage)).toEqual([]);
  operations.advanceClock(15 * 60);
  const {
    subject,
    slaStatus,
    caseId: ofCase,
  } = (await scans(triage, 'pending_scan'))[0] as Item & Record<string, unknown>;
  expect({ subject, slaStatus, ofCase }).toEqual({
    ...{ subject: { type: 'evidence_version', id: first.evidenceVersionId }, slaStatus: 'on_track', ofCase: caseId },
  });
  expect(await kindsFor(operations.operator('reviewer'))).not.toContain('evidence_scan');
  await operations.deliver(evidenceRejected, { ...first, reason: 'malware' });
  expect(await scans(triage, 'pending_scan')).toEqual([]);
  expect(await scans(triage, 'rejected')).toMatchObject([{ slaStatus: 'paused', dueAt: null }]);
  const second = await confirm();
  expect(await scans(triage)).toEqual([]);
  await operations.deliver(evidenceRejected, { ...second, reason: 'unscannable' });
  expect(await scans(triage)).toHaveLength(2);
});

test('Z3 lists an override for those who may still vote on it, until it ends', async () => {
  const [requester, voter] = [operations.operator('supervisor'), operations.operator('security')];
  const body = { kind: 'publication-gate', action: 'open', reason };
  const { body: made } = await operations.post('/operations/overrides', { actor: requester, body });
  const shown = async (actor: Actor) => find(await itemsFor(actor, '&kind=override_approval'), made.id);
  expect(await shown(requester)).toBeUndefined();
  expect(await shown(voter)).toMatchObject({ subject: { type: 'override' }, state: 'pending', dueAt: made.expiresAt });
  const claimed = await operations.post(`/operations/triage/override/${made.id}/claim`, { actor: voter });
  expect(claimed).toMatchObject({ status: 200, body: { kind: 'override_approval' } });
  await operations.post(`/operations/overrides/${made.id}/approvals`, {
    actor: voter,
    body: { decision: 'approve', reason },
  });
  expect(await shown(voter)).toBeUndefined();
  const other = operations.operator('supervisor');
  expect(await shown(other)).toBeDefined();
  const { body: control } = await operations.get('/operations/mission-control', { actor: other });
  const open = Object.fromEntries(
    control.queues.map((queue: { kind: string; open: number }) => [queue.kind, queue.open]),
  );
  expect(open).toMatchObject({ override_approval: 1, expiring_claim: 0, evidence_scan: 2, possible_duplicate: 0 });
  operations.advanceClock(72 * 3600);
  expect(await shown(operations.operator('security'))).toBeUndefined();
});

test('an operator does not see items of a provider that they represent', async () => {
  const { id, made } = await requestVisit(operations);
  const escalation = await escalate(operations.operator('triage'), made.caseId, 'technical');
  const incident = await openIncident('low', { providerId: made.providerId });
  const own = { ...operations.operator('supervisor'), assignments: representative(made.providerId).assignments };
  const [theirs, others] = [await itemsFor(own), await itemsFor(operations.operator('supervisor'))];
  for (const subject of [id, made.caseId, escalation.id, incident.id]) {
    expect(find(theirs, subject)).toBeUndefined();
    expect(find(others, subject)).toBeDefined();
  }
});

test('pages of all kinds together neither repeat nor skip an item, while time passes', async () => {
  await using alone = await startOperations();
  const actor = alone.operator('supervisor');
  const fresh = () => ({ ...actor, authenticatedAt: Math.floor(alone.clock.now.getTime() / 1000) });
  for (let index = 0; index < 6; index++) {
    const { made } = await requestVisit(alone);
    const body = { subject: { type: 'verification_case', id: made.caseId }, reasonCode: 'technical', reason };
    if (index % 2) await alone.post('/operations/escalations', { actor, body });
    const incident = { severity: index % 3 ? 'low' : 'critical', title: 'Something happened', reason };
    await alone.post('/operations/incidents', { actor: fresh(), body: incident });
    alone.advanceClock(7 * 3600);
  }
  const whole = (await alone.get('/operations/triage?limit=100', { actor: fresh() })).body.items as Item[];
  expect(whole).toHaveLength(21);
  const paged: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await alone.get(`/operations/triage?limit=4${cursor && `&cursor=${cursor}`}`, { actor: fresh() });
    paged.push(...body.items);
    cursor = body.nextCursor;
    alone.advanceClock(9 * 3600);
  }
  expect(paged).toEqual(whole);
  const keys = whole.map(({ priority, dueAt, subject }) => [-priority, Date.parse(dueAt ?? '9999-01-01'), subject.id]);
  expect(keys).toEqual([...keys].sort(compare));
});

function compare(a: (string | number)[], b: (string | number)[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] as typeof left;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
