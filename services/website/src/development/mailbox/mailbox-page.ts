import type { Text } from '@trust/contracts/values/text';
import { type Html, html } from '@trust/html/html';
import { z } from 'zod';
import { type Page, pageUrl, type Reader, translate } from '../../page/layout.ts';
import { recentItemsPage } from '../recent-items-page.ts';

export const MailboxResponse = z.object({
  items: z.array(
    z.object({
      channel: z.string(),
      to: z.string(),
      text: z.string(),
      code: z.string().optional(),
      challengeId: z.string().optional(),
      device: z.object({ id: z.string(), pushService: z.string() }).optional(),
      sentAt: z.string(),
    }),
  ),
});
type Message = z.output<typeof MailboxResponse>['items'][number];

const texts = {
  title: { en: 'Mailbox', fr: 'Boîte aux lettres' },
  lead: {
    en: 'The last 50 messages that would have gone out, newest first.',
    fr: 'Les 50 derniers messages qui seraient partis, du plus récent au plus ancien.',
  },
  to: { en: 'Number, email address or user id', fr: 'Numéro, adresse e-mail ou identifiant d’utilisateur' },
  all: { en: 'Show all messages', fr: 'Afficher tous les messages' },
  none: { en: 'No message yet.', fr: 'Aucun message pour l’instant.' },
  sent: { en: 'Sent', fr: 'Envoyé' },
  recipient: { en: 'To', fr: 'À' },
  code: { en: 'Code', fr: 'Code' },
  message: { en: 'Message', fr: 'Message' },
} satisfies Record<string, Text>;

const path = '/dev/mailbox';

export function mailboxPage(messages: readonly Message[], to: string, reader: Reader): Page {
  const t = translate(texts, reader);
  const page = recentItemsPage(
    {
      path,
      title: t('title'),
      lead: t('lead'),
      filter: { to },
      fields: html`<label>${t('to')} <input name="to" value="${to}" size="30"></label>`,
      showAll: t('all'),
      columns: [t('sent'), t('recipient'), t('code'), t('message')],
      rows: messages.map((message) => row(message, reader)),
      none: t('none'),
    },
    reader,
  );
  return { ...page, hasCopyButtons: true };
}

function row({ channel, to, text, code, challengeId, device, sentAt }: Message, reader: Reader): Html {
  return html`<tr>
<td><time datetime="${sentAt}">${sentAt.slice(11, 19)}</time></td>
<td><a href="${pageUrl(path, reader, { to })}">${to}</a> (${channel})</td>
<td>${code && html`<span class="copy"><code>${code}</code></span>`}</td>
<td>${text}${challengeId && html`<br><small><code>challengeId ${challengeId}</code></small>`}${device && html`<br><small><code>device ${device.id}</code> (${device.pushService})</small>`}</td>
</tr>
`;
}
