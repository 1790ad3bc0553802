import type { OperatorCase, TriageItem, VerificationDecision } from '../../packages/client/src/client.ts';
import { type Client, eventually, type Session, unlessStatus } from '../client.ts';

export async function findInTriage(client: Client, operator: Session, caseId: string): Promise<TriageItem> {
  const { api } = client.as(operator);
  return eventually(`the case in the queue of ${operator.identifier}`, async () => {
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor && { cursor }) };
      const page: { items: TriageItem[]; nextCursor: string | null } = await api.listTriageItems({ params: { query } });
      const item = page.items.find((one) => one.caseId === caseId);
      if (item) return item;
      cursor = page.nextCursor;
    } while (cursor);
    return undefined;
  });
}

export function claimDuty(
  client: Client,
  operator: Session,
  caseId: string,
  duty: 'review' | 'decide',
): Promise<OperatorCase> {
  const body = { duty, reason: 'Next in the queue.' };
  return client.as(operator).api.assignVerificationCase({ params: { path: { caseId } }, body });
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
  // 400 until all evidence is submitted, 409 until the permissions of the reviewer are known.
  await eventually('the review claimed', () => unlessStatus([400, 409], claimDuty(client, reviewer, caseId, 'review')));
  return awaitScans(client, reviewer, caseId);
}

export function awaitScans(client: Client, reviewer: Session, caseId: string): Promise<OperatorCase> {
  return eventually('every document scanned', async () => {
    const opened = await readCase(client, reviewer, caseId);
    return opened.requirements.every(({ evidence }) => evidence?.state === 'available') ? opened : undefined;
  });
}

export async function readCase(client: Client, operator: Session, caseId: string): Promise<OperatorCase> {
  const found = await client.as(operator).api.getVerificationCase({ params: { path: { caseId } } });
  if (found.view !== 'operator') throw new Error('The operator represents the provider of the case.');
  return found;
}

export async function getEvidenceContent(
  client: Client,
  assignee: Session,
  caseId: string,
  evidenceId: string,
): Promise<ArrayBuffer> {
  const { api } = client.as(assignee);
  const params = { path: { caseId, evidenceId } };
  // 404 or 409 until the events of the duty and of the scan have arrived at evidence.
  const { url } = await eventually('a review grant', () =>
    unlessStatus(
      [404, 409],
      api.createReviewGrant({ params, body: { reason: 'To compare the document with the register.' } }),
    ),
  );
  const grantToken = new URL(url).pathname.split('/').at(-1) ?? '';
  return api.getEvidenceContent({ params: { path: { grantToken } }, parseAs: 'arrayBuffer' });
}

/** Reads the documents of a case and waits until the case shows it. Returns the bytes read. */
export async function readDocuments(
  client: Client,
  assignee: Session,
  { id, requirements }: OperatorCase,
): Promise<number> {
  let bytes = 0;
  for (const { evidence } of requirements)
    if (evidence) bytes += (await getEvidenceContent(client, assignee, id, evidence.evidenceId)).byteLength;
  const { id: operatorId } = await client.as(assignee).api.getAccountProfile();
  await eventually('every document shown as read', async () => {
    const { requirements: now } = await readCase(client, assignee, id);
    const isRead = now.every(({ evidence }) => evidence?.readBy.some((one) => one.operatorId === operatorId) ?? true);
    return isRead || undefined;
  });
  return bytes;
}

export async function recordChecks(
  client: Client,
  reviewer: Session,
  { id, requirements }: OperatorCase,
): Promise<void> {
  const params = { path: { caseId: id } };
  // What the provider named arrives by events, and so does the duty at the service that has the names.
  const subjects = await eventually('what each claim is about', async () => {
    const { requirements: now } = await readCase(client, reviewer, id);
    const read = await unlessStatus([404], client.as(reviewer).api.listCaseClaimSubjects({ params }));
    const isKnown = now.every(({ claim }) => claim.subjectId && read?.items.some(({ about }) => about === claim.about));
    return isKnown ? read?.items : undefined;
  });
  for (const { key, claim, evidence } of requirements) {
    const subject = subjects.find(({ about }) => about === claim.about);
    await client.as(reviewer).api.createCheck({
      params,
      body: {
        requirementKey: key,
        evidenceVersionId: evidence?.evidenceVersionId ?? '',
        subjectId: subject?.id ?? null,
        providerKind: (subject?.providerKind ?? null) as 'organisation' | null,
        method: claim.methods[0] as 'document_review',
        result: 'clear',
        observations: `Legible, in date, and in the name ${subject?.name}.`,
        reason: 'The document agrees with the public register.',
      },
    });
  }
}

/** The revision that the operator has just read. */
export async function revisionOf(client: Client, operator: Session, caseId: string): Promise<{ 'If-Match': string }> {
  const { response } = await client.as(operator).api.getVerificationCase.withResponse({ params: { path: { caseId } } });
  return { 'If-Match': response.headers.get('etag') ?? '' };
}

export async function recommend(client: Client, reviewer: Session, caseId: string): Promise<void> {
  await client.as(reviewer).api.createRecommendation({
    params: { path: { caseId }, header: await revisionOf(client, reviewer, caseId) },
    body: {
      outcome: 'verified',
      reasonCodes: ['all_checks_clear'],
      reason: 'Every requirement has a clear check.',
    },
  });
}

export async function decide(
  client: Client,
  operator: Session,
  { id, requirements }: OperatorCase,
): Promise<VerificationDecision> {
  return client.as(operator).api.createDecision({
    params: { path: { caseId: id }, header: await revisionOf(client, operator, id) },
    body: {
      outcome: 'verified',
      claims: requirements.map(({ claim, evidence }) => ({
        type: claim.type,
        evidenceVersionId: evidence?.evidenceVersionId ?? null,
        result: 'granted',
      })),
      reasonCodes: ['all_checks_clear'],
      reason: 'The checks of all documents are clear.',
    },
  });
}
