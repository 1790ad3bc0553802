import { createSecretKey } from 'node:crypto';
import { sealingKey } from '@trust/service-kit/sealing/seal';
import type { WebhookSecrets } from '../../app.ts';

/** The sandbox runs in this service, so its secret derives from one that all replicas share. */
export function webhookSecrets(
  configured: Readonly<Record<string, readonly string[] | undefined>>,
  { secret, hasSandbox }: { secret: string; hasSandbox: boolean },
): WebhookSecrets {
  const sandbox = hasSandbox ? [`whsec_${sealingKey(secret, 'sandbox webhook').toString('base64')}`] : [];
  return {
    of: (name) => (name === 'sandbox' ? sandbox : (configured[name] ?? [])),
    contentKey: createSecretKey(sealingKey(secret, 'inbound webhook')),
  };
}
