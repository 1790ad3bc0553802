import { evidenceLost, evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { expect } from 'vitest';
import { caseOf, decide, makeRecommended, openReview, type Provider } from './make.ts';
import type { Verification } from './service.ts';

type OfCase = Pick<Provider, 'providerId'> & { caseId: string };

export const versionsOf = (service: Verification, { caseId }: Pick<OfCase, 'caseId'>) =>
  service.db
    .selectFrom('evidence_version')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('requirement_key')
    .execute();

const endings = { lost: evidenceLost, withdrawn: evidenceWithdrawn };

/** Every document that was sent in the case. */
export async function loseEvidence(service: Verification, of: OfCase, as: keyof typeof endings = 'lost') {
  for (const { id, evidence_id, requirement_key } of await versionsOf(service, of))
    await service.deliver(endings[as], {
      evidenceVersionId: id,
      evidenceId: evidence_id,
      caseId: of.caseId,
      providerId: of.providerId,
      requirementKey: requirement_key,
      occurredAt: service.clock.now.toISOString(),
    });
}

/** A decided case with both claims, and ten days later a review that waits for the provider. */
export async function makeSilentReview(service: Verification) {
  const first = await makeRecommended(service);
  const granted = await decide(service, first.caseId);
  expect(granted.status).toBe(201);
  service.advanceClock(10 * 86_400);
  await openReview(service, first);
  const { id } = await caseOf(service, first);
  return { ...first, firstCaseId: first.caseId, caseId: id as string, granted: granted.body };
}
