import type { App } from '../../app.ts';
import { isSameAmount, type PaymentProvider, type ProviderPayment, refundedOf } from '../../payment-provider.ts';
import { requestCheck } from '../intents/request-check.ts';
import { hasEnded, type PaymentState } from '../intents/states.ts';
import { type Difference, recordDifference } from '../ledger/differences.ts';
import { type BookedPayment, findBookedPayments, finishRun, startRun } from './queries.ts';

const windowDays = 35;
const dayMs = 86_400_000;
const timeoutMs = 15_000;

/** Compares the ledger with the provider. One replica leads each scheduled time; returns undefined on the others. */
export async function reconcile(
  app: App,
  scheduledFor: Date,
): Promise<{ checked: number; differences: number } | undefined> {
  const { db, now, payments } = app;
  if (!payments || !(await startRun(db, scheduledFor))) return undefined;
  const since = new Date(scheduledFor.getTime() - windowDays * dayMs);
  const { differences, behind, checked } = await compare(app, payments, since);
  return db.transact(async (trx) => {
    let found = 0;
    for (const difference of differences) if (await recordDifference(trx, app, difference)) found += 1;
    for (const { id, reference } of behind)
      await requestCheck(trx, { adapter: payments.name, reference, paymentId: id }, now());
    await finishRun(trx, scheduledFor, { checked, differences: found, at: now() });
    return { checked, differences: found };
  });
}

async function compare({ db }: App, provider: PaymentProvider, since: Date) {
  const theirs = new Set<string>();
  for await (const reference of provider.listReferences(since)) theirs.add(reference);
  const booked = await findBookedPayments(db, provider.name, new Date(since.getTime() - dayMs));
  const byId = new Map(booked.map((payment) => [payment.id, payment]));
  const byReference = new Map(booked.map((payment) => [payment.reference, payment]));
  const differences: Difference[] = [];
  const behind: BookedPayment[] = [];
  const references = new Set([...theirs, ...booked.flatMap(({ reference }) => reference ?? [])]);
  for (const reference of references) {
    // Read one by one: what the list said may have changed since.
    const found = await provider.find(reference, AbortSignal.timeout(timeoutMs));
    const payment = byReference.get(reference) ?? byId.get(found?.paymentId ?? '');
    const kind = differenceOf(payment, found);
    if (payment && kind === 'behind') behind.push(payment);
    else if (kind && kind !== 'behind') differences.push({ kind, adapter: provider.name, reference });
  }
  return { differences, behind, checked: references.size };
}

/** `behind`: a webhook was lost, and the next check will apply what the provider says. */
export function differenceOf(
  ours: BookedPayment | undefined,
  theirs: ProviderPayment | undefined,
): Difference['kind'] | 'behind' | undefined {
  // The account of the platform may receive other payments too.
  if (!ours) return theirs?.paymentId ? 'unknown_payment' : undefined;
  if (!theirs) return 'missing_payment';
  if (!isSameAmount(ours.price, theirs.amount)) return 'amount';
  if (ours.state !== theirs.state) return hasEnded(ours.state as PaymentState) ? 'state' : 'behind';
  if (theirs.state !== 'succeeded') return undefined;
  const refunded = refundedOf(theirs);
  if (ours.paid !== theirs.amount.minorUnits || ours.refunded > refunded) return 'amount';
  return ours.refunded < refunded ? 'behind' : undefined;
}
