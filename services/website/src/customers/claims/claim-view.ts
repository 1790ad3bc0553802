import type { Language, Text } from '@trust/contracts/values/text';
import { type Html, html } from '@trust/html/html';
import { z } from 'zod';
import { dateText, methodText, statusTexts } from './claim-texts.ts';

const LocalisedText = z.object({ en: z.string(), fr: z.string() });

/** The pages use these fields of a claim card and ignore further ones of later versions. */
export const ClaimCard = z.object({
  claimId: z.string(),
  type: z.string(),
  about: z.string().nullish(),
  checkedName: z.string().nullish(),
  categoryKey: z.string(),
  statement: LocalisedText,
  method: z.string(),
  sourceKind: z.string(),
  checkedOn: z.string(),
  validUntil: z.string(),
  freshness: z.string(),
  /** What became of a claim of an earlier day; a card that is verified today, and an older service, have none. */
  statusNow: z.string().nullish(),
  statusNowOn: z.string().nullish(),
  limitations: z.array(LocalisedText),
  policyVersion: z.string(),
  notVerified: z.array(z.object({ key: z.string(), label: LocalisedText })),
});
export type ClaimCard = z.output<typeof ClaimCard>;

const texts = {
  about: { en: 'About', fr: 'Concerne' },
  how: { en: 'How', fr: 'Comment' },
  checked: { en: 'Checked on', fr: 'Contrôlé le' },
  until: { en: 'Valid until', fr: 'Valable jusqu’au' },
  expired: { en: 'expired', fr: 'expirée' },
  limits: { en: 'What it does not say', fr: 'Ce qu’elle ne dit pas' },
  policy: { en: 'Rules', fr: 'Règles' },
  since: { en: 'Since', fr: 'Depuis le' },
  unverified: { en: 'Not verified in this category', fr: 'Non vérifié dans cette catégorie' },
} satisfies Record<string, Text>;

/** Stands before the statement, as on `/verify`: whoever reads an earlier day must not miss what is known today. */
export function endOfClaim({ statusNow, statusNowOn }: ClaimCard, language: Language): Html | undefined {
  const known = statusNow ? statusTexts[statusNow] : undefined;
  if (!known || !statusNowOn || statusNow === 'active') return undefined;
  const since = html`${texts.since[language]} <time datetime="${statusNowOn}">${dateText(statusNowOn, language)}</time>.`;
  return html`<div class="answer ${known.tone}"><strong>${known.title[language]}</strong><p>${since} ${known.text[language]}</p></div>`;
}

export function claimDetails(card: ClaimCard, language: Language): Html {
  const t = (key: keyof typeof texts) => texts[key][language];
  return html`<dl>
${card.checkedName != null && html`<dt>${t('about')}</dt><dd>${card.checkedName}</dd>`}
<dt>${t('how')}</dt><dd>${methodText(card.method, card.sourceKind, language)}</dd>
<dt>${t('checked')}</dt><dd><time datetime="${card.checkedOn}">${dateText(card.checkedOn, language)}</time></dd>
<dt>${t('until')}</dt><dd><time datetime="${card.validUntil}">${dateText(card.validUntil, language)}</time>${card.freshness === 'expired' && html` <strong>(${t('expired')})</strong>`}</dd>
<dt>${t('limits')}</dt><dd><ul>${card.limitations.map((text) => html`<li>${text[language]}</li>`)}</ul></dd>
<dt>${t('policy')}</dt><dd><a href="/api/v1/public/trust-policy">${card.policyVersion}</a></dd>
</dl>`;
}

export function unverifiedList(items: ClaimCard['notVerified'], language: Language): Html {
  if (items.length === 0) return html``;
  return html`<h3>${texts.unverified[language]}</h3>
<ul>${items.map(({ label }) => html`<li>${label[language]}</li>`)}</ul>`;
}
