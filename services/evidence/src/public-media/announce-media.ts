import { publicMediaChanged, publicMediaSnapshot, type publicMediaStates } from '@trust/contracts/events/public-media';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';
import { publicName } from './public-name.ts';
import { listRenditions, lockMedia, type MediaRow } from './queries.ts';

type AnnouncedState = (typeof publicMediaStates)[number];

export async function announceMedia(
  trx: Trx,
  media: MediaRow,
  state: AnnouncedState,
  at: Date,
  as = publicMediaChanged,
): Promise<void> {
  const renditions = state === 'published' ? await listRenditions(trx, [media.id]) : [];
  await emit(trx, as, {
    mediaId: media.id,
    providerId: media.provider_id,
    uploaderId: media.uploaded_by,
    kind: media.kind,
    state,
    published:
      state === 'published'
        ? {
            alt: media.alt ?? '',
            sizes: renditions.map((one) => ({ name: publicName(one.sha256), width: one.width, height: one.height })),
          }
        : null,
    occurredAt: at.toISOString(),
  });
}

/** New projections need it. Uploads that nobody waits for have no snapshot. */
export async function announceMediaState(trx: Trx, mediaId: string): Promise<void> {
  const media = await lockMedia(trx, mediaId);
  const state = media && announcedStateOf(media);
  if (state) await announceMedia(trx, media, state, media.changed_at, publicMediaSnapshot);
}

function announcedStateOf({ state, published_at }: MediaRow): AnnouncedState | undefined {
  if (state === 'approved') return published_at ? 'published' : 'pending';
  if (state === 'rejected' || state === 'withdrawn') return 'removed';
  return state === 'pending' ? 'pending' : undefined;
}
