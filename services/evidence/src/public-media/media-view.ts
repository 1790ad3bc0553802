import type { Language } from '@trust/contracts/values/text';
import { notFound } from '@trust/service-kit/problems/problem';
import type { App, Db } from '../app.ts';
import { mediaReason } from './media-reason.ts';
import { publicName } from './public-name.ts';
import { listMediaOf, listRenditions } from './queries.ts';

type Reader = Pick<App, 'now' | 'publicUrl'> & { db: Db };
type Viewer = { language: Language; mediaId?: string };

/** Newest first. URLs of published media only: nothing else is public. */
export async function mediaViews(app: Reader, providerId: string, { language, mediaId }: Viewer) {
  const rows = await listMediaOf(app.db, { providerId, now: app.now(), ...(mediaId && { mediaId }) });
  const isPublished = new Set(rows.filter((row) => row.state === 'approved' && row.published_at).map(({ id }) => id));
  const renditions = await listRenditions(app.db, [...isPublished]);
  return rows.map((row) => ({
    id: row.id,
    clientIntentKey: row.client_intent_key,
    kind: row.kind,
    alt: row.alt,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    createdAt: row.created_at.toISOString(),
    state: row.state,
    reason: mediaReason(row.reason, language),
    publishedAt: isPublished.has(row.id) && row.published_at ? row.published_at.toISOString() : null,
    sizes: renditions
      .filter(({ media_id }) => media_id === row.id)
      .map(({ sha256, width, height }) => ({
        url: `${app.publicUrl}/api/v1/public/media/${publicName(sha256)}`,
        width,
        height,
      })),
  }));
}

export async function mediaView(app: Reader, providerId: string, viewer: Required<Viewer>) {
  const [view] = await mediaViews(app, providerId, viewer);
  if (!view) throw notFound();
  return view;
}
