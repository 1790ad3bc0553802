import type { PayloadOf } from '@trust/contracts/event';
import type { publicMediaChanged } from '@trust/contracts/events/public-media';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

export type PublishedMedia = NonNullable<PayloadOf<typeof publicMediaChanged>['published']>;
export type MediaRow = { kind: 'profile' | 'work'; alt: string; sizes: PublishedMedia['sizes'] };

export async function deleteMediaOf(trx: Trx, providerId: string): Promise<void> {
  await trx.deleteFrom('public_media').where('provider_id', '=', providerId).execute();
}

/** The profile image first, then the newest. */
export async function listMedia(db: Db, providerId: string): Promise<MediaRow[]> {
  const { rows } = await sql<MediaRow>`
    select kind, alt, sizes from public_media where provider_id = ${providerId}
    order by kind, published_at desc, media_id`.execute(db);
  return rows;
}
