import type { Text } from '@trust/contracts/values/text';
import { type Html, html } from '@trust/html/html';
import { z } from 'zod';
import type { Page, Reader } from '../../page/layout.ts';
import { dateText, faultTexts, foreignToken, statusTexts, tokenExpired } from './claim-texts.ts';
import { ClaimCard, claimDetails, unverifiedList } from './claim-view.ts';
import { presentedFields, presentedProvider } from './presented-provider.ts';

export const Verification = z.object({
  status: z.string(),
  checkedAt: z.string(),
  token: z.object({ fault: z.string().nullable(), expiresAt: z.string().nullable() }).nullable(),
  claims: z.array(
    z.object({
      claimId: z.string(),
      status: z.string(),
      publicProviderId: z.string().nullable(),
      changedAt: z.string().nullable(),
      card: ClaimCard.nullable(),
      ...presentedFields,
    }),
  ),
});
export type Verification = z.output<typeof Verification>;
type Claim = Verification['claims'][number];

const texts = {
  title: { en: 'Verify a claim', fr: 'Vérifier une attestation' },
  lead: {
    en: 'Paste a signed card, the number of a claim, or the link of its QR code. The platform says what holds today.',
    fr: 'Collez une fiche signée, le numéro d’une attestation ou le lien de son code QR. La plateforme dit ce qui vaut aujourd’hui.',
  },
  field: { en: 'Signed card, number or link', fr: 'Fiche signée, numéro ou lien' },
  verify: { en: 'Verify', fr: 'Vérifier' },
  again: { en: 'Verify another one', fr: 'Vérifier autre chose' },
  asked: { en: 'Answered on', fr: 'Réponse du' },
  since: { en: 'Since', fr: 'Depuis le' },
  card: { en: 'Current card of the provider', fr: 'Fiche actuelle du prestataire' },
  number: { en: 'Claim', fr: 'Attestation' },
  subjectEnded: {
    en: 'The name, person or place that it is about is no longer that of the provider.',
    fr: 'Le nom, la personne ou le lieu qu’elle concerne n’est plus celui du prestataire.',
  },
  busy: {
    en: 'Too many verifications from your network. Wait a minute and try again.',
    fr: 'Trop de vérifications depuis votre réseau. Attendez une minute et réessayez.',
  },
} satisfies Record<string, Text>;

export type Answer = Verification | 'busy' | undefined;

export function verifyPage(answer: Answer, reader: Reader, parameters: Record<string, string> = {}): Page {
  const { language, query } = reader;
  const t = (key: keyof typeof texts) => texts[key][language];
  const body = html`<h1>${t('title')}</h1>
${answer === undefined ? html`<p class="lead">${t('lead')}</p>` : answerBody(answer, reader)}
<form class="verify" method="post" action="/verify${query}">
${answer !== undefined && html`<h2>${t('again')}</h2>`}
<label for="claim">${t('field')}</label>
<textarea id="claim" name="claim" required maxlength="90000" autocomplete="off" spellcheck="false"></textarea>
<button>${t('verify')}</button>
</form>`;
  return {
    title: t('title'),
    reader,
    path: '/verify',
    body,
    hasForm: true,
    hasImages: true,
    isForCustomers: true,
    parameters,
    ...(answer === undefined && { readsFragment: true }),
  };
}

function answerBody(answer: Exclude<Answer, undefined>, reader: Reader): Html {
  const { language } = reader;
  if (answer === 'busy') return html`<p class="answer warn" role="status"><strong>${texts.busy[language]}</strong></p>`;
  const { checkedAt, token, claims, status } = answer;
  const fault = token?.fault ? (faultTexts[token.fault] ?? foreignToken)[language] : '';
  const isOld = (token?.expiresAt ?? checkedAt) < checkedAt;
  return html`<p class="quiet">${texts.asked[language]} <time datetime="${checkedAt}">${dateText(checkedAt, language)}, ${checkedAt.slice(11, 16)} UTC</time></p>
${fault !== '' && answerBox('unknown', fault, reader)}
${isOld && answerBox('expired', tokenExpired[language], reader)}
${claims.length === 0 && fault === '' && answerBox(status, '', reader)}
${claims.map((claim) => claimAnswer(claim, reader))}`;
}

function claimAnswer(claim: Claim, reader: Reader): Html {
  const { claimId, status, publicProviderId, changedAt, card } = claim;
  const { language, query } = reader;
  const isOver = ['suspended', 'revoked', 'superseded'].includes(status);
  const since = isOver && changedAt && `${texts.since[language]} ${dateText(changedAt, language)}.`;
  const reason = claim.reason === 'subject_ended' ? texts.subjectEnded[language] : '';
  return html`<article class="claim">
${presentedProvider(claim, language)}
<h2>${card ? card.statement[language] : html`${texts.number[language]} <code>${claimId}</code>`}</h2>
${answerBox(status, `${reason} ${since || ''}`.trim(), reader)}
${card !== null && [claimDetails(card, language), unverifiedList(card.notVerified, language)]}
${publicProviderId !== null && html`<p><a href="/p/${publicProviderId}${query}">${texts.card[language]}</a></p>`}
</article>`;
}

function answerBox(status: string, more: string, { language }: Reader): Html {
  const { title, text, tone } = statusTexts[status] ?? (statusTexts.unknown as NonNullable<typeof statusTexts.unknown>);
  return html`<div class="answer ${tone}" role="status"><strong>${title[language]}</strong><p>${text[language]} ${more}</p></div>`;
}
