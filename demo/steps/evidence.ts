import { randomUUID } from 'node:crypto';
import type {
  EvidenceConfirmation,
  UploadIntent,
  UploadPart,
  VerificationCase,
} from '../../packages/client/src/client.ts';
import { type Client, eventually, type Session, unlessStatus } from '../client.ts';
import { type Document, makeJpeg, makePdf } from '../documents.ts';
import type { Requirement } from './workspace.ts';

const twoParts = 5.5 * 1024 * 1024;

/** `large`: more than one part, if the requirement's limit allows that. */
export function documentFor(requirement: Requirement, { large = false } = {}): Document {
  const jpegOnly = !requirement.mediaTypes.includes('application/pdf');
  if (jpegOnly) return makeJpeg();
  return makePdf(
    requirement.label.en ?? requirement.key,
    large && requirement.maxSizeBytes > twoParts + 65_536 ? twoParts : undefined,
  );
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

type IntentRequest = {
  caseId: string;
  requirement: Pick<Requirement, 'key' | 'documentKinds'>;
  document: Document;
  label?: string;
};

export function openIntent(
  client: Client,
  owner: Session,
  { caseId, requirement, document, label = 'from the demo' }: IntentRequest,
): Promise<UploadIntent> {
  const body = {
    clientIntentKey: randomUUID(),
    caseId,
    requirementKey: requirement.key,
    documentKind: requirement.documentKinds[0] ?? '',
    mediaType: document.mediaType,
    sizeBytes: document.bytes.length,
    sha256: document.sha256,
    label,
  };
  // 404 or 409 until the event of the case has arrived at evidence.
  return eventually('an upload intent', () =>
    unlessStatus([404, 409], client.as(owner).api.createUploadIntent({ body })),
  );
}

/** Uploads the last part first. */
export async function putParts(
  client: Client,
  intent: Pick<UploadIntent, 'session'>,
  document: Document,
): Promise<void> {
  const { parts } = intent.session;
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part.sizeBytes, 0));
  for (const [index, part] of [...parts.entries()].reverse()) {
    const start = starts[index] ?? 0;
    await putPart(client, part, document.bytes.subarray(start, start + part.sizeBytes));
  }
}

export async function putPart(client: Client, { method, url, headers }: UploadPart, bytes: Buffer): Promise<void> {
  const body = bytes as Uint8Array<ArrayBuffer>;
  const response = await client.send(new Request(url, { method, headers, body }));
  if (!response.ok) throw new Error(`${method} ${url} failed with ${response.status}: ${await response.text()}`);
}

export function confirm(client: Client, owner: Session, id: string): Promise<EvidenceConfirmation> {
  return client.as(owner).api.confirmUploadIntent({ params: { path: { id } } });
}

export function readIntent(client: Client, owner: Session, id: string): Promise<UploadIntent> {
  return client.as(owner).api.getUploadIntent({ params: { path: { id } } });
}

/** Returns the evidence versions in the order of the requirements. */
export async function submitEvidence(
  client: Client,
  owner: Session,
  { id: caseId, requirements }: VerificationCase,
): Promise<string[]> {
  const versions: string[] = [];
  for (const [requirement, { bytes, mediaType }] of documentsFor(requirements)) {
    const document = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaType });
    const target = { caseId, requirementKey: requirement.key, documentKind: requirement.documentKinds[0] ?? '' };
    const upload = () => client.as(owner).uploads.upload(document, { ...target, label: 'from the demo' });
    // 404 until the events of the provider and of the case have arrived at evidence.
    const { evidenceVersionId } = await eventually('an upload of evidence', () => unlessStatus([404], upload()));
    versions.push(evidenceVersionId);
  }
  return versions;
}
