import { z } from 'zod';
import { event, shortLived } from '../event.ts';
import { languages } from '../text.ts';
import { notificationTemplates } from './any.ts';

export const inboundEventReceived = event(
  'webhooks.inbound-event.received.v1',
  'A verified webhook is stored and waits for its work. The event holds nothing of its body.',
  { inboundEventId: z.uuid(), source: z.string(), receivedAt: z.iso.datetime() },
);

/** Kept for ten minutes: a lost hint costs nothing, because evidence asks the store each minute. */
export const objectsArrived = shortLived(
  event(
    'webhooks.objects.arrived.v1',
    'The object store reports new objects. A hint: only the store itself says what is there.',
    { objectNames: z.array(z.string().max(128)).min(1).max(100) },
  ),
);

export const paymentDifferenceKinds = ['unknown_payment', 'missing_payment', 'state', 'amount'] as const;

/** Operations opens an incident for it. It names no provider and no amount. */
export const paymentDifferenceFound = event(
  'webhooks.payment-difference.found.v1',
  'The ledger and the payment provider differ, or a payment provider contradicts an ended payment.',
  { differenceId: z.uuid(), kind: z.enum(paymentDifferenceKinds), occurredAt: z.iso.datetime() },
);

export const emailRequested = event(
  'webhooks.email.requested.v1',
  'A notification is to be sent to the e-mail address of a person. Only identity has the address.',
  {
    userId: z.uuid(),
    notificationId: z.uuid(),
    template: z.enum(notificationTemplates),
    /** Null: the language of the account. */
    locale: z.enum(languages).nullable(),
  },
);
