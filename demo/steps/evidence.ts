import { randomUUID } from 'node:crypto';
import { type Answer, type Client, eventually, type Problem, type Session } from '../client.ts';
import { type Document, makeJpeg, makePdf } from '../documents.ts';
import type { Case, Requirement } from './workspace.ts';

export type Part = {
  partNumber: number;
  sizeBytes: number;
  method: 'PUT';
  url: string;
  headers: Record<string, string>;
  received: boolean;
};
export type Intent = {
  id: string;
  clientIntentKey: string;
  state: string;
  attemptCount: number;
  session: { id: string; state: string; expiresAt: string; parts: Part[] };
  evidence: { evidenceId: string; evidenceVersionId: string; processing: string } | null;
};
export type Confirmation = { evidenceVersionId: string; confirmedAt: string; processing: string };

const intents = '/provider-workspace/me/upload-intents';
const twoParts = 5.5 * 1024 * 1024;

/** `large`: more than one part, if the requirement's limit allows that. */
export function documentFor(requirement: Requirement, { large = false } = {}): Document {
  const jpegOnly = !requirement.mediaTypes.includes('application/pdf');
  if (jpegOnly) return makeJpeg();
  return makePdf(requirement.label.en, large && requirement.maxSizeBytes > twoParts + 65_536 ? twoParts : undefined);
}

export function documentsFor(requirements: Requirement[]): Map<Requirement, Document> {
  const large = requirements.find(
    ({ mediaTypes, maxSizeBytes }) => mediaTypes.includes('application/pdf') && maxSizeBytes > twoParts + 65_536,
  );
  const pictured = requirements.find((one) => one !== large && one.mediaTypes.includes('image/jpeg'));
  return new Map(
    requirements.map((one) => [one, one === pictured ? makeJpeg() : documentFor(one, { large: one === large })]),
  );
}

export function createIntent(
  client: Client,
  owner: Session,
  request: { caseId: string; requirement: Requirement; document: Document; clientIntentKey?: string },
): Promise<Answer<Intent | Problem>> {
  const { caseId, requirement, document, clientIntentKey = randomUUID() } = request;
  return client.call('POST', intents, {
    as: owner,
    body: {
      clientIntentKey,
      caseId,
      requirementKey: requirement.key,
      documentKind: requirement.documentKinds[0],
      mediaType: document.mediaType,
      sizeBytes: document.bytes.length,
      sha256: document.sha256,
      label: 'from the demo',
    },
  });
}

export async function openIntent(
  client: Client,
  owner: Session,
  request: Parameters<typeof createIntent>[2],
): Promise<Intent> {
  const clientIntentKey = request.clientIntentKey ?? randomUUID();
  return eventually('an upload intent', async () => {
    const answer = await createIntent(client, owner, { ...request, clientIntentKey });
    return answer.status === 201 || answer.status === 200 ? (answer.body as Intent) : undefined;
  });
}

/** Uploads the last part first. */
export async function putParts(client: Client, intent: Intent, document: Document): Promise<void> {
  const { parts } = intent.session;
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part.sizeBytes, 0));
  for (const [index, part] of [...parts.entries()].reverse()) {
    const start = starts[index] ?? 0;
    await putPart(client, part, document.bytes.subarray(start, start + part.sizeBytes));
  }
}

export async function putPart(client: Client, part: Part, bytes: Buffer): Promise<void> {
  await client.expectOneOf([200, 201, 204], part.method, part.url, { raw: bytes, headers: part.headers });
}

export function confirm(client: Client, owner: Session, intentId: string): Promise<Answer<Confirmation | Problem>> {
  return client.call('POST', `${intents}/${intentId}/confirm`, { as: owner });
}

export function readIntent(client: Client, owner: Session, intentId: string): Promise<Answer<Intent | Problem>> {
  return client.call('GET', `${intents}/${intentId}`, { as: owner });
}

/** Returns the evidence versions in the order of the requirements. */
export async function submitEvidence(
  client: Client,
  owner: Session,
  { id: caseId, requirements }: Case,
): Promise<string[]> {
  const versions: string[] = [];
  for (const [requirement, { bytes, mediaType }] of documentsFor(requirements)) {
    const document = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaType });
    const target = { caseId, requirementKey: requirement.key, documentKind: requirement.documentKinds[0] ?? '' };
    const { evidenceVersionId } = await client
      .as(owner)
      .uploads.upload(document, { ...target, label: 'from the demo' });
    versions.push(evidenceVersionId);
  }
  return versions;
}
