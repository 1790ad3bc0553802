import { isSignedByStandard, isStandardSecret } from './signatures/standard-signature.ts';
import { isSignedForStripe } from './signatures/stripe-signature.ts';
import { idIn, type WebhookSource } from './webhook-source.ts';

export const stripePayments: WebhookSource = {
  name: 'stripe',
  isAuthentic: isSignedForStripe,
  eventIdOf: ({ body }) => idIn(body),
  process: async () => 'ignored',
};

/** Any sender that follows Standard Webhooks. The signed id identifies the event. */
export const standardPayments: WebhookSource = {
  name: 'standard',
  isSecret: isStandardSecret,
  isAuthentic: isSignedByStandard,
  eventIdOf: ({ header }) => header('webhook-id'),
  process: async () => 'ignored',
};

/** The sandbox signs like any other sender. */
export const sandboxPayments: WebhookSource = { ...standardPayments, name: 'sandbox' };
