import { z } from 'zod';
import { event, shortLived } from '../event.ts';
import { OccurredAt, PersonId } from '../fields.ts';
import { NotificationTemplate } from '../notifications/notification-templates.ts';
import { Locale } from '../values/locale.ts';
import { valueList } from '../values/value-list.ts';

export const inboundEventReceived = event(
  'webhooks.inbound-event.received.v1',
  'A verified webhook is stored and waits for its work. The event holds nothing of its body.',
  {
    inboundEventId: z.uuid().describe('Identifier of the stored webhook, and of this event.'),
    source: z.string().meta({ description: 'The sender, as named in the settings.', examples: ['twilio'] }),
    receivedAt: z.iso.datetime().describe('When the webhook was stored.'),
  },
);

/** Kept for ten minutes: a lost hint costs nothing, because evidence asks the store each minute. */
export const objectsArrived = shortLived(
  event(
    'webhooks.objects.arrived.v1',
    'The object store reports new objects. A hint: only the store itself says what is there.',
    {
      objectNames: z
        .array(z.string().max(128))
        .min(1)
        .max(100)
        .meta({ description: 'Names of the objects, as in the store.', examples: [['4f1c2a9be07d']] }),
    },
  ),
);

export const PaymentDifferenceKind = valueList('paymentDifferenceKind', {
  unknown_payment: {
    en: 'Unknown payment',
    fr: 'Paiement inconnu',
    means: 'The payment provider has a payment that the ledger does not have.',
  },
  missing_payment: {
    en: 'Missing payment',
    fr: 'Paiement manquant',
    means: 'The payment provider does not have a payment of the ledger.',
  },
  state: {
    en: 'State differs',
    fr: 'État différent',
    means: 'The payment provider contradicts a payment that has ended.',
  },
  amount: { en: 'Amount differs', fr: 'Montant différent', means: 'Amounts, currencies or refunds differ.' },
});

/** Operations opens an incident for it. It names no provider and no amount. */
export const paymentDifferenceFound = event(
  'webhooks.payment-difference.found.v1',
  'The ledger and the payment provider differ, or a payment provider contradicts an ended payment.',
  {
    differenceId: z.uuid().describe('Identifier of the difference, and of its incident.'),
    kind: PaymentDifferenceKind.describe('What differs.'),
    occurredAt: OccurredAt,
  },
);

export const emailRequested = event(
  'webhooks.email.requested.v1',
  'A notification is to be sent to the e-mail address of a person. Only identity has the address.',
  {
    userId: PersonId,
    notificationId: z.uuid().describe('Identifier of the notification, for the link in the e-mail.'),
    template: NotificationTemplate.describe('Template of the text.'),
    /** Null: the language of the account. */
    locale: Locale.nullable().describe('Language that the person chose; null for that of the account.'),
  },
);
