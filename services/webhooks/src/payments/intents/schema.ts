import { ProviderId } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { Amount, PlanKey, PlanVersion } from '../plans/schema.ts';
import { PaymentState } from './states.ts';

const SubscriptionState = valueList('subscriptionState', {
  none: {
    en: 'No subscription',
    fr: 'Sans abonnement',
    means: {
      en: 'No payment for a subscription, or all were refunded.',
      fr: 'Aucun paiement d’abonnement, ou tous ont été remboursés.',
    },
  },
  active: {
    en: 'Active',
    fr: 'En cours',
    means: { en: 'Paid, and the period has not ended.', fr: 'Payé, et la période n’est pas terminée.' },
  },
  ended: {
    en: 'Ended',
    fr: 'Terminé',
    means: { en: 'The paid period has ended.', fr: 'La période payée est terminée.' },
  },
});

/** Commercial only: no claim, publication or search rank depends on it. */
export const SubscriptionStatus = z
  .object({
    status: SubscriptionState.describe('Status of the subscription. It never affects claims.'),
    currentPeriodEndsAt: z.iso
      .datetime()
      .nullable()
      .describe('When the last paid period ends or ended; null with `none`.'),
    readOnly: z.literal(true).meta({
      description: 'Always true: only a payment changes the subscription.',
      'x-values': { true: { means: 'The only value.' } },
    }),
  })
  .meta({ id: 'SubscriptionStatus' });

const PaymentPurpose = valueList('paymentPurpose', {
  subscription: { en: 'Subscription', fr: 'Abonnement', means: 'A month of the subscription.' },
}).describe('What the payment is for.');

/** Names a plan and no amount: the price comes from the server (promise T8). */
export const PaymentIntentCreate = z.strictObject({ planKey: PlanKey }).meta({ id: 'PaymentIntentCreate' });

const shown = {
  id: z.uuid().describe('Identifier of the payment.'),
  purpose: PaymentPurpose,
  planKey: PlanKey,
  planVersion: PlanVersion,
  amount: Amount,
  refundedMinorUnits: z.int().meta({
    description: 'What was refunded so far, in the smallest unit of the currency; 0 if nothing was.',
    examples: [0],
  }),
  state: PaymentState.describe('State of the payment, as the payment provider last reported it.'),
  failureCode: z
    .string()
    .nullable()
    .meta({
      description: 'Code of the last failure, as the payment provider names it; null without one.',
      examples: ['card_declined'],
    }),
  cancelRequestedAt: z.iso.datetime().nullable().describe('When the cancellation was requested; null if it was not.'),
  createdAt: z.iso.datetime().describe('When the payment was started.'),
  endedAt: z.iso
    .datetime()
    .nullable()
    .meta({
      description: 'When the payment succeeded, failed or was cancelled; null while it is open.',
      examples: [null],
    }),
};

export const PaymentIntent = z
  .object({
    ...shown,
    clientSecret: z
      .string()
      .nullable()
      .describe(
        'With `requires_action`: what the client needs to confirm the payment at the payment provider; else null.',
      ),
  })
  .meta({ id: 'PaymentIntent' });

export const AccountPayment = z.object({ ...shown, providerId: ProviderId }).meta({ id: 'AccountPayment' });
export const AccountPaymentPage = Page(AccountPayment).meta({ id: 'AccountPaymentPage' });
export const AccountPaymentQuery = PageQuery;
