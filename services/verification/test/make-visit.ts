import { randomUUID } from 'node:crypto';
import {
  fieldSubmissionAccepted,
  fieldWorkCancelled,
  fieldWorkCreated,
  fieldWorkNotCompleted,
  fieldWorkPlanned,
  fieldWorkScheduled,
} from '@trust/contracts/events/field-work';
import { expect } from 'vitest';
import { makeAssigned, type Provider, reason } from './make.ts';
import type { Verification } from './service.ts';

type Assigned = Awaited<ReturnType<typeof makeAssigned>>;
export type Visited = Assigned & { fieldVisitId: string };

/** Requests a visit for `identity`; `again` requests another visit of the same case. */
export async function requestVisit(service: Verification, provider?: Provider, again?: Assigned): Promise<Visited> {
  const made = again ?? (await makeAssigned(service, provider));
  const answer = await service.post(`/verification-cases/${made.caseId}/field-visits`, {
    actor: made.reviewer,
    body: { requirementKey: 'identity', reason },
  });
  expect(answer.status).toBe(201);
  return { ...made, fieldVisitId: answer.body.id };
}

/** A visit that operations planned; its events name the case and the visit. */
export async function planVisit(service: Verification, { caseId }: Pick<Visited, 'caseId'>) {
  const fieldVisitId = randomUUID();
  const work = workItem(service, { caseId, fieldVisitId });
  await work.planned();
  return { ...work, fieldVisitId };
}

/** Delivers what operations announces about one work item. */
export function workItem(service: Verification, { caseId, fieldVisitId }: Pick<Visited, 'caseId' | 'fieldVisitId'>) {
  const ids = { workItemId: randomUUID(), caseId, fieldVisitId };
  const answer = () => ({ ...ids, occurredAt: service.clock.now.toISOString() });
  return {
    planned: (requirementKey = 'identity') => service.deliver(fieldWorkPlanned, { ...answer(), requirementKey }),
    created: () => service.deliver(fieldWorkCreated, answer()),
    scheduled: (startsAt: string) => {
      const endsAt = new Date(new Date(startsAt).getTime() + 3_600_000).toISOString();
      return service.deliver(fieldWorkScheduled, { ...answer(), startsAt, endsAt });
    },
    cancelled: () => service.deliver(fieldWorkCancelled, { ...answer(), reason: 'not_needed' }),
    notCompleted: () => service.deliver(fieldWorkNotCompleted, { ...answer(), reason: 'nobody_present' }),
    async accepted(
      submissionId: string = randomUUID(),
      by: { acceptorId?: string; agentId?: string; placeMatches?: 'confirmed' | 'not_confirmed' } = {},
      visitedOn = '2026-01-13',
    ) {
      await service.deliver(fieldSubmissionAccepted, {
        ...answer(),
        submissionId,
        observations: [{ key: 'workshop_present', result: 'confirmed' }],
        publicSummary: 'The workshop was seen.',
        visitedOn,
        placeMatches: 'confirmed',
        ...{ agentId: randomUUID(), acceptorId: randomUUID(), ...by },
      });
      return submissionId;
    },
  };
}
