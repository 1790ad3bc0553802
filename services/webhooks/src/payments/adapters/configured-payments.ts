import type { App } from '../../app.ts';
import type { PaymentProvider } from '../../payment-provider.ts';
import { type Notify, sandboxPaymentProvider } from './sandbox.ts';
import { stripePaymentProvider } from './stripe.ts';

type Settings = { PAYMENT_PROVIDER: 'none' | 'sandbox' | 'stripe'; STRIPE_SECRET_KEY?: string | undefined };

/** Undefined: the platform accepts no payments. `notify` sends the webhooks of the sandbox. */
export function configuredPayments(
  { PAYMENT_PROVIDER, STRIPE_SECRET_KEY = '' }: Settings,
  { db, now }: Pick<App, 'db' | 'now'>,
  notify: Notify,
): PaymentProvider | undefined {
  if (PAYMENT_PROVIDER === 'none') return undefined;
  if (PAYMENT_PROVIDER === 'stripe') return stripePaymentProvider(STRIPE_SECRET_KEY);
  return sandboxPaymentProvider({ db, now }, notify);
}
