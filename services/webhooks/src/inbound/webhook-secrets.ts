import { createSecretKey, type KeyObject } from 'node:crypto';
import { sealingKey } from '@trust/service-kit/sealing/seal';

export type WebhookSecrets = {
  /** One or two secrets. None: the platform accepts nothing from the source. */
  of(name: string): readonly string[];
  /** Encrypts bodies until they are processed. */
  contentKey: KeyObject;
};

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
