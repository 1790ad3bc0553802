import { apiBase } from '@trust/contracts/api-base';
import type { Log } from '@trust/service-kit/observability/log';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { sandboxPaymentProvider } from './adapters/sandbox.ts';
import { sandboxWebhook } from './adapters/sandbox-webhook.ts';
import { stripePaymentProvider } from './adapters/stripe.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** Undefined: the platform accepts no payments. */
export function configuredPayments(
  { PAYMENT_PROVIDER, STRIPE_SECRET_KEY = '', PUBLIC_URL }: Config,
  { db, now, webhookSecrets }: Pick<App, 'db' | 'now' | 'webhookSecrets'>,
  log: Log,
): PaymentProvider | undefined {
  if (PAYMENT_PROVIDER === 'none') return undefined;
  if (PAYMENT_PROVIDER === 'stripe') return stripePaymentProvider(STRIPE_SECRET_KEY);
  const [secret = ''] = webhookSecrets.of('sandbox');
  const post = (path: string, { body, headers }: { body: Buffer; headers: Record<string, string> }) =>
    fetch(new URL(`${apiBase}${path}`, PUBLIC_URL), {
      method: 'POST',
      body: new Uint8Array(body),
      headers,
      signal: AbortSignal.timeout(5000),
    });
  return sandboxPaymentProvider({ db, now }, sandboxWebhook(secret, now, post, log));
}
