import type { Text } from '@trust/contracts/text';
import { type Html, html } from '@trust/html/html';
import { z } from 'zod';
import type { Page, Reader } from '../layout.ts';

export const MailboxResponse = z.object({
  items: z.array(
    z.object({
      channel: z.string(),
      to: z.string(),
      text: z.string(),
      code: z.string().optional(),
      challengeId: z.string().optional(),
      sentAt: z.string(),
    }),
  ),
});
type Message = z.output<typeof MailboxResponse>['items'][number];

const texts = {
  title: { en: 'Mailbox', fr: 'Boîte aux lettres' },
  lead: {
    en: 'The last 50 messages that would have gone out, newest first. Only development mode has this page.',
    fr: 'Les 50 derniers messages qui seraient partis, du plus récent au plus ancien. Cette page n’existe qu’en mode développement.',
  },
  to: { en: 'Number, email address or user id', fr: 'Numéro, adresse e-mail ou identifiant d’utilisateur' },
  filter: { en: 'Filter', fr: 'Filtrer' },
  all: { en: 'Show all messages', fr: 'Afficher tous les messages' },
  refresh: { en: 'Refresh', fr: 'Actualiser' },
  none: { en: 'No message yet.', fr: 'Aucun message pour l’instant.' },
  sent: { en: 'Sent', fr: 'Envoyé' },
  recipient: { en: 'To', fr: 'À' },
  code: { en: 'Code', fr: 'Code' },
  message: { en: 'Message', fr: 'Message' },
} satisfies Record<string, Text>;

export function mailboxPage(messages: readonly Message[], to: string, reader: Reader): Page {
  const { language } = reader;
  const t = (key: keyof typeof texts) => texts[key][language];
  const body = html`<h1>${t('title')}</h1>
<p class="lead">${t('lead')}</p>
<form action="/dev/mailbox">
<label>${t('to')} <input name="to" value="${to}" size="30"></label>
${reader.query !== '' && html`<input type="hidden" name="lang" value="${language}">`}
<button>${t('filter')}</button>
</form>
<p><a href="${mailboxUrl(to, reader)}">${t('refresh')}</a>${to !== '' && html` · <a href="${mailboxUrl('', reader)}">${t('all')}</a>`}</p>
${
  messages.length === 0
    ? html`<p>${t('none')}</p>`
    : html`<table>
<thead><tr><th>${t('sent')}</th><th>${t('recipient')}</th><th>${t('code')}</th><th>${t('message')}</th></tr></thead>
<tbody>
${messages.map((message) => row(message, reader))}</tbody>
</table>`
}`;
  return { title: t('title'), reader, path: '/dev/mailbox', body, hasCopyButtons: true, hasForm: true };
}

function row({ channel, to, text, code, challengeId, sentAt }: Message, reader: Reader): Html {
  return html`<tr>
<td><time datetime="${sentAt}">${sentAt.slice(11, 19)}</time></td>
<td><a href="${mailboxUrl(to, reader)}">${to}</a> (${channel})</td>
<td>${code && html`<span class="copy"><code>${code}</code></span>`}</td>
<td>${text}${challengeId && html`<br><small><code>challengeId ${challengeId}</code></small>`}</td>
</tr>
`;
}

function mailboxUrl(to: string, { language, query }: Reader): string {
  const parameters = new URLSearchParams({ ...(to !== '' && { to }), ...(query !== '' && { lang: language }) });
  return `/dev/mailbox${parameters.size > 0 ? `?${parameters}` : ''}`;
}
