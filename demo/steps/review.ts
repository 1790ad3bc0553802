import { type Answer, type Client, eventually, type Problem, type Session, UnexpectedResponse } from '../client.ts';

export type OperatorCase = {
  id: string;
  state: string;
  assignments: { duty: string; assigneeId: string }[];
  requirements: {
    key: string;
    claim: { type: string; methods: string[] };
    evidence: { evidenceId: string; evidenceVersionId: string; state: string } | null;
  }[];
};

export type TriageItem = { caseId: string; kind: string; state: string; assignment: string; priority: number };
export type Decision = {
  id: string;
  outcome: string;
  claims: { type: string; result: string }[];
};

export async function findInTriage(client: Client, operator: Session, caseId: string): Promise<TriageItem> {
  return eventually(`the case in the queue of ${operator.identifier}`, async () => {
    let cursor: string | null = null;
    do {
      const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const path = `/operations/triage?limit=100${query}`;
      const page: Answer<{ items: TriageItem[]; nextCursor: string | null }> = await client.expect(200, 'GET', path, {
        as: operator,
      });
      const item = page.body.items.find((one) => one.caseId === caseId);
      if (item) return item;
      cursor = page.body.nextCursor;
    } while (cursor);
    return undefined;
  });
}

type Duty = 'review' | 'decide';

export function claimDuty(client: Client, as: Session, caseId: string, duty: Duty): Promise<Answer<OperatorCase>> {
  return client.expect<OperatorCase>(200, 'POST', `/verification-cases/${caseId}/assign`, {
    as,
    body: { duty, reason: 'Next in the queue.' },
  });
}

export async function assignReviewer(
  client: Client,
  { assigner, reviewer }: { assigner: Session; reviewer: Session },
  caseId: string,
): Promise<void> {
  const { id: assigneeId } = await client.as(reviewer).api.getAccountProfile();
  await client.as(assigner).api.assignVerificationCase({
    params: { path: { caseId } },
    body: { assigneeId, duty: 'review', reason: 'Speaks the language of the documents.' },
  });
}

export async function claimReview(client: Client, reviewer: Session, caseId: string): Promise<OperatorCase> {
  const options = { as: reviewer, body: { duty: 'review', reason: 'Next in the queue.' } };
  await eventually('the review claimed', async () => {
    const { status } = await client.expectOneOf([200, 409], 'POST', `/verification-cases/${caseId}/assign`, options);
    return status === 200 || undefined;
  });
  return awaitScans(client, reviewer, caseId);
}

export function awaitScans(client: Client, reviewer: Session, caseId: string): Promise<OperatorCase> {
  return eventually('every document scanned', async () => {
    const { body } = await readCase(client, reviewer, caseId);
    return body.requirements.every(({ evidence }) => evidence?.state === 'available') ? body : undefined;
  });
}

export function readCase(client: Client, operator: Session, caseId: string): Promise<Answer<OperatorCase>> {
  return client.expect<OperatorCase>(200, 'GET', `/verification-cases/${caseId}`, { as: operator });
}

export async function getEvidenceContent(
  client: Client,
  assignee: Session,
  caseId: string,
  evidenceId: string,
): Promise<Buffer> {
  const path = `/verification-cases/${caseId}/evidence/${evidenceId}/review-grants`;
  const grant = await eventually('a review grant', async () => {
    const answer = await client.call<{ grantId: string; url: string; expiresAt: string }>('POST', path, {
      as: assignee,
      body: { reason: 'To compare the document with the register.' },
    });
    if (answer.status === 201) return answer.body;
    if (answer.status === 404 || answer.status === 409) return undefined;
    throw new UnexpectedResponse(`POST ${path}`, 201, answer);
  });
  return (await client.expect<Buffer>(200, 'GET', grant.url, { as: assignee })).body;
}

export async function recordChecks(
  client: Client,
  reviewer: Session,
  { id, requirements }: OperatorCase,
): Promise<void> {
  for (const { key, claim } of requirements) {
    await client.as(reviewer).api.createCheck({
      params: { path: { caseId: id } },
      body: {
        requirementKey: key,
        method: claim.methods[0] as 'document_review',
        result: 'clear',
        observations: 'Legible, in date, and in the name of the provider.',
        reason: 'The document agrees with the public register.',
      },
    });
  }
}

export async function recommend(client: Client, reviewer: Session, caseId: string): Promise<void> {
  await client.as(reviewer).api.createRecommendation({
    params: { path: { caseId } },
    body: {
      outcome: 'verified',
      reasonCodes: ['all_checks_clear'],
      reason: 'Every requirement has a clear check.',
    },
  });
}

export function decide(
  client: Client,
  operator: Session,
  { id, requirements }: OperatorCase,
  idempotencyKey?: string,
): Promise<Answer<Decision | Problem>> {
  return client.call('POST', `/verification-cases/${id}/decisions`, {
    as: operator,
    ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    body: {
      outcome: 'verified',
      claims: requirements.map(({ claim }) => ({ type: claim.type, result: 'granted' })),
      reasonCodes: ['all_checks_clear'],
      reason: 'The checks of all documents are clear.',
    },
  });
}
