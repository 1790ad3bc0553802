import { randomUUID } from 'node:crypto';
import { eventually, type Session } from '../../demo/client.ts';
import { submitEvidence } from '../../demo/steps/evidence.ts';
import { claimReview, readCase, readDocuments, revisionOf } from '../../demo/steps/review.ts';
import { signIn } from '../../demo/steps/sign-in.ts';
import { awaitCase } from '../../demo/steps/workspace.ts';
import type { OperatorCase, VerificationDecision } from '../../packages/client/src/client.ts';
import { awaitPremises } from '../authorization/work-item.ts';
import type { World } from '../authorization/world.ts';
import type { RawClient } from '../raw-client.ts';
import { canaryReason, canaryValues, explanations, successStatuses } from './canary-values.ts';
import type { RecordingClient } from './recording-client.ts';
import { awaitPhotos, uploadVisitPhoto } from './uploads.ts';

export type Crew = { client: RecordingClient; owner: Session; reviewer: Session; triage: Session; decider: Session };

export function crewOf({ sessions }: World, client: RecordingClient): Crew {
  const [owner, reviewer, triage, decider] = [sessions.owner, sessions.reviewer, sessions.triage, sessions.decider];
  return { client, owner, reviewer, triage, decider } as Crew;
}

export async function post<Body = { id: string }>(
  client: RawClient,
  path: string,
  as: Session,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Body> {
  const answer = await client.expectOneOf<Body>(successStatuses, 'POST', path, { as, headers, ...(body && { body }) });
  return answer.body;
}

/**
 * Works in a second category: a correction, visits, a released duty, a decision; then one review that takes a claim
 * away, and one without documents.
 */
export async function reviewTwice(world: World, crew: Crew): Promise<void> {
  const { client, owner, triage, decider } = crew;
  const first = await readCase(client, crew.reviewer, world.visitedCaseId);
  const path = `/verification-cases/${first.id}`;
  await correct(crew, first);
  await visit(world, crew, first);
  await checkAll(crew, first);
  await recommend(crew, first.id);
  await eventually('the recommended case in the queue', async () => {
    const answer = await client.call('POST', `/operations/triage/verification_case/${first.id}/claim`, { as: decider });
    return answer.status === 200 ? true : undefined;
  });
  const { id: assigneeId } = await client.as(decider).api.getAccountProfile();
  const duty = { duty: 'decide', reason: canaryReason('a duty') };
  await post(client, `/operations${path}/assign`, triage, { ...duty, assigneeId });
  await post(client, `${path}/release`, triage, duty);
  await decideWithReason(crew, first.id);

  const review = { categoryKey: 'nursery', kind: 'review', reason: canaryReason('a case') };
  await post(client, `/providers/${world.ours.id}/verification-cases`, triage, review);
  const others = { ...crew, reviewer: world.sessions.reviewer2 as Session, decider: await otherDecider(client) };
  const second = await claimAwaited(world, others);
  await visit(world, others, second);
  await checkAll(others, second);
  await recommend(others, second.id);
  const decision = await decideWithReason(others, second.id, ({ fieldVisit }) => !fieldVisit);
  const { id: appealId } = await appeal(crew, second.id, decision.id);
  await post(client, `/verification-cases/${second.id}/appeals/${appealId}/withdraw`, owner);

  await client.as(owner).api.putService({ params: { path: { categoryKey: 'gas-fitter' } } });
  const unwanted = await awaitCase(client, owner, world.ours.id, 'gas-fitter');
  await post(client, `/verification-cases/${unwanted.id}/withdraw`, owner, {});
  const withdrawn = await post(client, `/providers/${world.ours.id}/verification-cases`, triage, review);
  await post(client, `/verification-cases/${withdrawn.id}/withdraw`, triage, { reason: canaryReason('a withdrawal') });
  const third = await post(client, `/providers/${world.ours.id}/verification-cases`, triage, review);
  const started = await post<OperatorCase>(client, `/verification-cases/${third.id}/start-review`, crew.reviewer, {
    reason: canaryReason('a review'),
  });
  // On the documents of the claims that the second case granted.
  const requirements = started.requirements.filter(({ evidence }) => evidence !== null);
  await checkAll(crew, { ...started, requirements });
  await recommend(crew, third.id);
  const held = await holdDecision(crew, third.id);
  const claims = held.requirements.map((one) => considered(one, 'refused'));
  await post(
    client,
    `/verification-cases/${third.id}/decisions`,
    decider,
    {
      ...{ outcome: 'not_verified', claims, claimEndReason: 'granted_in_error' },
      ...{ reasonCodes: ['evidence_insufficient'], reason: canaryReason('a decision') },
      notReadReason: canaryReason('no reading'),
    },
    await revisionOf(client, decider, third.id),
  );
}

async function claimAwaited({ ours }: World, { client, owner, reviewer }: Crew): Promise<OperatorCase> {
  const opened = await awaitCase(client, owner, ours.id, 'nursery');
  await submitEvidence(client, owner, opened);
  return claimReview(client, reviewer, opened.id);
}

export async function otherDecider(client: RecordingClient, email = 'decider2@example.test'): Promise<Session> {
  const session = await signIn(client, email);
  client.recordAs('decider', session);
  return session;
}

async function correct({ client, reviewer }: Crew, { id, requirements }: OperatorCase): Promise<void> {
  const mark = { requirementKey: requirements[0]?.key, reasonCodes: ['document_illegible'] };
  const requested = await post(client, `/verification-cases/${id}/correction-requests`, reviewer, {
    requirements: [{ ...mark, text: canaryValues.correction }],
    reason: canaryReason('a correction'),
  });
  await post(client, `/verification-cases/${id}/correction-requests/${requested.id}/withdraw`, reviewer, {
    reason: canaryReason('no correction'),
  });
}

async function visit(
  { sessions, platform }: World,
  crew: Crew,
  { id, requirements, fieldVisits }: OperatorCase,
): Promise<void> {
  const { client, reviewer, triage } = crew;
  const requirementKey = requirements.find(({ fieldVisit }) => fieldVisit)?.key;
  const path = `/verification-cases/${id}/field-visits`;
  const body = { requirementKey, reason: canaryReason('a visit') };
  // The item that the desk planned waits for an agent until its visit is cancelled.
  await client.expectOneOf(successStatuses, 'GET', '/operations/triage?kind=field_work', { as: triage });
  for (const planned of fieldVisits.filter(({ state }) => state === 'created'))
    await post(client, `${path}/${planned.id}/cancel`, reviewer, { reason: canaryReason('no visit') });
  const first = await post(client, path, reviewer, body);
  await post(client, `${path}/${first.id}/cancel`, reviewer, { reason: canaryReason('no visit') });
  const second = await post(client, path, reviewer, body);
  const itemId = await eventually('the work item', async () => {
    const query = 'select id from field_work_item where field_visit_id = $1';
    return (await platform.rows<{ id: string }>('operations', query, [second.id]))[0]?.id;
  });
  const agent = sessions['field-agent'] as Session;
  const { id: assigneeId } = await client.as(agent).api.getAccountProfile();
  const item = `/operations/field-work-items/${itemId}`;
  const move = (as: Session, transition: string, more: object = {}) =>
    post(client, `${item}/transitions`, as, { transition, reason: canaryReason('field work'), ...more });
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const { instructions } = canaryValues;
  await move(triage, 'schedule', { startsAt: at(0.01), endsAt: at(2), assigneeId, instructions });
  await move(agent, 'start');
  await awaitPremises(client, agent, item);
  const { photoId } = await uploadVisitPhoto(client, agent, item);
  const submission = await post(client, `${item}/submissions`, agent, {
    ...{ id: randomUUID(), kind: 'final', photoIds: [photoId], placeMatches: 'confirmed' },
    visitedOn: new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/Paris' }),
    ...{ summary: canaryValues.visitSummary, observations: [{ key: 'workshop_present', result: 'confirmed' }] },
    exposes: { exactLocation: false, personalData: false, documentContent: false, otherPersons: false },
    reason: canaryReason('field work'),
  });
  await awaitPhotos(client, triage, item);
  const accepted = { transition: 'accept', reason: canaryReason('field work'), submissionId: submission.id };
  await client.decideAfterRead(`${item}/transitions`, { as: triage, body: accepted });
  await eventually('the submission', async () => {
    const { fieldVisits } = await readCase(client, reviewer, id);
    return fieldVisits.some(({ state }) => state === 'accepted') || undefined;
  });
}

type Subject = { about: string; id: string; providerKind: string | null };

/** What a check confirms: the provider may have named another person since. */
export async function confirmed(
  client: RawClient,
  as: Session,
  caseId: string,
  about: string | undefined,
): Promise<Pick<Subject, 'providerKind'> & { subjectId: string | null }> {
  const path = `/verification-cases/${caseId}/claim-subjects`;
  const { body } = await client.expectOneOf<{ items: Subject[] }>(successStatuses, 'GET', path, { as });
  const found = body.items.find((subject) => subject.about === about);
  return { subjectId: found?.id ?? null, providerKind: found?.providerKind ?? null };
}

export async function checkAll({ client, reviewer }: Crew, taken: OperatorCase): Promise<void> {
  await readDocuments(client, reviewer, taken);
  const { id, requirements } = taken;
  for (const { key, claim, evidence, fieldVisit } of requirements)
    await post(client, `/verification-cases/${id}/checks`, reviewer, {
      requirementKey: key,
      evidenceVersionId: evidence?.evidenceVersionId,
      ...(await confirmed(client, reviewer, id, claim.about)),
      method: fieldVisit ? 'field_visit' : claim.methods[0],
      result: 'clear',
      observations: canaryValues.observation,
      reason: canaryReason('a check'),
      ...explanations,
    });
}

export async function recommend({ client, reviewer }: Crew, caseId: string): Promise<void> {
  const body = { outcome: 'verified', reasonCodes: ['all_checks_clear'], reason: canaryReason('a recommendation') };
  const revision = await revisionOf(client, reviewer, caseId);
  await post(client, `/verification-cases/${caseId}/recommendations`, reviewer, body, revision);
}

export async function decideWithReason(
  { client, decider }: Crew,
  caseId: string,
  isGranted: (requirement: OperatorCase['requirements'][number]) => boolean = () => true,
): Promise<VerificationDecision> {
  const held = await holdDecision({ client, decider }, caseId);
  await readDocuments(client, decider, held);
  const { requirements } = held;
  return post(
    client,
    `/verification-cases/${caseId}/decisions`,
    decider,
    {
      outcome: 'verified',
      claims: requirements.map((one) => considered(one, isGranted(one) ? 'granted' : 'refused')),
      reasonCodes: ['all_checks_clear'],
      reason: canaryReason('a decision'),
    },
    await revisionOf(client, decider, caseId),
  );
}

/** Claims the duty without reading. */
async function holdDecision({ client, decider }: Pick<Crew, 'client' | 'decider'>, caseId: string) {
  const duty = { duty: 'decide', reason: canaryReason('a duty') };
  return post<OperatorCase>(client, `/verification-cases/${caseId}/assign`, decider, duty);
}

/** A claim on the version that the operator has just read. */
export function considered({ claim, evidence }: OperatorCase['requirements'][number], result: 'granted' | 'refused') {
  return { type: claim.type, evidenceVersionId: evidence?.evidenceVersionId ?? null, result };
}

type Appealed = { id: string; evidenceCaseId: string };

export function appeal({ client, owner }: Crew, caseId: string, decisionId: string, newEvidenceFor?: string[]) {
  return post<Appealed>(client, `/verification-cases/${caseId}/appeals`, owner, {
    decisionId,
    grounds: ['evidence_misjudged'],
    statement: canaryValues.statement,
    ...(newEvidenceFor && { newEvidenceFor }),
  });
}
