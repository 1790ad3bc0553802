import { messageRequested, type messageTemplates } from '@trust/contracts/events/identity';
import type { Language } from '@trust/contracts/values/text';
import type { Channel } from '@trust/personal-data/identifier';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../app.ts';
import type { ContactPointRow } from '../people/contact-points.ts';
import { findSealer } from '../people/subject-keys.ts';
import { isReachableBySms } from './sms-budget.ts';

const validMs = 7 * 86_400_000;

type Notice = {
  person: { id: string; locale: string };
  contacts: readonly ContactPointRow[];
  template: (typeof messageTemplates)[number];
};

/** Outside the budgets of SMS, which strangers can use up: then nobody would hear of a thief's contact. */
export async function notifyContacts(trx: Trx, app: App, { person, contacts, template }: Notice): Promise<void> {
  const sealer = await findSealer(trx, app.vault, person.id);
  if (!sealer) return;
  const limits = app.limits.within(trx);
  for (const { channel, identifier_index, sealed_identifier, verified_at } of contacts) {
    if (!verified_at) continue;
    const to = sealer.open('contact point', sealed_identifier);
    if (channel === 'sms' && !isReachableBySms(to, app.smsCountries)) continue;
    const contact = identifier_index.toString('base64url');
    if (!(await limits.takeSilently('contact-notice', contact))) continue;
    const sealed = await app.sealMessage({
      channel: channel as Channel,
      to,
      expiresAt: new Date(app.now().getTime() + validMs).toISOString(),
      contact,
      language: person.locale as Language,
      template,
    });
    await emit(trx, messageRequested, { messageId: app.newId(), sealed });
  }
}
