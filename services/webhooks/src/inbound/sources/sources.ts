import type { WebhookSource } from '../receiving/webhook-source.ts';
import { sandboxPayments, standardPayments, stripePayments } from './payment-sources.ts';
import { storage } from './receive-storage-webhook.ts';
import { twilio } from './receive-twilio-webhook.ts';
import { whatsapp } from './receive-whatsapp-webhook.ts';

const sources: readonly WebhookSource[] = [
  stripePayments,
  standardPayments,
  sandboxPayments,
  twilio,
  whatsapp,
  storage,
];

/** The names in WEBHOOK_SECRETS. */
export const secretNames = [
  ...sources.filter((source) => source !== sandboxPayments).map(({ name }) => name),
  'whatsapp-verify',
];

export function sourceNamed(name: string): WebhookSource {
  const source = sources.find((one) => one.name === name);
  if (!source) throw new Error(`No source of webhooks is named ${name}. Add it to sources.ts.`);
  return source;
}

export function isSecretOf(name: string, secret: string): boolean {
  return sources.find((one) => one.name === name)?.isSecret?.(secret) ?? true;
}
