import type { Text } from '@trust/contracts/values/text';
import { type Html, html, structuredData } from '@trust/html/html';
import { z } from 'zod';
import { type Page, pageUrl, type Reader, translate } from '../../page/layout.ts';
import { dateText } from '../claims/claim-texts.ts';
import { ActionsOfPage, enquiryLine } from '../claims/enquiry-action.ts';
import { Media, mediaImage } from '../claims/provider-media.ts';
import { type Category, searchForm } from './search-form.ts';
import { searchMap } from './search-map.ts';
import type { FormValues } from './search-query.ts';

const LocalisedText = z.object({ en: z.string(), fr: z.string() });
const Listing = z.object({
  publicProviderId: z.string(),
  displayName: z.string(),
  operatingModel: z.string(),
  serviceArea: z.object({ coordinates: z.array(z.array(z.tuple([z.number(), z.number()]))) }).nullable(),
  claims: z.array(
    z.object({
      statement: LocalisedText,
      validUntil: z.string(),
      freshness: z.string(),
      limitations: z.array(LocalisedText),
    }),
  ),
  /** An older service has none. */
  media: z.array(Media).default([]),
  actions: ActionsOfPage,
});
type Listing = z.output<typeof Listing>;
export const ListingsOfPage = z.object({ items: z.array(Listing), nextCursor: z.string().nullable() });
export const PlacesOfPage = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      fullName: z.string(),
      name: z.string(),
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
  attribution: z.string(),
});
export const CategoriesOfPage = z.object({ items: z.array(z.object({ key: z.string(), label: LocalisedText })) });
type Places = z.output<typeof PlacesOfPage>;

const texts = {
  title: { en: 'Search for a provider', fr: 'Rechercher un prestataire' },
  lead: {
    en: 'Providers with claims that the platform has checked. A claim says what was checked and what was not.',
    fr: 'Des prestataires dont la plateforme a contrôlé des attestations. Une attestation dit ce qui a été contrôlé et ce qui ne l’a pas été.',
  },
  results: { en: 'Results', fr: 'Résultats' },
  near: { en: 'Near', fr: 'Près de' },
  other: { en: 'Places with similar names:', fr: 'Lieux au nom proche :' },
  none: {
    en: 'No provider was found. Choose a larger distance or fewer conditions.',
    fr: 'Aucun prestataire trouvé. Choisissez une distance plus grande ou moins de critères.',
  },
  unknown: {
    en: 'No town of this name was found. Check the spelling, or search without a town.',
    fr: 'Aucune ville de ce nom. Vérifiez l’orthographe ou cherchez sans ville.',
  },
  order: {
    en: 'Order: distance from checked premises or the centre of the service area, then unchecked premises; or how long claims last. Nobody can pay for a place in this list.',
    fr: 'Ordre : distance aux locaux contrôlés ou au centre de la zone d’intervention, puis locaux non contrôlés, ou durée des attestations. Personne ne peut payer une place dans cette liste.',
  },
  until: { en: 'valid until', fr: 'valable jusqu’au' },
  due: { en: 'ends soon', fr: 'bientôt échue' },
  limits: { en: 'What it does not say', fr: 'Ce qu’elle ne dit pas' },
  travels: { en: 'Works at your place', fr: 'Travaille chez vous' },
  premises: { en: 'Works at its premises', fr: 'Travaille dans ses locaux' },
  remote: { en: 'Works remotely', fr: 'Travaille à distance' },
  more: { en: 'More providers', fr: 'Autres prestataires' },
} satisfies Record<string, Text>;

export type SearchResult = {
  listings: z.output<typeof ListingsOfPage> | undefined;
  places: Places | undefined;
  /** The place of the search, if one was given and found. */
  place: Places['items'][number] | undefined;
};

export function searchPage(
  categories: readonly Category[],
  values: FormValues,
  { listings, places, place }: SearchResult,
  reader: Reader,
): Page {
  const t = translate(texts, reader);
  const { cursor: _, others, ...shown } = values;
  const parameters: [string, string][] = [...Object.entries(shown), ...others];
  const isUnknown = values.place !== undefined && places?.items.length === 0;
  const body = html`<h1>${t('title')}</h1>
<p class="lead">${t('lead')}</p>
${searchForm(categories, values, reader)}
${isUnknown && html`<p class="answer warn" role="status">${t('unknown')}</p>`}
${listings && resultSection(listings, { places, place, parameters }, reader)}`;
  return {
    title: t('title'),
    reader,
    path: '/search',
    body,
    hasForm: true,
    hasImages: true,
    isForCustomers: true,
    parameters,
  };
}

type Shown = Pick<SearchResult, 'places' | 'place'> & { parameters: [string, string][] };

function resultSection(
  { items, nextCursor }: z.output<typeof ListingsOfPage>,
  { places, place, parameters }: Shown,
  reader: Reader,
): Html {
  const t = translate(texts, reader);
  const areas = items.flatMap(({ serviceArea }, index) => {
    const ring = serviceArea?.coordinates[0];
    return ring ? [{ number: index + 1, ring }] : [];
  });
  const next = nextCursor !== null && pageUrl('/search', reader, [...parameters, ['cursor', nextCursor]]);
  return html`<section aria-labelledby="results">
<h2 id="results">${t('results')}</h2>
${place && html`<p>${t('near')} <strong>${place.fullName}</strong></p>`}
${place && otherPlaces(places, place, parameters, reader)}
${items.length === 0 && html`<p role="status">${t('none')}</p>`}
${searchMap(areas, place, reader)}
<ol class="results">
${items.map((listing) => resultItem(listing, reader))}</ol>
${next && html`<p><a rel="next" href="${next}">${t('more')}</a></p>`}
<p class="quiet">${t('order')}</p>
${places && html`<p class="quiet">${places.attribution}</p>`}
${structuredData({ '@context': 'https://schema.org', '@type': 'ItemList', itemListElement: items.map(listItem) })}
</section>`;
}

function listItem({ publicProviderId, displayName }: Listing, index: number) {
  return { '@type': 'ListItem', position: index + 1, name: displayName, url: `/p/${publicProviderId}` };
}

function otherPlaces(
  places: Places | undefined,
  place: Places['items'][number],
  parameters: [string, string][],
  reader: Reader,
): Html | undefined {
  const kept = parameters.filter(([name]) => name !== 'placeId');
  const others = (places?.items ?? []).filter(({ id }) => id !== place.id).slice(0, 4);
  if (others.length === 0) return undefined;
  return html`<p>${texts.other[reader.language]}</p>
<ul class="places">${others.map(({ id, fullName }) => html`<li><a href="${pageUrl('/search', reader, [...kept, ['placeId', id]])}">${fullName}</a></li>`)}</ul>`;
}

function resultItem(listing: Listing, reader: Reader): Html {
  const { publicProviderId, displayName, operatingModel, claims, media, actions } = listing;
  const { language } = reader;
  const [image] = media;
  const t = translate(texts, reader);
  const model = operatingModel in texts ? t(operatingModel as 'travels') : '';
  return html`<li>
<h3><a href="${pageUrl(`/p/${publicProviderId}`, reader)}">${displayName}</a></h3>
${image && html`<p class="portrait">${mediaImage(image, '10rem')}</p>`}
<p class="quiet">${model}</p>
${enquiryLine({ actions, hasCurrentClaim: true }, reader)}
<ul>
${claims.map(
  ({ statement, validUntil, freshness, limitations }) =>
    html`<li>${statement[language]} <span class="quiet">(${t('until')} <time datetime="${validUntil}">${dateText(validUntil, language)}</time>${freshness === 'due' && `, ${t('due')}`})</span>
<details><summary>${t('limits')}</summary><ul>${limitations.map((text) => html`<li>${text[language]}</li>`)}</ul></details></li>\n`,
)}</ul>
</li>\n`;
}
