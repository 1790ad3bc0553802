import type { Text } from '@trust/contracts/values/text';
import { type Html, html } from '@trust/html/html';
import { z } from 'zod';
import { pageUrl, type Reader, translate } from '../../page/layout.ts';
import { dateText } from './claim-texts.ts';

const Ended = z.array(z.object({ reasonCode: z.string(), count: z.number() }));
export const ReviewsOfPage = z.object({
  counts: z.object({
    published: z.number(),
    recommended: z.number(),
    underExamination: z.number(),
    removed: Ended,
    notPublished: Ended,
  }),
  items: z.array(
    z.object({
      isRecommended: z.boolean(),
      text: z.string(),
      publishedOn: z.string(),
      isFlagged: z.boolean(),
      isOfEarlierName: z.boolean(),
      response: z.object({ text: z.string(), respondedAt: z.string() }).nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
export type ReviewsOfPage = z.output<typeof ReviewsOfPage>;

const texts = {
  title: { en: 'Reviews of customers', fr: 'Avis de clients' },
  lead: {
    en: 'Opinions of people who were in contact with the provider through the platform. They are no claims and change no claim.',
    fr: 'Opinions de personnes qui ont été en contact avec le prestataire par la plateforme. Ce ne sont pas des attestations et elles n’en changent aucune.',
  },
  yes: { en: 'Recommends the provider', fr: 'Recommande le prestataire' },
  no: { en: 'Does not recommend the provider', fr: 'Ne recommande pas le prestataire' },
  earlierName: {
    en: 'From before this person’s name changed',
    fr: 'Antérieur au changement de nom de cette personne',
  },
  flagged: { en: 'Reported, under examination', fr: 'Signalé, en cours d’examen' },
  response: { en: 'Response of the provider', fr: 'Réponse du prestataire' },
  more: { en: 'More reviews', fr: 'Autres avis' },
} satisfies Record<string, Text>;

export function reviewSection(
  { counts, items, nextCursor }: ReviewsOfPage,
  { path, reader }: { path: string; reader: Reader },
): Html {
  const t = translate(texts, reader);
  const { language } = reader;
  const sum = (ended: ReviewsOfPage['counts']['removed']) => ended.reduce((total, { count }) => total + count, 0);
  const { published, recommended, underExamination, removed, notPublished } = counts;
  const totals = summaries[language]({
    customers: published,
    recommended,
    examined: underExamination,
    ended: sum(removed) + sum(notPublished),
  });
  return html`<section aria-labelledby="reviews">
<h2 id="reviews">${t('title')}</h2>
<p>${t('lead')}</p>
<p>${totals}</p>
${items.map(
  ({ isRecommended, text, publishedOn, isFlagged, isOfEarlierName, response }) => html`<article class="review">
<h3>${isRecommended ? t('yes') : t('no')}</h3>
<p class="quiet"><time datetime="${publishedOn}">${dateText(publishedOn, language)}</time>${isFlagged && ` · ${t('flagged')}`}${isOfEarlierName && ` · ${t('earlierName')}`}</p>
<blockquote><p>${text}</p></blockquote>
${response !== null && html`<p class="quiet">${t('response')}, <time datetime="${response.respondedAt}">${dateText(response.respondedAt, language)}</time></p><blockquote><p>${response.text}</p></blockquote>`}
</article>\n`,
)}
${nextCursor !== null && html`<p><a href="${pageUrl(path, reader, { reviews: nextCursor })}#reviews">${t('more')}</a></p>`}
</section>`;
}

type Counts = { customers: number; recommended: number; examined: number; ended: number };

const summaries = {
  en: ({ customers, recommended, examined, ended }: Counts) => {
    const opinion = customers > 0 ? `Recommended by ${recommended} of ${customers} customers` : 'No published review';
    return `${opinion}. Reviews under examination: ${examined}. Removed or not published by moderation: ${ended}.`;
  },
  fr: ({ customers, recommended, examined, ended }: Counts) => {
    const by = `Recommandé par ${recommended} ${recommended > 1 ? 'clients' : 'client'} sur ${customers}`;
    const opinion = customers > 0 ? by : 'Aucun avis publié';
    return `${opinion}. Avis en cours d’examen : ${examined}. Supprimés ou non publiés par la modération : ${ended}.`;
  },
};
