import type { Text } from '@trust/contracts/values/text';
import { type Html, html } from '@trust/html/html';
import { z } from 'zod';
import type { Reader } from '../../page/layout.ts';

/** An older service has none. */
export const ActionsOfPage = z.object({ enquiry: z.object({ href: z.url(), isOpen: z.boolean() }) }).optional();
type Actions = z.output<typeof ActionsOfPage>;

const open: Text = {
  en: 'Takes enquiries: send one in the app.',
  fr: 'Accepte les demandes : envoyez la vôtre dans l’application.',
};
const closed: Text = {
  en: 'Takes no enquiries at the moment.',
  fr: 'N’accepte pas de demandes en ce moment.',
};

const withoutClaim: Text = {
  en: 'Takes no enquiries: no current claim in this category.',
  fr: 'N’accepte pas de demandes : aucune attestation en cours de validité dans cette catégorie.',
};

type Service = { actions?: Actions; hasCurrentClaim: boolean };

export function enquiryLine({ actions, hasCurrentClaim }: Service, { language }: Reader): Html | undefined {
  const text = hasCurrentClaim ? closed : withoutClaim;
  return actions && html`<p class="enquiry">${(actions.enquiry.isOpen ? open : text)[language]}</p>`;
}

/** Programs that read the page find it (schema.org). */
export function describeEnquiry(actions: Actions): object | undefined {
  if (!actions?.enquiry.isOpen) return undefined;
  const target = { '@type': 'EntryPoint', urlTemplate: actions.enquiry.href, httpMethod: 'POST' };
  return { '@type': 'CommunicateAction', target };
}
