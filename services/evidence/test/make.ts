import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import type { PayloadOf } from '@trust/contracts/event';
import { requirementVersionActivated } from '@trust/contracts/events/catalog';
import { claimChanged } from '@trust/contracts/events/claims';
import { consentChanged } from '@trust/contracts/events/identity';
import { serviceSelected } from '@trust/contracts/events/provider';
import { caseChanged, caseOpened } from '@trust/contracts/events/verification';
import { policies, uploadPolicyKeys } from '@trust/contracts/policies';
import { representative } from '@trust/service-testing/actors';
import { scanDueVersions } from '../src/scanning/scan-versions.ts';
import { partsOf } from '../src/upload/intents/parts.ts';
import { type About, requirement } from './make-requirement.ts';
import { type Evidence, pathOf, publicUrl } from './service.ts';

export const mebibyte = 1024 * 1024;

type CasePayload = PayloadOf<typeof caseOpened>;

/** Each call assigns anew. */
export function assignedTo(
  holders: Partial<Record<CasePayload['duties'][number]['duty'], string>>,
): CasePayload['duties'] {
  return Object.entries(holders).map(([duty, assigneeId]) => ({
    duty: duty as keyof typeof holders,
    assigneeId,
    assignmentId: randomUUID(),
  }));
}

/** `about`: what claims of a requirement are about, by its key. */
export async function makeCase(
  evidence: Evidence,
  overrides: Partial<CasePayload> = {},
  about: Readonly<Record<string, About>> = {},
) {
  const facts: CasePayload = {
    caseId: randomUUID(),
    providerId: randomUUID(),
    categoryKey: 'electrician',
    requirementVersionId: randomUUID(),
    requirementKeys: ['identity', 'insurance'],
    state: 'awaiting_evidence',
    outcome: null,
    duties: [],
    recommenderId: null,
    dueAt: null,
    openedAt: evidence.clock.now.toISOString(),
    occurredAt: evidence.clock.now.toISOString(),
    ...overrides,
  };
  const { providerId, categoryKey, requirementVersionId } = facts;
  await evidence.deliver(requirementVersionActivated, {
    requirementVersionId,
    categoryKey,
    categoryLabel: { en: 'Electrician' },
    number: 1,
    policyVersion: '2026-11',
    requirements: facts.requirementKeys.map((key) => requirement(key, about[key])),
    activatedAt: facts.openedAt,
  });
  const selection = { providerId, selectionId: randomUUID(), categoryKey, requirementVersionId };
  await evidence.deliver(serviceSelected, selection);
  await evidence.deliver(caseOpened, facts);
  const rep = representative(providerId);
  await consent(evidence, rep.userId);
  return {
    ...facts,
    selection,
    rep,
    change: (changes: Partial<CasePayload>) => evidence.deliver(caseChanged, Object.assign(facts, changes)),
  };
}

export async function consent(evidence: Evidence, personId: string, granted = true): Promise<void> {
  for (const policyKey of uploadPolicyKeys) {
    const { version } = policies[policyKey];
    await evidence.deliver(consentChanged, {
      userId: personId,
      policyKey,
      version,
      granted,
      occurredAt: evidence.clock.now.toISOString(),
    });
  }
}

export async function colleague(evidence: Evidence, providerId: string): Promise<Actor> {
  const rep = representative(providerId);
  await consent(evidence, rep.userId);
  return rep;
}

export async function makeClaim(
  evidence: Evidence,
  { caseId, providerId, categoryKey }: Pick<CasePayload, 'caseId' | 'providerId' | 'categoryKey'>,
  evidenceVersionId: string,
  changes: Partial<PayloadOf<typeof claimChanged>> = {},
) {
  const at = evidence.clock.now;
  const claim: PayloadOf<typeof claimChanged> = {
    claimId: randomUUID(),
    decisionId: randomUUID(),
    caseId,
    evidenceVersionId,
    providerId,
    categoryKey,
    requirementKey: 'identity',
    type: 'identity',
    statement: { en: 'identity' },
    method: 'document_review',
    sourceKind: 'document',
    state: 'active',
    limitations: ['On the day of the check only.'],
    policyVersion: '2026-11',
    checkedOn: at.toISOString().slice(0, 10),
    validFrom: at.toISOString(),
    validUntil: new Date(at.getTime() + 365 * 86_400_000).toISOString(),
    occurredAt: at.toISOString(),
    ...changes,
  };
  await evidence.deliver(claimChanged, claim);
  return {
    claimId: claim.claimId,
    change: (more: Partial<typeof claim>) => evidence.deliver(claimChanged, Object.assign(claim, more)),
  };
}

export type MadeCase = Awaited<ReturnType<typeof makeCase>>;

/** Only begins like a PDF. */
export function pdf(sizeBytes = 4096): Buffer {
  const bytes = randomBytes(sizeBytes);
  bytes.write('%PDF-1.7\n');
  return bytes;
}

export function jpeg(sizeBytes = 4096): Buffer {
  return Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), randomBytes(sizeBytes - 20)]);
}

export function contractFor({ caseId }: { caseId: string }, document: Buffer, overrides: object = {}) {
  return {
    clientIntentKey: randomUUID(),
    caseId,
    requirementKey: 'identity',
    documentKind: 'passport',
    mediaType: 'application/pdf',
    sizeBytes: document.length,
    sha256: createHash('sha256').update(document).digest('hex'),
    ...overrides,
  };
}

export const intentsPath = '/provider-workspace/me/upload-intents';

export async function makeIntent(evidence: Evidence, made: MadeCase, document = pdf(), overrides: object = {}) {
  const body = contractFor(made, document, overrides);
  const answer = await evidence.post(intentsPath, { actor: made.rep, body });
  if (answer.status !== 201) throw new Error(`No intent: ${JSON.stringify(answer.body)}`);
  return { ...answer.body, path: `${intentsPath}/${answer.body.id}`, body };
}

export async function sendParts(
  evidence: Evidence,
  intent: { session: { parts: { partNumber: number; url: string }[] } },
  document: Buffer,
) {
  for (const { partNumber, sizeBytes } of partsOf(document.length)) {
    const start = (partNumber - 1) * 5 * mebibyte;
    const url = intent.session.parts.find((part) => part.partNumber === partNumber)?.url ?? '';
    const { status } = await sendPart(evidence, url, document.subarray(start, start + sizeBytes));
    if (status !== 200) throw new Error(`Part ${partNumber} was answered with ${status}.`);
  }
}

function sendPart(evidence: Evidence, url: string, bytes: Buffer): Promise<{ status: number }> {
  if (!url.startsWith(publicUrl)) return fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
  return evidence.put(pathOf(url), { rawBody: bytes });
}

export async function makeUpload(evidence: Evidence, made: MadeCase, document = pdf(), overrides: object = {}) {
  const intent = await makeIntent(evidence, made, document, overrides);
  await sendParts(evidence, intent, document);
  return intent;
}

export async function confirm(evidence: Evidence, actor: Actor, { path }: { path: string }, key?: string) {
  return evidence.post(`${path}/confirm`, { actor, ...(key && { headers: { 'idempotency-key': key } }) });
}

export async function makeReviewable(evidence: Evidence, made: MadeCase, reviewerId: string, document = pdf()) {
  const upload = await makeUpload(evidence, made, document);
  const { body } = await confirm(evidence, made.rep, upload);
  await scanDueVersions(evidence.app);
  await made.change({ state: 'in_review', duties: assignedTo({ review: reviewerId }) });
  const { evidence_id } = await evidence.db
    .selectFrom('evidence_version')
    .select('evidence_id')
    .where('id', '=', body.evidenceVersionId)
    .executeTakeFirstOrThrow();
  const evidenceVersionId: string = body.evidenceVersionId;
  const grantsPath = `/verification-cases/${made.caseId}/evidence/${evidence_id}/review-grants`;
  return { evidenceVersionId, evidenceId: evidence_id, grantsPath, document };
}

export const evidenceOf = ({ providerId }: { providerId: string }) => `/providers/${providerId}/evidence`;

export function openSession(evidence: Evidence, made: MadeCase, body: object, key: string = randomUUID()) {
  const headers = { 'idempotency-key': key };
  return evidence.post(`${evidenceOf(made)}/upload-sessions`, { actor: made.rep, body, headers });
}

export function confirmSession(evidence: Evidence, made: MadeCase, uploadSessionId: string) {
  return evidence.post(evidenceOf(made), { actor: made.rep, body: { uploadSessionId } });
}

export async function submitById(
  evidence: Evidence,
  made: MadeCase,
  overrides: object = {},
  document = pdf(),
): Promise<{ evidenceId: string; evidenceVersionId: string }> {
  const opened = await openSession(evidence, made, contractFor(made, document, overrides));
  if (opened.status !== 201) throw new Error(`No session: ${JSON.stringify(opened.body)}`);
  await sendParts(evidence, opened.body, document);
  const { status, body } = await confirmSession(evidence, made, opened.body.session.id);
  if (status !== 201) throw new Error(`Not confirmed: ${JSON.stringify(body)}`);
  return body;
}
