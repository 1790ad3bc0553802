import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { operator } from '@trust/service-testing/actors';
import { compareActions } from '@trust/service-testing/compare-actions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement } from './appeals.ts';
import { makeSituation, type Situation, situations } from './case-situations.ts';
import { considering, currentVersions, grantAll, reason } from './make.ts';
import { shownSubject } from './make-subjects.ts';
import { startVerification, type Verification } from './service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

type Sent = { path: string; body?: object; headers?: Record<string, string> };
type Read = { body: { id: string; decision?: { id: string } | null; [key: string]: unknown }; etag: string };

const duties = { review: 'review', decision: 'decide', appeal: 'appeal' } as const;
const holders = { review: 'reviewer', decide: 'decider', appeal: 'decider' } as const;

/** A request whose body is right where the rules allow it. `of`: the id of an appeal, a correction or a visit. */
async function requestOf(key: string, situation: Situation, { body, etag }: Read, of: string): Promise<Sent> {
  const base = `/verification-cases/${situation.caseId}`;
  const [verb = '', noun = ''] = key.split('_');
  const duty = duties[noun as keyof typeof duties];
  const headers = { 'if-match': etag, 'idempotency-key': randomUUID() };
  const versions = await currentVersions(service, situation.caseId);
  if (verb === 'take') return { path: `${base}/assign`, body: { duty, reason } };
  if (verb === 'release') return { path: `${base}/release`, body: { duty, reason } };
  if (verb === 'assign') {
    const { userId: assigneeId } = await service.known(operator(holders[duty]));
    return { path: `/operations${base}/assign`, body: { assigneeId, duty, reason } };
  }
  const appeal = `${base}/appeals/${of}`;
  switch (key) {
    case 'start_review':
      return { path: `${base}/start-review`, body: { reason } };
    case 'record_check':
      return { path: `${base}/checks`, body: await checkOf(situation, 'identity', versions) };
    case 'record_appeal_check':
      return { path: `${appeal}/checks`, body: await checkOf(situation, 'licence', versions) };
    case 'request_correction': {
      const requirements = [
        { requirementKey: 'identity', reasonCodes: ['document_illegible'], text: 'Scan it again.' },
      ];
      return { path: `${base}/correction-requests`, body: { requirements, reason } };
    }
    case 'withdraw_correction':
      return { path: `${base}/correction-requests/${of}/withdraw`, body: { reason } };
    case 'request_visit':
      return { path: `${base}/field-visits`, body: { requirementKey: 'identity', reason } };
    case 'cancel_visit':
      return { path: `${base}/field-visits/${of}/cancel`, body: { reason } };
    case 'recommend': {
      const recommended = { outcome: 'verified', refusedClaims: [], reasonCodes: ['documents_consistent'], reason };
      return { path: `${base}/recommendations`, headers, body: recommended };
    }
    case 'decide': {
      const claims = considering(grantAll, versions);
      const decided = { outcome: 'verified', claims, reasonCodes: ['documents_consistent'], reason };
      return { path: `${base}/decisions`, headers, body: { ...decided, notReadReason: reason } };
    }
    case 'withdraw_case':
      return { path: `${base}/withdraw`, body: { reason } };
    case 'appeal': {
      const decisionId = body.decision?.id ?? randomUUID();
      return { path: `${base}/appeals`, body: { decisionId, grounds: ['evidence_misjudged'], statement } };
    }
    case 'recommend_on_appeal': {
      const claims = considering(grantAll, versions);
      const overturned = {
        outcome: 'overturned',
        caseOutcome: 'verified',
        claims,
        reasonCodes: ['evidence_misjudged'],
      };
      return { path: `${appeal}/recommendations`, body: { ...overturned, reason } };
    }
    case 'decide_appeal': {
      const upheld = { outcome: 'upheld', reasonCodes: ['decision_confirmed'], reason, notReadReason: reason };
      return { path: `${appeal}/decisions`, headers, body: upheld };
    }
    case 'withdraw_appeal':
      return { path: `${appeal}/withdraw` };
    default:
      throw new Error(`Add the request of the action ${key}.`);
  }
}

async function checkOf({ caseId }: Situation, requirementKey: string, versions: Map<string, string>): Promise<object> {
  const { about, subjectId } = await shownSubject(service, caseId, requirementKey);
  return {
    ...{ requirementKey, evidenceVersionId: versions.get(requirementKey) ?? randomUUID(), subjectId },
    ...(about === 'business' && subjectId && { providerKind: 'organisation' }),
    ...{ method: 'document_review', result: 'clear', reason },
  };
}

test('T7 the answer of a write has the actions that its next read has', async () => {
  const { caseId, people } = await makeSituation(service, 'in review, assigned');
  const actor = people.reviewer as Actor;
  const path = `/verification-cases/${caseId}`;
  const requirements = [{ requirementKey: 'identity', reasonCodes: ['document_illegible'], text: 'Scan it again.' }];
  const { body: requested } = await service.post(`${path}/correction-requests`, {
    actor,
    body: { requirements, reason },
  });
  const { body: read } = await service.get(path, { actor });
  expect(requested.actions).toMatchObject([{ key: 'withdraw_correction', allowed: true }]);
  expect(read.corrections).toMatchObject([{ actions: requested.actions }]);
  const { body: released } = await service.post(`${path}/release`, { actor, body: { duty: 'review', reason } });
  const seen = await service.get(path, { actor: people.triage as Actor });
  const keys = (actions: { key: string }[]) => actions.map(({ key }) => key);
  expect(keys(released.actions)).toEqual(keys(seen.body.actions));
});

test.each(Object.keys(situations))('T7 `actions` say what each request about a case gets: %s', async (name) => {
  const started = service.clock.now;
  const situation = await makeSituation(service, name);
  const path = `/verification-cases/${situation.caseId}`;
  const get = (actor: Actor, of = path) => service.get(of, { actor });
  await compareActions({
    db: service.db,
    people: situation.people,
    readers: ['triage', 'owner', 'contributor'],
    async read(actor) {
      const { status, body } = await get(actor);
      if (status !== 200) return undefined;
      const { corrections = [], fieldVisits = [] } = body;
      const appeals = (await get(actor, `${path}/appeals`)).body.items ?? [];
      return [body, ...corrections, ...fieldVisits, ...appeals];
    },
    async request(key, { id }, actor) {
      const { body, headers } = await get(actor);
      const sent = await requestOf(key, situation, { body, etag: headers.get('etag') ?? '' }, id);
      return () => service.post(sent.path, { actor, ...sent });
    },
  });
  service.clock.now = started;
});
