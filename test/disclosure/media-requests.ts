import { randomUUID } from 'node:crypto';
import { eventually, type Session } from '../../demo/client.ts';
import { makeJpeg } from '../../demo/documents.ts';
import { putParts } from '../../demo/steps/evidence.ts';
import type { UploadIntent } from '../../packages/client/src/client.ts';
import type { World } from '../authorization/world.ts';
import type { RawClient } from '../raw-client.ts';
import { canaryReason, canaryValues } from './canary-values.ts';
import { signatureIn } from './uploads.ts';

const media = '/provider-workspace/me/media';

/** One image is withdrawn, one published. Returns the signatures of the parts' URLs. */
export async function publishMedia({ sessions, ours }: World, client: RawClient): Promise<string[]> {
  const [as, operator] = [sessions.owner, sessions.supervisor] as [Session, Session];
  const image = makeJpeg();
  const { mediaType, bytes, sha256 } = image;
  const open = async () => {
    const body = { clientIntentKey: randomUUID(), kind: 'work', alt: canaryValues.alt };
    const file = { mediaType, sizeBytes: bytes.length, sha256 };
    return (await client.expect<UploadIntent>(201, 'POST', media, { as, body: { ...body, ...file } })).body;
  };
  const withdrawn = await open();
  await client.expect(204, 'DELETE', `${media}/${withdrawn.id}`, { as });
  const opened = await open();
  await putParts(client, opened, image);
  await client.expect(201, 'POST', `${media}/${opened.id}/confirm`, { as });
  const view = `/operations/media/${opened.id}`;
  await eventually('the scan of the image', async () => {
    const { status } = await client.call('GET', view, { as: operator });
    return status === 200 || undefined;
  });
  await client.expect(200, 'GET', view, { as: operator });
  await client.expect(200, 'GET', `${view}/image`, { as: operator });
  const decision = { outcome: 'approved', reasonCode: 'complies', reason: canaryReason('an image') };
  await eventually('the moderation of the image', async () => {
    const { status } = await client.call('POST', `${view}/decisions`, { as: operator, body: decision });
    return status === 201 || undefined;
  });
  const url = await eventually('the publication of the image', async () => {
    const { body } = await client.expect<{ media: { sizes: { url: string }[] }[] }>(
      ...([200, 'GET', `/public/providers/${ours.publicProviderId}`, {}] as const),
    );
    return body.media[0]?.sizes[0]?.url;
  });
  await client.expect(200, 'GET', url, {});
  return [withdrawn, opened].flatMap((one) => one.session.parts.map((part) => signatureIn(part.url)));
}
