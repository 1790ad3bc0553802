import { AsyncLocalStorage } from 'node:async_hooks';
import { inboundEventReceived } from '@trust/contracts/events/webhooks';
import type { BaseApp } from '@trust/service-kit/app';
import { batchLoader } from '@trust/service-kit/database/batch-loader';
import { openDb } from '@trust/service-kit/database/db';
import { emit } from '@trust/service-kit/outbox/outbox';
import { runOutsideRequest } from '@trust/service-kit/request-scope';
import { seal } from '@trust/service-kit/sealing/seal';
import type { StoreInbound, VerifiedWebhook, WebhookSecrets } from '../../app.ts';
import type { DB } from '../../db/schema.ts';
import { countRepeats, insertInboundEvents } from './queries.ts';

const maxBatchSize = 32;

/** Not the connections of other requests: overload must not delay webhooks (promise L3). */
const connections = 2;

export type InboundStore = AsyncDisposable & { store: StoreInbound; onCommit(listener: () => void): void };

/** Webhooks that arrive together share a transaction. */
export function openInboundStore(
  { db: { pool, direct }, newId, now }: BaseApp<DB>,
  [contentKey]: WebhookSecrets['contentKeys'],
): InboundStore {
  const db = openDb<DB>({
    url: pool.options.connectionString ?? '',
    directUrl: direct.options.connectionString,
    max: connections,
  });
  type Waiting = VerifiedWebhook & { within: ReturnType<typeof AsyncLocalStorage.snapshot> };

  function rowOf({ source, eventId, body, bodyHash }: VerifiedWebhook) {
    const id = newId();
    const content = seal(contentKey, body, id);
    return { id, source, provider_event_id: eventId, body_hash: bodyHash, content, received_at: now() };
  }

  function store(batch: readonly Waiting[]): Promise<void> {
    const rows = batch.map(rowOf);
    const traces = new Map(rows.map(({ id }, index) => [id, batch[index]?.within]));
    return db.transact(async (trx) => {
      const inserted = await insertInboundEvents(trx, rows);
      const repeats = rows.filter(({ id }) => !inserted.has(id));
      if (repeats.length > 0) await countRepeats(trx, repeats);
      for (const { id, source, received_at } of rows) {
        if (!inserted.has(id)) continue;
        const payload = { inboundEventId: id, source, receivedAt: received_at.toISOString() };
        // The same id everywhere: attempts and dead letters of the bus belong to this row.
        await traces.get(id)?.(() => emit(trx, inboundEventReceived, payload, id));
      }
    });
  }

  const loader = batchLoader(
    async (batch: readonly Waiting[]) => {
      // The deadline of one request must not end the transaction of the others.
      await runOutsideRequest(() => store(batch));
      return batch.map(() => undefined);
    },
    { maxBatchSize },
  );
  return {
    store: (webhook) => loader.load({ ...webhook, within: AsyncLocalStorage.snapshot() }),
    onCommit: (listener) => void db.onCommit(listener),
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  };
}
