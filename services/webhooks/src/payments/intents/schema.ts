import { ProviderId } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { PaymentState } from './states.ts';

const SubscriptionState = valueList({
  none: { en: 'No subscription', fr: 'Sans abonnement', means: 'No payment for a subscription, or all were refunded.' },
  active: { en: 'Active', fr: 'En cours', means: 'Paid, and the period has not ended.' },
  ended: { en: 'Ended', fr: 'Terminé', means: 'The paid period has ended.' },
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

/** ISO 4217. All have two minor digits. */
export const Currency = valueList({
  CHF: { en: 'Swiss franc', fr: 'Franc suisse', means: 'Swiss franc.' },
  EUR: { en: 'Euro', fr: 'Euro', means: 'Euro.' },
  GBP: { en: 'Pound sterling', fr: 'Livre sterling', means: 'Pound sterling.' },
  USD: { en: 'US dollar', fr: 'Dollar américain', means: 'US dollar.' },
});
const PaymentPurpose = valueList({
  subscription: { en: 'Subscription', fr: 'Abonnement', means: 'A month of the subscription.' },
}).describe('What the payment is for.');

const PaymentCurrency = Currency.meta({ description: 'Currency code of ISO 4217.', examples: ['EUR'] });

export const PaymentIntentCreate = z
  .strictObject({
    purpose: PaymentPurpose,
    amount: z
      .strictObject({
        minorUnits: z
          .int()
          .min(1)
          .max(99_999_999)
          .meta({
            description: 'Whole number in the smallest unit of the currency, such as cents: 1 to 99999999.',
            examples: [1900],
          }),
        currency: PaymentCurrency,
      })
      .describe('The amount and its currency.'),
  })
  .meta({ id: 'PaymentIntentCreate' });

const shown = {
  id: z.uuid().describe('Identifier of the payment.'),
  purpose: PaymentPurpose,
  amount: z
    .object({
      minorUnits: z.int().meta({
        description: 'Whole number in the smallest unit of the currency, such as cents: 1 to 99999999.',
        examples: [1900],
      }),
      currency: PaymentCurrency,
    })
    .describe('The amount and its currency.'),
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
