import { hash } from 'node:crypto';
import { inboundEventReceived } from '@trust/contracts/events/webhooks';
import { emit } from '@trust/service-kit/events/outbox';
import { Problem } from '@trust/service-kit/http/problem';
import { clientNetworkOf } from '@trust/service-kit/http/rate-limiting';
import type { RequestInfo } from '@trust/service-kit/http/route';
import { seal } from '@trust/service-kit/seal';
import type { App } from '../app.ts';
import { insertInboundEvent } from './queries.ts';
import { readBody } from './read-body.ts';
import type { WebhookSource } from './webhook-source.ts';

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
  await store(source, { body, bodyHash, eventId: storableId(source.eventIdOf(request)) ?? hashId(bodyHash) }, app);
}

type Received = { body: Buffer; bodyHash: Buffer; eventId: string };

async function store(source: WebhookSource, { body, bodyHash, eventId }: Received, app: App): Promise<void> {
  const [id, at] = [app.newId(), app.now()];
  await app.db.transact(async (trx) => {
    const isNew = await insertInboundEvent(trx, {
      id,
      source: source.name,
      provider_event_id: eventId,
      body_hash: bodyHash,
      content: seal(app.webhookSecrets.contentKey, body, id),
      received_at: at,
    });
    // The same id everywhere: attempts and dead letters of the bus belong to this row.
    if (isNew)
      await emit(
        trx,
        inboundEventReceived,
        { inboundEventId: id, source: source.name, receivedAt: at.toISOString() },
        id,
      );
  });
}

function storableId(id: string | undefined): string | undefined {
  return id !== undefined && /^[\x21-\x7e]{1,200}$/.test(id) ? id : undefined;
}

function hashId(bodyHash: Buffer): string {
  return `sha256:${bodyHash.toString('hex')}`;
}
