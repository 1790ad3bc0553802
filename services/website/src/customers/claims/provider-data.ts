import type { Language } from '@trust/contracts/values/text';
import { type Html, structuredData } from '@trust/html/html';
import { z } from 'zod';
import { ActionsOfPage, describeEnquiry } from './enquiry-action.ts';
import { Media } from './provider-media.ts';

const LocalisedText = z.object({ en: z.string(), fr: z.string() });
export const ProviderOfPage = z.object({
  publicProviderId: z.string(),
  displayName: z.string(),
  kind: z.string(),
  serviceArea: z.object({ type: z.string(), coordinates: z.array(z.array(z.array(z.number()))) }).nullable(),
  selfAsserted: z.object({
    summary: z.string().nullable(),
    website: z.string().nullable(),
    languages: z.array(z.string()),
  }),
  publicPremises: z
    .object({ latitude: z.number(), longitude: z.number(), addressLabel: z.string().nullable() })
    .nullable(),
  /** An older service has none. */
  media: z.array(Media).default([]),
  services: z.array(
    z.object({
      categoryKey: z.string(),
      label: LocalisedText,
      /** An older service has none. */
      hasCurrentClaim: z.boolean().default(true),
      notVerified: z.array(z.object({ key: z.string(), label: LocalisedText })),
      actions: ActionsOfPage,
    }),
  ),
});
export type ProviderOfPage = z.output<typeof ProviderOfPage>;

/** Search engines read it (schema.org). No rating: a claim rates nobody, and reviews have no score. */
export function describeProvider(provider: ProviderOfPage, path: string, language: Language): Html {
  const { displayName, kind, selfAsserted, publicPremises, serviceArea, services, media } = provider;
  const { summary, website, languages } = selfAsserted;
  // GeoShape: latitude before longitude, separated by spaces.
  const polygon = serviceArea?.coordinates[0]?.map(([longitude, latitude]) => `${latitude} ${longitude}`).join(' ');
  return structuredData({
    '@context': 'https://schema.org',
    '@type': kind === 'individual' ? 'Person' : 'Organization',
    name: displayName,
    url: path,
    ...(summary !== null && { description: summary }),
    ...(website !== null && { sameAs: website }),
    ...(languages.length > 0 && { knowsLanguage: languages }),
    ...(media[0] && { image: new URL(media[0].sizes.at(-1)?.url ?? '').pathname }),
    ...(publicPremises && {
      [kind === 'individual' ? 'workLocation' : 'location']: {
        '@type': 'Place',
        ...(publicPremises.addressLabel !== null && { address: publicPremises.addressLabel }),
        geo: {
          '@type': 'GeoCoordinates',
          latitude: publicPremises.latitude,
          longitude: publicPremises.longitude,
        },
      },
    }),
    makesOffer: services
      .filter(({ hasCurrentClaim }) => hasCurrentClaim)
      .map(({ label, actions }) => ({
        '@type': 'Offer',
        itemOffered: {
          '@type': 'Service',
          name: label[language],
          ...(polygon && { areaServed: { '@type': 'GeoShape', polygon } }),
          potentialAction: describeEnquiry(actions),
        },
      })),
  });
}
