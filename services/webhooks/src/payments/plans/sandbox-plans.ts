import type { Db } from '../../app.ts';

/** One for each outcome: the last two digits of the amount choose it (docs/domain/payment.md 29). */
const sandboxPlans = {
  'sandbox-succeeds': 1000,
  'sandbox-declined': 1002,
  'sandbox-requires-action': 1005,
  'sandbox-succeeds-late': 1009,
  'sandbox-webhook-first': 1011,
};

/** Needs the owner of the tables. */
export async function seedSandboxPlans(db: Db): Promise<void> {
  for (const [key, minorUnits] of Object.entries(sandboxPlans))
    await db
      .insertInto('plan')
      .values({
        key,
        version: 1,
        label: JSON.stringify({ en: key, fr: key }),
        amount_minor: minorUnits,
        currency: 'EUR',
        period: 'month',
        offered_from: new Date(0),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
