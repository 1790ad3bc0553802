import { apiBase } from '@trust/contracts/api-base';
import type { z } from 'zod';
import type { MediaRow } from '../../from-other-services/public-media/media-of.ts';
import { type Offer, takesWork } from '../../registration/availability/takes-work.ts';
import type { EnquiryAction, PublicMedia } from './schema.ts';

export function mediaBody({ kind, alt, sizes }: MediaRow, baseUrl: string): z.input<typeof PublicMedia> {
  const url = (name: string) => `${baseUrl}${apiBase}/public/media/${name}`;
  // A small image is one file for several widths.
  const files = sizes.filter(({ name }, at) => sizes.findIndex((one) => one.name === name) === at);
  return { kind, alt, sizes: files.map(({ name, width, height }) => ({ url: url(name), width, height })) };
}

/** The enquiry is the start of the tracked interaction. */
export function actionsOf(
  categoryKey: string,
  offer: Offer,
  baseUrl: string,
): { enquiry: z.input<typeof EnquiryAction> } {
  const href = `${baseUrl}${apiBase}/enquiries`;
  return { enquiry: { method: 'POST', href, categoryKey, isOpen: takesWork(offer) } };
}
