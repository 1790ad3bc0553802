import { join } from 'node:path';
import type { Subscription } from '@trust/service-kit/inbox/subscription';
import { eventually } from '../demo/client.ts';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { type DatabaseService, serviceDatabases } from '../deploy/local/services.ts';

export type QueryRows = <Row>(service: DatabaseService, query: string, values?: unknown[]) => Promise<Row[]>;

/** Resolves when every committed event has been published and applied by all its subscribers. */
export async function waitUntilSettled(
  rows: QueryRows,
  rootOf: (service: DatabaseService) => string = () => repositoryRoot,
): Promise<void> {
  const receivers = await Promise.all(serviceDatabases.map((service) => subscriptionsOf(service, rootOf(service))));
  let pending: string[] = [];
  const settled = async () => {
    pending = await pendingEvents(rows, receivers);
    return pending.length === 0 ? true : undefined;
  };
  await eventually('no event is on its way', settled, 90_000).catch((cause) => {
    throw new Error(`Still on its way: ${[...new Set(pending)].join(', ')}`, { cause });
  });
}

type Received = { consumer: DatabaseService; types: string[] };

async function subscriptionsOf(consumer: DatabaseService, root: string): Promise<Received> {
  const { subscriptions } = await import(join(root, `services/${consumer}/src/subscriptions.ts`));
  return { consumer, types: subscriptions.map(({ type }: Subscription<unknown>) => type.type) };
}

/** Says of each event where it is missing: the type alone if it is unsent. */
async function pendingEvents(rows: QueryRows, receivers: Received[]): Promise<string[]> {
  const outboxes = await Promise.all(
    serviceDatabases.map((service) =>
      rows<{ id: string; type: string; sent: boolean }>(
        service,
        'select id, type, sent_at is not null as sent from outbox',
      ),
    ),
  );
  const events = outboxes.flat();
  const unsent = events.filter(({ sent }) => !sent).map(({ type }) => type);
  if (unsent.length > 0) return unsent;
  const inboxes = receivers.map(async ({ consumer, types }) => {
    const seen = await rows<{ event_id: string }>(consumer, 'select event_id from inbox');
    const ids = new Set(seen.map(({ event_id }) => event_id));
    return events
      .filter(({ id, type }) => types.includes(type) && !ids.has(id))
      .map(({ type }) => `${type} to ${consumer}`);
  });
  return (await Promise.all(inboxes)).flat();
}
