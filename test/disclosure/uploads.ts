import { randomUUID } from 'node:crypto';
import { eventually, type Session } from '../../demo/client.ts';
import { makeJpeg, makePdf } from '../../demo/documents.ts';
import { putParts } from '../../demo/steps/evidence.ts';
import { awaitCase, type Requirement } from '../../demo/steps/workspace.ts';
import type { UploadIntent } from '../../packages/client/src/client.ts';
import type { World } from '../authorization/world.ts';
import type { RawClient } from '../raw-client.ts';
import { canaryValues, successStatuses } from './canary-values.ts';

const intents = '/provider-workspace/me/upload-intents';

/** Covers every state of an upload. Returns the signatures of the parts' URLs. */
export async function uploadDocuments(world: World, client: RawClient): Promise<string[]> {
  const as = world.sessions.owner as Session;
  const { id: caseId, requirements } = await awaitCase(client, as, world.ours.id, 'plumber');
  const [, second, third] = requirements as [Requirement, Requirement, Requirement];

  const document = makePdf(canaryValues.documentTitle);
  const body = contractOf(document, { caseId, requirement: second });
  const { body: opened } = await client.expectOneOf<UploadIntent>(successStatuses, 'POST', intents, { as, body });
  await client.expect(400, 'POST', intents, { as, body: { ...body, sizeBytes: 1, label: `${body.label}\n` } });
  await client.expect(409, 'POST', intents, { as, body: { ...body, sha256: 'b'.repeat(64) } });
  const path = `${intents}/${opened.id}`;
  await client.expectOneOf(successStatuses, 'PUT', `${path}/interrupted`, { as });
  const { body: retried } = await client.expectOneOf<UploadIntent>(successStatuses, 'POST', `${path}/retry`, { as });
  await putParts(client, retried, document);
  await client.expectOneOf(successStatuses, 'GET', path, { as });
  await client.expectOneOf(successStatuses, 'POST', `${path}/confirm`, { as });

  const ofProvider = `/providers/${world.ours.id}/evidence`;
  const other = makePdf(canaryValues.documentTitle);
  const keyed = () => ({ as, headers: { 'idempotency-key': randomUUID() } });
  const { body: session } = await client.expectOneOf<UploadIntent>(
    successStatuses,
    'POST',
    `${ofProvider}/upload-sessions`,
    {
      ...keyed(),
      body: contractOf(other, { caseId, requirement: third }),
    },
  );
  await putParts(client, session, other);
  const { body: confirmed } = await client.expectOneOf<{ evidenceId: string }>(successStatuses, 'POST', ofProvider, {
    as,
    body: { uploadSessionId: session.session.id },
  });
  await scanned(client, as, `${ofProvider}/${confirmed.evidenceId}`);
  const replacedBy = makePdf(canaryValues.documentTitle);
  const {
    caseId: _case,
    requirementKey: _key,
    documentKind: _kind,
    ...replacement
  } = contractOf(replacedBy, {
    caseId,
    requirement: third,
  });
  const { body: replacing } = await client.expect<UploadIntent>(
    201,
    'POST',
    `${ofProvider}/${confirmed.evidenceId}/replace`,
    { ...keyed(), body: replacement },
  );
  await client.expectOneOf(successStatuses, 'DELETE', `${intents}/${replacing.id}`, { as });
  await client.expectOneOf(successStatuses, 'DELETE', `${ofProvider}/${confirmed.evidenceId}`, { as });
  return [retried, session].flatMap((one) => one.session.parts.map(({ url }) => signatureIn(url)));
}

/** A photo of a visit. Returns the signatures of the parts' URLs. */
export async function uploadPhoto({ sessions, workItemId }: World, client: RawClient): Promise<string[]> {
  const item = `/operations/field-work-items/${workItemId}`;
  const { opened } = await uploadVisitPhoto(client, sessions['field-agent'] as Session, item);
  return opened.session.parts.map(({ url }) => signatureIn(url));
}

export async function uploadVisitPhoto(client: RawClient, as: Session, item: string) {
  const photos = `${item}/photos`;
  const photo = makeJpeg();
  const photoId = randomUUID();
  const { mediaType, bytes, sha256 } = photo;
  const body = { id: photoId, mediaType, sizeBytes: bytes.length, sha256 };
  const { body: opened } = await client.expect<UploadIntent>(201, 'POST', photos, { as, body });
  await client.expect(409, 'POST', photos, { as, body: { ...body, sha256: 'b'.repeat(64) } });
  await putParts(client, opened, photo);
  await client.expect(201, 'POST', `${photos}/${photoId}/confirm`, { as });
  return { photoId, opened };
}

/** Reads the results of the visit, until their photos have passed their scan. */
export async function awaitPhotos(client: RawClient, as: Session, item: string): Promise<void> {
  type Item = { submissions: { photos: { state: string }[] }[] };
  await eventually('the photos', async () => {
    const { body } = await client.expectOneOf<Item>(successStatuses, 'GET', item, { as });
    return body.submissions.at(-1)?.photos.every(({ state }) => state === 'available') || undefined;
  });
}

export function signatureIn(url: string): string {
  return /\.([\w-]{43})\//.exec(url)?.[1] ?? '';
}

function contractOf(
  { mediaType, bytes, sha256 }: ReturnType<typeof makePdf>,
  { caseId, requirement }: { caseId: string; requirement: Requirement },
) {
  return {
    clientIntentKey: randomUUID(),
    caseId,
    requirementKey: requirement.key,
    documentKind: requirement.documentKinds[0],
    mediaType,
    sizeBytes: bytes.length,
    sha256,
    label: canaryValues.documentLabel,
  };
}

async function scanned(client: RawClient, as: Session, path: string): Promise<void> {
  await eventually('the scan', async () => {
    const { body } = await client.expectOneOf<{ version: { processing: string } }>(successStatuses, 'GET', path, {
      as,
    });
    return body.version.processing === 'available' || undefined;
  });
}
