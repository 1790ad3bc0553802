import { createHash, randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { publicMediaDecided } from '@trust/contracts/events/operations';
import { providerChanged } from '@trust/contracts/events/provider';
import { representative } from '@trust/service-testing/actors';
import { makeJpeg } from '../../../demo/documents.ts';
import { publishDueMedia } from '../src/public-media/publication/publish-media.ts';
import { scanDueVersions } from '../src/scanning/scan-versions.ts';
import { consent, sendParts } from './make.ts';
import type { Evidence } from './service.ts';

export const mediaPath = '/provider-workspace/me/media';
export const photo = () => makeJpeg().bytes;

/** A published provider and a representative who may upload. */
export async function makeGallery(evidence: Evidence) {
  const providerId: string = randomUUID();
  const rep = representative(providerId);
  await consent(evidence, rep.userId);
  const publish = (
    changes: { state?: 'active' | 'suspended'; publication?: 'published' | 'withheld'; kind?: 'individual' } = {},
  ) =>
    evidence.deliver(providerChanged, {
      ...{ providerId, publicProviderId: 'k7Rq2mXw9TzB4nVd', displayName: 'Martin', state: 'active' },
      ...{ publication: 'published', hasProfile: true },
      location: { privateBaseConfigured: true, publicPremisesConfigured: false, serviceAreaConfigured: true },
      ...changes,
    });
  await publish();
  return { providerId, rep, publish };
}
export type Gallery = Awaited<ReturnType<typeof makeGallery>>;

export function mediaOf(image: Buffer, changes: object = {}) {
  const sha256 = createHash('sha256').update(image).digest('hex');
  const alt = 'A new distribution board';
  const file = { mediaType: 'image/jpeg', sizeBytes: image.length, sha256 };
  return { clientIntentKey: randomUUID(), kind: 'work', alt, ...file, ...changes };
}

/** Returns media whose parts are sent. */
export async function makeMedia(evidence: Evidence, { rep }: Gallery, image = photo(), changes: object = {}) {
  const body = mediaOf(image, changes);
  const opened = await evidence.post(mediaPath, { actor: rep, body });
  if (opened.status !== 201) throw new Error(`No media: ${JSON.stringify(opened.body)}`);
  await sendParts(evidence, opened.body, image);
  const path = `${mediaPath}/${opened.body.id}`;
  return {
    ...{ id: opened.body.id as string, body, path, opened: opened.body },
    confirm: (actor: Actor = rep) => evidence.post(`${path}/confirm`, { actor }),
    withdraw: () => evidence.delete(path, { actor: rep }),
  };
}

export async function makePending(evidence: Evidence, gallery: Gallery, image = photo(), changes: object = {}) {
  const media = await makeMedia(evidence, gallery, image, changes);
  await media.confirm();
  await scanDueVersions(evidence.app);
  return media;
}

export async function decideMedia(
  evidence: Evidence,
  { providerId }: Gallery,
  mediaId: string,
  outcome: 'approved' | 'rejected' = 'approved',
) {
  const reasonCode = outcome === 'approved' ? 'complies' : 'off_topic';
  const occurredAt = evidence.clock.now.toISOString();
  await evidence.deliver(publicMediaDecided, { mediaId, providerId, round: 1, outcome, reasonCode, occurredAt });
}

/** Returns the view that the representative gets. */
export async function makePublished(evidence: Evidence, gallery: Gallery, image = photo(), changes: object = {}) {
  const media = await makePending(evidence, gallery, image, changes);
  await decideMedia(evidence, gallery, media.id);
  await publishDueMedia(evidence.app);
  return { ...media, view: await viewOf(evidence, gallery, media.id) };
}

export async function viewOf(evidence: Evidence, { rep }: Gallery, mediaId: string) {
  const { body } = await evidence.get(mediaPath, { actor: rep });
  return body.items.find(({ id }: { id: string }) => id === mediaId);
}
