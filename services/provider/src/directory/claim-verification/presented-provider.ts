import type { z } from 'zod';
import type { Db } from '../../app.ts';
import { listMedia } from '../../from-other-services/public-media/media-of.ts';
import { findProvider } from '../../provider-record/provider-row.ts';
import { mediaBody } from '../public-providers/public-body.ts';
import type { PresentedProvider } from './schema.ts';

/** Whom a code that somebody shows is about. The caller has found a public claim of the provider. */
export async function presentedProvider(
  db: Db,
  providerId: string,
  baseUrl: string,
): Promise<z.input<typeof PresentedProvider> | null> {
  const provider = await findProvider(db, providerId);
  if (!provider?.public_name) return null;
  const image = (await listMedia(db, providerId)).find(({ kind }) => kind === 'profile');
  return {
    displayName: provider.public_name,
    kind: provider.kind,
    image: image ? mediaBody(image, baseUrl) : null,
  };
}
