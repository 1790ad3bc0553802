import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import type { PayloadOf } from '@trust/contracts/event';
import { evidenceAvailable, evidenceConfirmed, evidenceRead } from '@trust/contracts/events/evidence';
import { providerChanged, type providerStates, serviceSelected } from '@trust/contracts/events/provider';
import { representativeAssigned } from '@trust/contracts/events/representatives';
import { operator, representative } from '@trust/service-testing/actors';
import { expect } from 'vitest';
import { openCase } from '../src/case/opening-and-ending/open-and-withdraw.ts';
import { activeAssignments, assigneeOf } from '../src/case/record/assignments.ts';
import { revisionsOf } from '../src/case/record/queries.ts';
import { nameSubject, shownSubject } from './make-subjects.ts';
import { keys, makeVersion, type VersionOptions } from './make-version.ts';
import type { Verification } from './service.ts';

export const reason = 'because the test says so';
export function providerFacts(providerId: string, state: (typeof providerStates)[number]) {
  return {
    providerId,
    publicProviderId: 'public',
    displayName: 'Somebody',
    state,
    publication: 'unpublished' as const,
    location: { privateBaseConfigured: true, publicPremisesConfigured: false, serviceAreaConfigured: true },
  };
}

export type Provider = {
  providerId: string;
  owner: Actor;
  selectionId: string;
  categoryKey: string;
  requirementVersionId: string;
};

/** `ownerId`: the provider of somebody who has another one, and who names nobody in it. */
export async function makeProvider(
  service: Verification,
  of: VersionOptions = {},
  ownerId?: string,
): Promise<Provider> {
  const { categoryKey, requirementVersionId } = await makeVersion(service, of);
  const [providerId, selectionId] = [randomUUID(), randomUUID()];
  const made = representative(providerId);
  const owner = { ...made, userId: ownerId ?? made.userId };
  const { assignmentId = '' } = owner.assignments[0] ?? {};
  await service.deliver(representativeAssigned, { assignmentId, providerId, userId: owner.userId, role: 'owner' });
  await service.deliver(providerChanged, providerFacts(providerId, 'draft'));
  await service.deliver(serviceSelected, { providerId, selectionId, categoryKey, requirementVersionId });
  await service.deliver(providerChanged, providerFacts(providerId, 'active'));
  await nameSubject(service, providerId, 'business');
  if (!ownerId) await nameSubject(service, providerId, 'person');
  return { providerId, owner, selectionId, categoryKey, requirementVersionId };
}

export async function caseOf(service: Verification, { providerId, owner }: Provider) {
  const { body } = await service.get(`/providers/${providerId}/verification-cases`, { actor: owner });
  return body.items[0];
}

export async function submit(service: Verification, provider: Provider, caseId: string, requirementKey: string) {
  const confirmed: PayloadOf<typeof evidenceConfirmed> = {
    evidenceVersionId: randomUUID(),
    evidenceId: randomUUID(),
    intentId: randomUUID(),
    caseId,
    providerId: provider.providerId,
    requirementKey,
    documentKind: `${requirementKey}_document`,
    uploaderId: provider.owner.userId,
    confirmedAt: service.clock.now.toISOString(),
  };
  await service.deliver(evidenceConfirmed, confirmed);
  return confirmed;
}

export async function pass(service: Verification, { evidenceVersionId, caseId, providerId, requirementKey }: Passed) {
  const at = service.clock.now.toISOString();
  await service.deliver(evidenceAvailable, { evidenceVersionId, caseId, providerId, requirementKey, occurredAt: at });
}
type Passed = { evidenceVersionId: string; caseId: string; providerId: string; requirementKey: string };

export async function makeReviewable(service: Verification, provider?: Provider, of: readonly string[] = keys) {
  const made = provider ?? (await makeProvider(service));
  const { id: caseId } = await caseOf(service, made);
  for (const key of of) await pass(service, await submit(service, made, caseId, key));
  return { ...made, caseId: caseId as string };
}

export async function makeAssigned(
  service: Verification,
  provider?: Provider,
  reviewer = operator('reviewer'),
  of: readonly string[] = keys,
) {
  const made = await makeReviewable(service, provider, of);
  await service.known(reviewer);
  const answer = await service.post(`/verification-cases/${made.caseId}/assign`, {
    actor: operator('triage'),
    body: { assigneeId: reviewer.userId, duty: 'review', reason },
  });
  expect(answer.status).toBe(200);
  return { ...made, reviewer };
}

/** The current version of each requirement by key. Of several cases, the last one with a version counts. */
export async function currentVersions(service: Verification, ...caseIds: string[]): Promise<Map<string, string>> {
  const rows = await service.db
    .selectFrom('case_requirement')
    .select(['case_id', 'requirement_key', 'evidence_version_id'])
    .where('case_id', 'in', caseIds)
    .execute();
  rows.sort((one, other) => caseIds.indexOf(one.case_id) - caseIds.indexOf(other.case_id));
  return new Map(
    rows.flatMap((row) => (row.evidence_version_id ? [[row.requirement_key, row.evidence_version_id]] : [])),
  );
}

/** As evidence announces it after the last byte. Nothing if the person holds no duty of the case. */
export async function read(
  service: Verification,
  { userId: reviewerId }: Actor,
  caseId: string,
  versionIds: Iterable<string>,
): Promise<void> {
  const held = (await activeAssignments(service.db, caseId)).find(({ assignee_id }) => assignee_id === reviewerId);
  if (!held) return;
  for (const evidenceVersionId of versionIds)
    await service.deliver(evidenceRead, {
      ...{ evidenceVersionId, caseId, reviewerId, assignmentId: held.id },
      occurredAt: service.clock.now.toISOString(),
    });
}

type CheckBody = { requirementKey?: string | undefined } & Record<string, unknown>;

export async function check(service: Verification, on: { caseId: string; reviewer: Actor }, body: CheckBody) {
  const evidenceVersionId = (await currentVersions(service, on.caseId)).get(body.requirementKey ?? '') ?? randomUUID();
  await read(service, on.reviewer, on.caseId, [evidenceVersionId]);
  const { about, subjectId } = await shownSubject(service, on.caseId, body.requirementKey);
  return service.post(`/verification-cases/${on.caseId}/checks`, {
    actor: on.reviewer,
    body: {
      ...{ evidenceVersionId, subjectId, method: 'document_review', result: 'clear', reason },
      ...(about === 'business' && subjectId && { providerKind: 'organisation' }),
      ...body,
    },
  });
}

type ClaimBody = { type?: unknown; evidenceVersionId?: string | null };

/** Names the current versions, as a client does that has just read the case, and refuses the types that are not named. */
export function considering(claims: unknown, versions: Map<string, string>): unknown {
  if (!Array.isArray(claims)) return claims;
  const named = claims.map((claim: ClaimBody) => ({
    evidenceVersionId: versions.get(String(claim.type).replace(/_confirmed$/, '')) ?? null,
    ...claim,
  }));
  const refused = [...versions.keys()]
    .map((key) => `${key}_confirmed`)
    .filter((type) => !named.some((one) => one.type === type));
  return [
    ...named,
    ...refused.map((type) => ({
      type,
      evidenceVersionId: versions.get(type.replace(/_confirmed$/, '')),
      result: 'refused',
    })),
  ];
}

/** As in the ETag of the case that somebody has just read. */
export async function ifMatch(service: Verification, caseId: string): Promise<{ 'if-match': string }> {
  return { 'if-match': `"r${(await revisionsOf(service.db, caseId))?.revision ?? 0}"` };
}

export async function recommend(service: Verification, on: { caseId: string; reviewer: Actor }, body: object = {}) {
  return service.post(`/verification-cases/${on.caseId}/recommendations`, {
    actor: on.reviewer,
    headers: await ifMatch(service, on.caseId),
    body: { outcome: 'verified', refusedClaims: [], reasonCodes: ['documents_consistent'], reason, ...body },
  });
}

export async function makeRecommended(
  service: Verification,
  {
    provider,
    reviewer,
    results = {},
    reasonCodes = ['documents_consistent'],
    of = keys,
  }: {
    of?: readonly string[];
    provider?: Provider;
    reviewer?: Actor;
    results?: Partial<Record<string, 'clear' | 'consider' | 'failed'>>;
    reasonCodes?: readonly string[];
  } = {},
) {
  const made = await makeAssigned(service, provider, reviewer, of);
  for (const key of of) {
    const answer = await check(service, made, { requirementKey: key, result: results[key] ?? 'clear' });
    expect(answer.status).toBe(201);
  }
  expect((await recommend(service, made, { reasonCodes })).status).toBe(201);
  return made;
}

/** Opens a case after a decided one; `makeRecommended(service, { provider })` continues with it. */
export async function openReview(
  service: Verification,
  { providerId, categoryKey, selectionId, requirementVersionId, caseId }: Provider & { caseId: string },
  kind: 'renewal' | 'review' = 'review',
  requirementKeys?: readonly string[],
): Promise<void> {
  const why = kind === 'review' ? { kind, reviewedCaseId: caseId } : { kind };
  const only = requirementKeys && { requirementKeys };
  const of = { providerId, categoryKey, selectionId, requirementVersionId, ...only, ...why };
  const opened = await service.db.transact((trx) => openCase(trx, service.app, of));
  expect(opened).toBeDefined();
}

export const granting = (...types: string[]) => types.map((type) => ({ type, result: 'granted' as const }));
export const grantAll = granting('identity_confirmed', 'licence_confirmed');

/** Claims the duty where it is free, reads the documents and decides: by default as the person who holds it. */
export async function decide(
  service: Verification,
  caseId: string,
  {
    actor: chosen,
    key = randomUUID(),
    claims = grantAll,
    ...body
  }: { actor?: Actor; key?: string; claims?: unknown } & Record<string, unknown> = {},
) {
  const holder = assigneeOf(await activeAssignments(service.db, caseId), 'decide');
  const actor = chosen ?? operator('decider', holder ? { userId: holder } : {});
  const versions = await currentVersions(service, caseId);
  const considered = considering(claims, versions);
  await service.post(`/verification-cases/${caseId}/assign`, { actor, body: { duty: 'decide', reason } });
  await read(service, actor, caseId, versions.values());
  return service.post(`/verification-cases/${caseId}/decisions`, {
    actor,
    headers: { 'idempotency-key': key, ...(await ifMatch(service, caseId)) },
    body: { outcome: 'verified', claims: considered, reasonCodes: ['documents_consistent'], reason, ...body },
  });
}
