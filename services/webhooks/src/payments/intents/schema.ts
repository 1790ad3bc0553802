import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import { paymentStates } from './states.ts';

/** Commercial only: no claim, publication or search rank depends on it. */
export const SubscriptionStatus = z
  .object({
    status: z.enum(['none', 'active', 'ended']),
    currentPeriodEndsAt: z.iso.datetime().nullable(),
    readOnly: z.literal(true),
  })
  .meta({ id: 'SubscriptionStatus' });

/** ISO 4217. All have two minor digits. */
export const currencies = ['CHF', 'EUR', 'GBP', 'USD'] as const;
const purposes = ['subscription'] as const;

const minorUnits = z.int().min(1).max(99_999_999);

export const PaymentIntentCreate = z
  .strictObject({
    purpose: z.enum(purposes),
    amount: z.strictObject({ minorUnits, currency: z.enum(currencies) }),
  })
  .meta({ id: 'PaymentIntentCreate' });

const shown = {
  id: z.uuid(),
  purpose: z.enum(purposes),
  amount: z.object({ minorUnits: z.int(), currency: z.enum(currencies) }),
  refundedMinorUnits: z.int(),
  state: z.enum(paymentStates),
  failureCode: z.string().nullable(),
  cancelRequestedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
};

export const PaymentIntent = z.object({ ...shown, clientSecret: z.string().nullable() }).meta({ id: 'PaymentIntent' });

export const AccountPayment = z.object({ ...shown, providerId: z.uuid() }).meta({ id: 'AccountPayment' });
export const AccountPaymentPage = Page(AccountPayment).meta({ id: 'AccountPaymentPage' });
export const AccountPaymentQuery = PageQuery;
