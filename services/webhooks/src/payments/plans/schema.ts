import { DisplayLabel } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';

/** ISO 4217. All have two minor digits. */
const Currency = valueList('currency', {
  CHF: { en: 'Swiss franc', fr: 'Franc suisse', means: 'Swiss franc.' },
  EUR: { en: 'Euro', fr: 'Euro', means: 'Euro.' },
  GBP: { en: 'Pound sterling', fr: 'Livre sterling', means: 'Pound sterling.' },
  USD: { en: 'US dollar', fr: 'Dollar américain', means: 'US dollar.' },
});
const PlanPeriod = valueList('planPeriod', {
  month: { en: 'Month', fr: 'Mois', means: 'A payment is for a month.' },
});

/** Only in responses: no request names an amount (promise T8). */
export const Amount = z
  .object({
    minorUnits: z.int().meta({
      description: 'Whole number in the smallest unit of the currency, such as cents: 1 to 99999999.',
      examples: [1900],
    }),
    currency: Currency.meta({ description: 'Currency code of ISO 4217.', examples: ['EUR'] }),
  })
  .describe('The amount and its currency.');

export const PlanKey = z
  .string()
  .max(60)
  .meta({
    description: 'Key of the plan, as in the list of plans.',
    examples: ['subscription-monthly'],
  });
export const PlanVersion = z.int().meta({
  description:
    'Version of the plan, from 1. A new price is a new version; a payment keeps the version that it was started under.',
  examples: [1],
});

export const Plan = z
  .object({
    key: PlanKey,
    version: PlanVersion,
    label: DisplayLabel.meta({ examples: [{ en: 'Monthly subscription', fr: 'Abonnement mensuel' }] }),
    amount: Amount,
    period: PlanPeriod.describe('What one payment is for.'),
  })
  .meta({ id: 'Plan' });

export const PlanPage = Page(Plan).meta({ id: 'PlanPage' });
export const PlanQuery = PageQuery;
