import { hash } from 'node:crypto';
import type { Declaration } from '@trust/service-kit/http/route';
import { Problem } from '@trust/service-kit/problems/problem';
import { clientNetworkOf } from '@trust/service-kit/rate-limits/rate-limiting';
import type { RequestInfo } from '@trust/service-kit/request-info';
import type { App } from '../../app.ts';
import { readBody } from './read-body.ts';
import type { WebhookSource } from './webhook-source.ts';

/** All routes of webhooks declare this; docs/domain/messages-and-webhooks.md 20 sets `maxBytes`. */
export function webhookDeclaration(maxBytes: number, mediaTypes: readonly string[], example: object) {
  return {
    method: 'post',
    access: 'webhook',
    ownLimits: ['webhook-failure'],
    rawBody: { maxBytes, mediaTypes, example },
    responds: { status: 200 },
  } as const satisfies Partial<Declaration>;
}

/**
 * The order of promise W1: bounded bytes, signature and timestamp, event id, durable insert, response. Nothing of
 * the body is parsed for an unsigned request, and its work begins in the consumer of the bus.
 */
export async function receiveWebhook(
  source: WebhookSource,
  maxBytes: number,
  { incoming, header, path, ip }: RequestInfo,
  app: App,
): Promise<undefined> {
  const body = await readBody(incoming, maxBytes);
  const request = {
    body,
    url: app.publicUrl.replace(/\/$/, '') + path,
    header,
    secrets: app.webhookSecrets.of(source.name),
    now: app.now(),
  };
  if (!source.isAuthentic(request)) {
    await app.limits.take('webhook-failure', `${source.name} ${clientNetworkOf(ip)}`);
    throw new Problem('webhook-refused');
  }
  const bodyHash = hash('sha256', body, 'buffer');
  const eventId = storableId(source.eventIdOf(request, app.newId)) ?? hashId(bodyHash);
  await app.storeInbound({ source: source.name, eventId, body, bodyHash });
}

function storableId(id: string | undefined): string | undefined {
  return id !== undefined && /^[\x21-\x7e]{1,200}$/.test(id) ? id : undefined;
}

function hashId(bodyHash: Buffer): string {
  return `sha256:${bodyHash.toString('hex')}`;
}
