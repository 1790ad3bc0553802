import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { operator } from '@trust/service-testing/actors';
import { expect } from 'vitest';
import { findTypesOnAppeal } from '../src/case/record/decisions.ts';
import {
  considering,
  currentVersions,
  decide,
  granting,
  makeRecommended,
  openReview,
  type Provider,
  read,
  reason,
} from './make.ts';
import { subjectOf } from './make-subjects.ts';
import type { Verification } from './service.ts';

export const statement = 'The licence shows the name of the owner, which differs from the trade name.';

export type Decided = Provider & { caseId: string; decisionId: string; decider: Actor; reviewer: Actor };

export type Reviewed = Decided & { licenceId: string };

/** The licence is not granted, so there is something to appeal. */
export async function makeDecided(service: Verification, claims = granting('identity_confirmed')): Promise<Decided> {
  const made = await makeRecommended(service);
  const decider = operator('decider');
  const { body } = await decide(service, made.caseId, { actor: decider, claims });
  return { ...made, decider, decisionId: body.id };
}

/** A review that does not confirm the licence. */
export async function makeReviewed(service: Verification, decision: object = {}): Promise<Reviewed> {
  const first = await makeRecommended(service);
  const { body } = await decide(service, first.caseId);
  await openReview(service, first);
  const review = await makeRecommended(service, { provider: first });
  const decider = operator('decider');
  const claims = granting('identity_confirmed');
  const reviewed = await decide(service, review.caseId, { actor: decider, claims, ...decision });
  return { ...review, decider, decisionId: reviewed.body.id, licenceId: body.claims[1].claimId };
}

export function appeal(
  service: Verification,
  { caseId, decisionId, owner }: { caseId: string; decisionId: string; owner: Actor },
  body: object = {},
) {
  return service.post(`/verification-cases/${caseId}/appeals`, {
    actor: owner,
    body: { decisionId, grounds: ['evidence_misjudged'], statement, ...body },
  });
}

export async function makeAppeal(service: Verification, of: Decided, body: object = {}) {
  const { status, body: made } = await appeal(service, of, body);
  expect(status).toBe(201);
  return { ...of, appealId: made.id as string, evidenceCaseId: made.evidenceCaseId as string | null };
}

export const assignAppeal = (service: Verification, caseId: string, actor: Actor) =>
  service.post(`/verification-cases/${caseId}/assign`, { actor, body: { duty: 'appeal', reason } });

export async function makeAppealInReview(service: Verification, of: Decided, body: object = {}) {
  const made = await makeAppeal(service, of, body);
  const assignee = operator('decider');
  expect((await assignAppeal(service, made.caseId, assignee)).status).toBe(200);
  return { ...made, assignee };
}

/** Those of the claims that the appeal judges. */
async function judgedOf(service: Verification, appealId: string, versions: Map<string, string>) {
  const { decision_id: decisionId } = await service.db
    .selectFrom('appeal')
    .select('decision_id')
    .where('id', '=', appealId)
    .executeTakeFirstOrThrow();
  const types = await findTypesOnAppeal(service.db, decisionId, service.clock.now);
  return new Map([...versions].filter(([key]) => types.includes(`${key}_confirmed`)));
}

type InReview = { caseId: string; appealId: string; assignee: Actor; evidenceCaseId?: string | null };

export async function checkAppeal(
  service: Verification,
  { caseId, appealId, assignee, evidenceCaseId }: InReview,
  body: Record<string, unknown> = {},
) {
  const versions = await currentVersions(service, caseId, ...(evidenceCaseId ? [evidenceCaseId] : []));
  const evidenceVersionId = versions.get('licence');
  if (evidenceVersionId) await read(service, assignee, caseId, [evidenceVersionId]);
  const subjectId = await subjectOf(service, caseId, 'licence');
  const of = {
    requirementKey: 'licence',
    evidenceVersionId,
    subjectId,
    ...(!body.requirementKey && { providerKind: 'organisation' }),
    method: 'document_review',
    result: 'clear',
    reason,
  };
  return service.post(`/verification-cases/${caseId}/appeals/${appealId}/checks`, {
    actor: assignee,
    body: { ...of, ...body },
  });
}

export async function decideAppeal(
  service: Verification,
  { caseId, appealId, assignee, evidenceCaseId }: InReview,
  { actor = assignee, key = randomUUID(), ...body }: { actor?: Actor; key?: string } & Record<string, unknown> = {},
) {
  const versions = await currentVersions(service, caseId, ...(evidenceCaseId ? [evidenceCaseId] : []));
  const claims = body.claims ? { claims: considering(body.claims, await judgedOf(service, appealId, versions)) } : {};
  await read(service, actor, caseId, versions.values());
  return service.post(`/verification-cases/${caseId}/appeals/${appealId}/decisions`, {
    actor,
    headers: { 'idempotency-key': key },
    body: { outcome: 'upheld', reasonCodes: ['decision_confirmed'], reason, ...body, ...claims },
  });
}

/** The assignee recommends to overturn the decision. */
export async function recommendAppeal(
  service: Verification,
  { caseId, appealId, assignee, evidenceCaseId }: InReview,
  {
    actor = assignee,
    claims = overturning.claims,
    ...body
  }: { actor?: Actor; claims?: unknown } & Record<string, unknown> = {},
) {
  const versions = await currentVersions(service, caseId, ...(evidenceCaseId ? [evidenceCaseId] : []));
  await read(service, actor, caseId, versions.values());
  return service.post(`/verification-cases/${caseId}/appeals/${appealId}/recommendations`, {
    actor,
    body: { ...overturning, reason, ...body, claims: considering(claims, await judgedOf(service, appealId, versions)) },
  });
}

/** A recommended appeal, with another decider as its assignee. */
export async function makeRecommendedAppeal<Made extends InReview>(
  service: Verification,
  made: Made,
  body: Record<string, unknown> = {},
): Promise<Made & { recommender: Actor }> {
  const assignee = await service.known(operator('decider'));
  expect(await recommendAppeal(service, made, body)).toMatchObject({ status: 201 });
  expect((await assignAppeal(service, made.caseId, assignee)).status).toBe(200);
  return { ...made, assignee, recommender: made.assignee };
}

/** The assignee recommends, another decider decides the same; a refused recommendation is the answer. */
export async function overturnAppeal(
  service: Verification,
  made: InReview,
  { key, ...body }: { key?: string } & Record<string, unknown> = {},
) {
  const assignee = await service.known(operator('decider'));
  const recommended = await recommendAppeal(service, made, body);
  if (recommended.status !== 201) return recommended;
  expect((await assignAppeal(service, made.caseId, assignee)).status).toBe(200);
  return decideAppeal(service, { ...made, assignee }, { ...overturning, ...body, ...(key && { key }) });
}

export const overturning = {
  outcome: 'overturned',
  reasonCodes: ['evidence_misjudged'],
  caseOutcome: 'verified',
  claims: granting('identity_confirmed', 'licence_confirmed'),
};
