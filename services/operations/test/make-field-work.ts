import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { fieldPhotoChanged } from '@trust/contracts/events/evidence';
import { fieldVisitRequested } from '@trust/contracts/events/field-visits';
import { operatorChanged } from '@trust/contracts/events/identity';
import { expect, vi } from 'vitest';
import { type About, type Case, makeCase, makeLabels } from './make.ts';
import type { Operations } from './service.ts';

export const reason = 'Agreed with the provider by telephone.';

/** An operator whose permissions identity has announced. */
export async function makeAgent(operations: Operations, actor = operations.operator('field-agent')): Promise<Actor> {
  const { userId, permissions } = actor;
  await operations.deliver(operatorChanged, {
    userId,
    permissions: [...permissions],
    occurredAt: operations.clock.now.toISOString(),
  });
  return actor;
}

/** A case whose requirement allows a field visit. */
export async function makeVisitable(operations: Operations, overrides: Partial<Case> = {}): Promise<Case> {
  const made = await makeCase(operations, overrides);
  await makeLabels(operations, made);
  return made;
}

export type Visit = { made: Case; fieldVisitId: string; id: string };

export async function requestVisit(operations: Operations, made?: Case, about?: About): Promise<Visit> {
  const found = made ?? (await makeCase(operations));
  await makeLabels(operations, found, 'active', about);
  const fieldVisitId = randomUUID();
  await operations.deliver(fieldVisitRequested, visitOf(operations, found, fieldVisitId));
  const { id } = await operations.db
    .selectFrom('field_work_item')
    .select('id')
    .where('field_visit_id', '=', fieldVisitId)
    .executeTakeFirstOrThrow();
  return { made: found, fieldVisitId, id };
}

export function visitOf(operations: Operations, made: Case, fieldVisitId: string) {
  return {
    fieldVisitId,
    caseId: made.caseId,
    providerId: made.providerId,
    categoryKey: made.categoryKey,
    requirementVersionId: made.requirementVersionId,
    requirementKey: 'identity',
    occurredAt: operations.clock.now.toISOString(),
  };
}

/** A read of who may review is stored after its response was sent. */
export async function readResults(operations: Operations, actor: Actor, id: string): Promise<void> {
  const mayReview = actor.permissions.includes('operations.field-work.manage');
  const answer = await operations.get(`/operations/field-work-items/${id}`, { actor });
  if (answer.status !== 200 || !mayReview) return;
  const finals = answer.body.submissions.filter(({ state }: { state: string }) => state !== 'draft');
  const reads = operations.db
    .selectFrom('field_submission_read')
    .select('submission_id')
    .where('reader_id', '=', actor.userId)
    .where('submission_id', 'in', [randomUUID(), ...finals.map((one: { id: string }) => one.id)]);
  await vi.waitFor(async () => expect(await reads.execute()).toHaveLength(finals.length));
}

/** Whoever reviews results reads them first. */
export async function move(operations: Operations, actor: Actor, id: string, transition: string, body: object = {}) {
  if ('submissionId' in body) await readResults(operations, actor, id);
  return operations.post(`/operations/field-work-items/${id}/transitions`, {
    actor,
    body: { transition, reason, ...body },
  });
}

/** A visit can start from one hour before its time. */
export function schedule(operations: Operations, actor: Actor, id: string, assigneeId?: string, inHours = 1) {
  const at = (hours: number) => new Date(operations.clock.now.getTime() + hours * 3_600_000).toISOString();
  const time = { startsAt: at(inHours), endsAt: at(inHours + 2) };
  return move(operations, actor, id, 'schedule', { ...time, ...(assigneeId && { assigneeId }) });
}

export const photoId = '019a490a-58b0-7c09-8f6d-3a71e5d2b9d1';

export async function photoArrives(
  operations: Operations,
  { id, agent, photo = photoId }: { id: string; agent: Actor; photo?: string },
  state: 'pending_scan' | 'available' = 'available',
): Promise<void> {
  await operations.deliver(fieldPhotoChanged, {
    ...{ photoId: photo, evidenceId: randomUUID(), workItemId: id, agentId: agent.userId, state },
    occurredAt: operations.clock.now.toISOString(),
  });
}

export const results = {
  kind: 'final',
  visitedOn: '2026-01-05',
  summary: 'A workshop with the name of the provider was seen.',
  observations: [{ key: 'workshop_present', result: 'confirmed' }],
  exposes: { exactLocation: false, personalData: false, documentContent: false, otherPersons: false },
  photoIds: [photoId],
  reason: 'Visit as scheduled, without incident.',
};

export function submit(operations: Operations, actor: Actor, id: string, body: object = {}) {
  return operations.post(`/operations/field-work-items/${id}/submissions`, {
    actor,
    body: { id: randomUUID(), ...results, ...body },
  });
}

/** A visit that the agent has started, and whose photo has arrived. */
export async function makeStarted(
  operations: Operations,
  about?: About,
): Promise<Visit & { agent: Actor; manager: Actor }> {
  const [agent, manager] = [await makeAgent(operations), operations.operator('triage')];
  const visit = await requestVisit(operations, undefined, about);
  await schedule(operations, manager, visit.id, agent.userId);
  const { status, body } = await move(operations, agent, visit.id, 'start');
  if (status !== 200) throw new Error(`Not started: ${JSON.stringify(body)}`);
  await photoArrives(operations, { id: visit.id, agent });
  return { ...visit, agent, manager };
}
