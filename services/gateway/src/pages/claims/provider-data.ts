import type { Language } from '@trust/contracts/text';
import { type Html, structuredData } from '@trust/html/html';
import type { ProviderOfPage } from './provider-page.ts';

/** For search engines (schema.org). No rating: a claim rates nobody, and reviews have no score. */
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
    makesOffer: services.map(({ label }) => ({
      '@type': 'Offer',
      itemOffered: {
        '@type': 'Service',
        name: label[language],
        ...(polygon && { areaServed: { '@type': 'GeoShape', polygon } }),
      },
    })),
  });
}
