import type { Text } from '@trust/contracts/text';
import { type Html, html } from '@trust/html/html';
import { z } from 'zod';
import type { Page, Reader } from '../layout.ts';
import { ClaimCard, claimDetails, unverifiedList } from './claim-view.ts';

const LocalisedText = z.object({ en: z.string(), fr: z.string() });
export const ProviderOfPage = z.object({
  publicProviderId: z.string(),
  displayName: z.string(),
  selfAsserted: z.object({ summary: z.string().nullable() }),
  services: z.array(
    z.object({
      categoryKey: z.string(),
      label: LocalisedText,
      notVerified: z.array(z.object({ key: z.string(), label: LocalisedText })),
    }),
  ),
});
export const CardsOfPage = z.object({ asOf: z.string(), items: z.array(ClaimCard), nextCursor: z.string().nullable() });

const texts = {
  lead: {
    en: 'What the platform has checked, and what it has not. No claim says that a provider as a whole is verified.',
    fr: 'Ce que la plateforme a contrôlé, et ce qu’elle n’a pas contrôlé. Aucune attestation ne dit qu’un prestataire est vérifié dans son ensemble.',
  },
  none: { en: 'No claim in this category.', fr: 'Aucune attestation dans cette catégorie.' },
  scan: { en: 'Scan to verify this claim', fr: 'Scannez pour vérifier cette attestation' },
  verify: { en: 'Verify this claim today', fr: 'Vérifier cette attestation aujourd’hui' },
  own: { en: 'In the provider’s own words, not checked', fr: 'Selon le prestataire, sans contrôle' },
  more: { en: 'More claims', fr: 'Autres attestations' },
} satisfies Record<string, Text>;

export function providerPage(
  provider: z.output<typeof ProviderOfPage>,
  { items, nextCursor }: z.output<typeof CardsOfPage>,
  reader: Reader,
): Page {
  const { language } = reader;
  const { displayName, publicProviderId, services, selfAsserted } = provider;
  const path = `/p/${publicProviderId}`;
  const next = nextCursor !== null && `${path}?${new URLSearchParams({ cursor: nextCursor, lang: language })}`;
  const body = html`<h1>${displayName}</h1>
<p class="lead">${texts.lead[language]}</p>
${services.map(({ categoryKey, label, notVerified }) => {
  const cards = items.filter((card) => card.categoryKey === categoryKey);
  return html`<section>
<h2>${label[language]}</h2>
${cards.length === 0 && html`<p>${texts.none[language]}</p>`}
${cards.map((card) => claimArticle(card, reader))}
${unverifiedList(notVerified, language)}
</section>`;
})}
${next && html`<p><a href="${next}">${texts.more[language]}</a></p>`}
${selfAsserted.summary !== null && html`<section><h2>${texts.own[language]}</h2><p>${selfAsserted.summary}</p></section>`}`;
  return { title: displayName, reader, path, body, hasQrCodes: true, isForCustomers: true };
}

function claimArticle(card: ClaimCard, { language }: Reader): Html {
  const { claimId, statement } = card;
  const link = `/verify?${new URLSearchParams({ claim: claimId, lang: language })}`;
  return html`<article class="claim">
<h3>${statement[language]}</h3>
${claimDetails(card, language)}
<figure>
<a href="${link}"><img src="/api/v1/public/claims/${claimId}/qr.svg" width="144" height="144" alt="${texts.scan[language]}"></a>
<figcaption><a href="${link}">${texts.verify[language]}</a></figcaption>
</figure>
</article>`;
}
