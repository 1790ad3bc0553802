import type { z } from 'zod';
import type { Db } from '../../app.ts';
import { findPhoto, type Photo } from '../../from-other-services/public-media/media-of.ts';
import { findProvider, type ProviderRow } from '../../provider-record/provider-row.ts';
import { mediaBody } from '../public-providers/public-body.ts';
import type { PublicClaim } from './queries.ts';
import type { PresentedProvider } from './schema.ts';

type Presented = { provider: ProviderRow; photo: Photo | undefined };

/** Whom codes that somebody shows are about. The caller has found a public claim of the provider. */
export async function findPresented(db: Db, providerId: string): Promise<Presented | undefined> {
  const provider = await findProvider(db, providerId);
  return provider?.public_name ? { provider, photo: await findPhoto(db, providerId) } : undefined;
}

export function presentedProvider(
  { provider, photo }: Presented,
  claim: PublicClaim,
  baseUrl: string,
): z.input<typeof PresentedProvider> | null {
  if (!provider.public_name) return null;
  // A claim about an earlier person has their name, so it needs their photo.
  const isOfAnother = claim.about === 'person' && claim.subject_user_id !== photo?.uploader_id;
  return {
    displayName: provider.public_name,
    kind: provider.kind,
    image: photo && !isOfAnother ? mediaBody(photo, baseUrl) : null,
  };
}
