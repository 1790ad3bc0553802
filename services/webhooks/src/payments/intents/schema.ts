import { ProviderId } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { paymentStates } from './states.ts';

const StatusValue = valueList({
  none: { en: 'None', fr: 'Aucun', means: 'No payment for a subscription.' },
  active: { en: 'Active', fr: 'Actif', means: 'Paid, and the period has not ended.' },
  ended: { en: 'Ended', fr: 'Terminé', means: 'The paid period has ended.' },
});

/** Commercial only: no claim, publication or search rank depends on it. */
export const SubscriptionStatus = z
  .object({
    status: StatusValue.describe('Status of the subscription. It never affects claims.'),
    currentPeriodEndsAt: z.iso
      .datetime()
      .nullable()
      .describe('When the paid period ends; null without a subscription.'),
    readOnly: z.literal(true).meta({ description: 'Always true.', 'x-values': { true: { means: 'The only value.' } } }),
  })
  .meta({ id: 'SubscriptionStatus' });

/** ISO 4217. All have two minor digits. */
export const Currency = valueList({
  CHF: { en: 'Swiss franc', fr: 'Franc suisse', means: 'Swiss franc.' },
  EUR: { en: 'Euro', fr: 'Euro', means: 'Euro.' },
  GBP: { en: 'Pound sterling', fr: 'Livre sterling', means: 'Pound sterling.' },
  USD: { en: 'US dollar', fr: 'Dollar américain', means: 'US dollar.' },
});
export const currencies = Currency.options;
const Purpose = valueList({ subscription: { en: 'Subscription', fr: 'Abonnement', means: 'A month of the subscription.' } });

const minorUnits = z.int().min(1).max(99_999_999);

export const PaymentIntentCreate = z
  .strictObject({
    purpose: Purpose.describe('What the payment is for.'),
    amount: z
      .strictObject({
        minorUnits: minorUnits.meta({
          description: 'Whole number in the smallest unit of the currency, such as cents: 1 to 99999999.',
          examples: [1900],
        }),
        currency: Currency.meta({ description: 'Currency code of ISO 4217.', examples: ['EUR'] }),
      })
      .describe('The amount and its currency.'),
  })
  .meta({ id: 'PaymentIntentCreate' });

const shown = {
  id: z.uuid().describe('Identifier of the payment.'),
  purpose: Purpose.describe('What the payment is for.'),
  amount: z
    .object({
      minorUnits: z.int().meta({
        description: 'Whole number in the smallest unit of the currency, such as cents: 1 to 99999999.',
        examples: [1900],
      }),
      currency: Currency.meta({ description: 'Currency code of ISO 4217.', examples: ['EUR'] }),
    })
    .describe('The amount and its currency.'),
  refundedMinorUnits: z.int().describe('What was refunded so far, in minor units of the currency.'),
  state: z.enum(paymentStates).describe('State of the payment, as the payment provider last reported it.'),
  failureCode: z
    .string()
    .nullable()
    .describe('Code of the last failure, as the payment provider names it; null without one.'),
  cancelRequestedAt: z.iso.datetime().nullable().describe('When its cancellation was requested; null if it was not.'),
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
