import { createSecretKey } from 'node:crypto';
import { sealingKeys } from '@trust/service-kit/sealing/seal';
import type { Secret } from '@trust/service-kit/sealing/secret';
import type { WebhookSecrets } from '../../app.ts';

/** The sandbox runs in this service, so its secret derives from one that all replicas share. */
export function webhookSecrets(
  configured: Readonly<Record<string, readonly string[] | undefined>>,
  { secret, hasSandbox }: { secret: Secret; hasSandbox: boolean },
): WebhookSecrets {
  const sandbox = hasSandbox
    ? sealingKeys(secret, 'sandbox webhook').map((key) => `whsec_${key.toString('base64')}`)
    : [];
  const [current, ...accepted] = sealingKeys(secret, 'inbound webhook');
  return {
    of: (name) => (name === 'sandbox' ? sandbox : (configured[name] ?? [])),
    contentKeys: [createSecretKey(current), ...accepted.map((key) => createSecretKey(key))],
  };
}
