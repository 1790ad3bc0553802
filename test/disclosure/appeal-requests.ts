import { submitEvidence } from '../../demo/steps/evidence.ts';
import { awaitScans, readCase, readDocuments } from '../../demo/steps/review.ts';
import type { World } from '../authorization/world.ts';
import { canaryReason, canaryValues, explanations, successStatuses } from './canary-values.ts';
import { appeal, type Crew, confirmed, considered, otherDecider, post } from './case-requests.ts';

/** Two operators who judged nothing before recommend and decide the appeal, on new evidence. */
export async function appealDecision(world: World, crew: Crew, decisionId: string): Promise<void> {
  const { client, owner } = crew;
  const { id, requirements } = world.case;
  const path = `/verification-cases/${id}`;
  await client.expectOneOf(successStatuses, 'GET', `${path}/decisions/${decisionId}/receipt`, { as: owner });
  const key = requirements[0]?.key ?? '';
  const { id: appealId, evidenceCaseId } = await appeal(crew, id, decisionId, [key]);
  const evidenceCase = await client.as(owner).api.getVerificationCase({ params: { path: { caseId: evidenceCaseId } } });
  if (evidenceCase.view !== 'provider') throw new Error('The owner gets the view of the provider.');
  await submitEvidence(client, owner, evidenceCase);
  const judge = await otherDecider(client);
  await post(client, `${path}/assign`, judge, { duty: 'appeal', reason: canaryReason('a duty') });
  await awaitScans(client, judge, evidenceCaseId);
  const evidenceIn = await readCase(client, judge, evidenceCaseId);
  const added = evidenceIn.requirements.find((one) => one.key === key);
  const evidenceVersionId = added?.evidence?.evidenceVersionId;
  const appealed = await readCase(client, judge, id);
  await readDocuments(client, judge, evidenceIn);
  await post(client, `${path}/appeals/${appealId}/checks`, judge, {
    requirementKey: key,
    evidenceVersionId,
    ...(await confirmed(client, judge, id, added?.claim.about)),
    method: 'document_review',
    result: 'clear',
    observations: canaryValues.observation,
    reason: canaryReason('a check'),
    ...explanations,
  });
  await readDocuments(client, judge, appealed);
  const overturning = {
    outcome: 'overturned',
    caseOutcome: 'verified',
    claims: appealed.requirements.map((one) => considered(one.key === key && added ? added : one, 'granted')),
    reasonCodes: ['new_evidence_accepted'],
  };
  await post(client, `${path}/appeals/${appealId}/recommendations`, judge, {
    ...overturning,
    reason: canaryReason('a recommendation of an appeal'),
  });
  const second = await otherDecider(client, 'decider3@example.test');
  await post(client, `${path}/assign`, second, { duty: 'appeal', reason: canaryReason('a duty') });
  await post(client, `${path}/appeals/${appealId}/decisions`, second, {
    ...overturning,
    notReadReason: canaryReason('no reading for an appeal'),
    reason: canaryReason('an appeal'),
  });
}
