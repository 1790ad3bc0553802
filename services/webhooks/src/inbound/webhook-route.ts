import type { Declaration } from '@trust/service-kit/http/route';

/** What all routes of webhooks declare. `maxBytes`: contract §2. */
export function webhookDeclaration(maxBytes: number, mediaTypes: readonly string[], example: object) {
  return {
    method: 'post',
    access: 'webhook',
    ownLimits: ['webhook-failure'],
    rawBody: { maxBytes, mediaTypes, example },
    responds: { status: 200 },
  } as const satisfies Partial<Declaration>;
}
