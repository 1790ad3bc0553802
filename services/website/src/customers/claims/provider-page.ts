import type { Text } from '@trust/contracts/values/text';
import { type Html, html } from '@trust/html/html';
import { z } from 'zod';
import { type Page, pageUrl, type Reader, translate } from '../../page/layout.ts';
import { dateText } from './claim-texts.ts';
import { ClaimCard, claimDetails, endOfClaim, unverifiedList } from './claim-view.ts';
import { enquiryLine } from './enquiry-action.ts';
import { describeProvider, type ProviderOfPage } from './provider-data.ts';
import { mediaImage } from './provider-media.ts';
import { type ReviewsOfPage, reviewSection } from './review-section.ts';

export const CardsOfPage = z.object({
  /** The name of that day; an older service has none. */
  displayName: z.string().nullish(),
  asOf: z.string(),
  items: z.array(ClaimCard),
  nextCursor: z.string().nullable(),
});

const texts = {
  lead: {
    en: 'What the platform has checked, and what it has not. No claim says that a provider as a whole is verified.',
    fr: 'Ce que la plateforme a contrôlé, et ce qu’elle n’a pas contrôlé. Aucune attestation ne dit qu’un prestataire est vérifié dans son ensemble.',
  },
  asOf: { en: 'Claims as of', fr: 'Attestations au' },
  name: { en: 'Name on that day:', fr: 'Nom à cette date :' },
  day: { en: 'Claims on another day', fr: 'Attestations à une autre date' },
  show: { en: 'Show', fr: 'Afficher' },
  none: { en: 'No claim in this category.', fr: 'Aucune attestation dans cette catégorie.' },
  scan: { en: 'Scan to verify this claim', fr: 'Scannez pour vérifier cette attestation' },
  verify: { en: 'Verify this claim today', fr: 'Vérifier cette attestation aujourd’hui' },
  own: { en: 'In the provider’s own words, not checked', fr: 'Selon le prestataire, sans contrôle' },
  languages: { en: 'Languages', fr: 'Langues' },
  website: { en: 'Website', fr: 'Site web' },
  premises: { en: 'Premises', fr: 'Locaux' },
  images: { en: 'Images of the provider', fr: 'Images du prestataire' },
  more: { en: 'More claims', fr: 'Autres attestations' },
  search: { en: 'Search for a provider', fr: 'Rechercher un prestataire' },
} satisfies Record<string, Text>;

export type Shown = {
  provider: ProviderOfPage;
  cards: z.output<typeof CardsOfPage>;
  reviews: ReviewsOfPage;
  /** Undefined for today. */
  asOf: string | undefined;
};

export function providerPage({ provider, cards, reviews, asOf }: Shown, reader: Reader): Page {
  const { language } = reader;
  const t = translate(texts, reader);
  const { displayName, publicProviderId, services } = provider;
  const { items, nextCursor } = cards;
  const path = `/p/${publicProviderId}`;
  const parameters: Record<string, string> = asOf ? { asOf } : {};
  const otherName = cards.displayName === displayName ? null : (cards.displayName ?? null);
  const next = nextCursor !== null && pageUrl(path, reader, { ...parameters, cursor: nextCursor });
  const body = html`<h1>${displayName}</h1>
<p class="lead">${t('lead')}</p>
${imageList(provider, t('images'))}
<p>${t('asOf')} <time datetime="${cards.asOf}">${dateText(cards.asOf, language)}</time></p>
${otherName !== null && html`<p>${t('name')} ${otherName}</p>`}
${claimsFirst(services).map(({ categoryKey, label, notVerified, ...service }) => {
  const own = items.filter((card) => card.categoryKey === categoryKey);
  // The line about enquiries says it of today.
  const isSaid = asOf === undefined && !service.hasCurrentClaim;
  return html`<section>
<h2>${label[language]}</h2>
${enquiryLine(service, reader)}
${own.length === 0 && !isSaid && html`<p>${t('none')}</p>`}
${own.map((card) => claimArticle(card, reader))}
${unverifiedList(notVerified, language)}
</section>`;
})}
${next && html`<p><a href="${next}">${t('more')}</a></p>`}
<form class="as-of" method="get" action="${path}">
${reader.query !== '' && html`<input type="hidden" name="lang" value="${language}">`}
<p><label for="asOf">${t('day')}</label><input id="asOf" name="asOf" type="date" required value="${cards.asOf}"></p>
<p><button>${t('show')}</button></p>
</form>
${ownWords(provider, reader)}
${reviewSection(reviews, { path, reader })}
<p><a href="${pageUrl('/search', reader)}">${t('search')}</a></p>
${describeProvider(provider, path, language)}`;
  return { title: displayName, reader, path, body, hasImages: true, hasForm: true, isForCustomers: true, parameters };
}

/** What was checked stands before what was not. */
function claimsFirst(services: ProviderOfPage['services']): ProviderOfPage['services'] {
  return services.toSorted((one, other) => Number(other.hasCurrentClaim) - Number(one.hasCurrentClaim));
}

function imageList({ media }: ProviderOfPage, label: string): Html | undefined {
  if (media.length === 0) return undefined;
  return html`<ul class="media" aria-label="${label}">${media.map((one) => html`<li>${mediaImage(one, '20rem')}</li>\n`)}</ul>`;
}

function ownWords({ selfAsserted, publicPremises }: ProviderOfPage, reader: Reader): Html {
  const t = translate(texts, reader);
  const { summary, website, languages } = selfAsserted;
  const names = new Intl.DisplayNames(reader.language, { type: 'language' });
  const address = publicPremises?.addressLabel ?? undefined;
  if (summary === null && website === null && languages.length === 0 && address === undefined) return html``;
  return html`<section><h2>${t('own')}</h2>
${summary !== null && html`<p>${summary}</p>`}
<dl>
${languages.length > 0 && html`<dt>${t('languages')}</dt><dd>${languages.map((tag) => names.of(tag) ?? tag).join(', ')}</dd>`}
${website !== null && html`<dt>${t('website')}</dt><dd><a href="${website}" rel="nofollow noopener noreferrer">${website}</a></dd>`}
${address !== undefined && html`<dt>${t('premises')}</dt><dd>${address}</dd>`}
</dl></section>`;
}

function claimArticle(card: ClaimCard, { language }: Reader): Html {
  const { claimId, statement } = card;
  const link = `/verify?${new URLSearchParams({ claim: claimId, lang: language })}`;
  return html`<article class="claim">
${endOfClaim(card, language)}
<h3>${statement[language]}</h3>
${claimDetails(card, language)}
<figure>
<a href="${link}"><img src="/api/v1/public/claims/${claimId}/qr.svg" width="144" height="144" alt="${texts.scan[language]}"></a>
<figcaption><a href="${link}">${texts.verify[language]}</a></figcaption>
</figure>
</article>`;
}
