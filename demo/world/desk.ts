import type { OperatorCase, VerificationDecision } from '../../packages/client/src/client.ts';

import { claimReview, readCase, readDocuments, revisionOf } from '../steps/review.ts';
import { type Actor, type Stage, when } from './stage.ts';

type Found = OperatorCase['requirements'][number];
type Result = 'clear' | 'consider' | 'failed';

/** Those who judge a case. Which of the seeded operators they are follows from the number of the provider. */
export type Crew = { reviewer: Actor; decider: Actor; triage: Actor; judges: [Actor, Actor] };

export function crewOf(stage: Stage, index: number): Crew {
  const deciders = ['decider', 'decider2', 'decider3'].map((name) => stage.operator(name));
  const [decider, ...judges] = [0, 1, 2].map((turn) => deciders[(index + turn) % 3] as Actor);
  return {
    reviewer: stage.operator(index % 2 === 0 ? 'reviewer' : 'reviewer2'),
    triage: stage.operator('triage'),
    decider: decider as Actor,
    judges: judges as [Actor, Actor],
  };
}

export async function takeReview({ reviewer }: Crew, caseId: string): Promise<OperatorCase> {
  return claimReview(reviewer.client, await reviewer.session(), caseId);
}

export async function read(operator: Actor, found: OperatorCase): Promise<OperatorCase> {
  await readDocuments(operator.client, await operator.session(), found);
  return readCase(operator.client, await operator.session(), found.id);
}

const methodOf = ({ fieldVisit, claim }: Found) => (fieldVisit ? 'field_visit' : (claim.methods[0] ?? ''));

/** `resultOf`: undefined for a requirement that nobody checks. */
export async function check(
  { reviewer }: Pick<Crew, 'reviewer'>,
  { id }: OperatorCase,
  resultOf: (requirement: Found) => Result | undefined = () => 'clear',
): Promise<void> {
  const client = reviewer.client;
  const params = { path: { caseId: id } };
  const { items, requirements } = await when('what each claim is about', async () => {
    const session = await reviewer.session();
    const { requirements: now } = await readCase(client, session, id);
    const subjects = await client.as(session).api.listCaseClaimSubjects({ params });
    const isKnown = now.every(({ claim }) => subjects.items.some(({ about }) => about === claim.about));
    return isKnown ? { items: subjects.items, requirements: now } : undefined;
  });
  for (const requirement of requirements) {
    const result = resultOf(requirement);
    if (!result) continue;
    const { key, claim, evidence } = requirement;
    const subject = items.find(({ about }) => about === claim.about);
    await (await reviewer.api()).createCheck({
      params,
      body: {
        requirementKey: key,
        evidenceVersionId: evidence?.evidenceVersionId ?? '',
        subjectId: subject?.id ?? null,
        providerKind: (subject?.providerKind ?? null) as 'organisation' | null,
        method: methodOf(requirement) as 'document_review',
        result,
        observations:
          result === 'clear' ? 'Lisible, en vigueur, au bon nom.' : 'Le document ne montre pas ce qu’il faut.',
        reason:
          result === 'clear' ? 'The document agrees with the register.' : 'The scope of the document is another one.',
      },
    });
  }
}

type Outcome = 'verified' | 'not_verified' | 'inconclusive';
type Verdict = { outcome: Outcome; refused: string[] };
const allGood: Verdict = { outcome: 'verified', refused: [] };

const reasonsOf = ({ refused }: Verdict) => [
  refused.length === 0 ? ('all_checks_clear' as const) : ('evidence_insufficient' as const),
];

/** `refused`: types of claims that are not granted. */
export async function recommend({ reviewer }: Crew, caseId: string, verdict = allGood): Promise<void> {
  const header = await revisionOf(reviewer.client, await reviewer.session(), caseId);
  const { outcome, refused } = verdict;
  await (await reviewer.api()).createRecommendation({
    params: { path: { caseId }, header },
    body: {
      outcome,
      ...(refused.length > 0 && { refusedClaims: refused }),
      reasonCodes: reasonsOf(verdict),
      reason:
        refused.length === 0 ? 'Every requirement has a clear check.' : 'A document does not show what it should.',
    },
  });
}

/** Reviewed, but neither recommended nor decided. */
export async function review(crew: Crew, caseId: string, resultOf?: (one: Found) => Result | undefined): Promise<void> {
  const taken = await takeReview(crew, caseId);
  await read(crew.reviewer, taken);
  await check(crew, taken, resultOf);
}

export async function takeDecision({ decider }: Crew, caseId: string): Promise<OperatorCase> {
  const body = { duty: 'decide', reason: 'Next in the queue.' } as const;
  // Until the queue and the permissions have arrived.
  return when('the decision claimed', async () =>
    (await decider.api()).assignVerificationCase({ params: { path: { caseId } }, body }),
  );
}

export async function decide(crew: Crew, caseId: string, verdict = allGood): Promise<VerificationDecision> {
  const { decider } = crew;
  await takeDecision(crew, caseId);
  const held = await readCase(decider.client, await decider.session(), caseId);
  const { requirements } = await read(decider, held);
  const header = await revisionOf(decider.client, await decider.session(), caseId);
  const { outcome, refused } = verdict;
  return (await decider.api()).createDecision({
    params: { path: { caseId }, header },
    body: {
      outcome,
      claims: requirements.map(({ claim, evidence }) => ({
        type: claim.type,
        evidenceVersionId: evidence?.evidenceVersionId ?? null,
        result: refused.includes(claim.type) ? ('refused' as const) : ('granted' as const),
      })),
      reasonCodes: reasonsOf(verdict),
      reason:
        refused.length === 0 ? 'The checks of all documents are clear.' : 'A document does not show what it should.',
    },
  });
}

export async function verify(crew: Crew, caseId: string): Promise<VerificationDecision> {
  await review(crew, caseId);
  await recommend(crew, caseId);
  return decide(crew, caseId);
}

/** Refuses the first claim of the case, or all of them. */
export async function refuse(
  crew: Crew,
  caseId: string,
  {
    all = true,
    result = 'failed',
    outcome = 'not_verified',
  }: { all?: boolean; result?: Result; outcome?: Outcome } = {},
): Promise<VerificationDecision> {
  const taken = await takeReview(crew, caseId);
  const refused = taken.requirements.slice(0, all ? undefined : 1).map(({ claim }) => claim.type);
  await read(crew.reviewer, taken);
  await check(crew, taken, ({ claim }) => (refused.includes(claim.type) ? result : 'clear'));
  const verdict = { outcome: all ? outcome : ('verified' as const), refused };
  await recommend(crew, caseId, verdict);
  return decide(crew, caseId, verdict);
}

export async function requestCorrection({ reviewer }: Crew, found: OperatorCase): Promise<string> {
  const [marked] = found.requirements;
  const { id } = await (await reviewer.api()).createCorrectionRequest({
    params: { path: { caseId: found.id } },
    body: {
      requirements: [
        {
          requirementKey: marked?.key ?? '',
          reasonCodes: ['document_illegible'],
          text: 'La date est coupée. Photographiez la page entière.',
        },
      ],
      reason: 'The date of the document cannot be read.',
    },
  });
  return id;
}
