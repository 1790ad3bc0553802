import { join } from 'node:path';
import type { Subscription } from '@trust/service-kit/events/subscription';
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
  const settled = async () => ((await isSettled(rows, receivers)) ? true : undefined);
  await eventually('no event is on its way', settled, 90_000);
}

type Received = { consumer: DatabaseService; types: string[] };

async function subscriptionsOf(consumer: DatabaseService, root: string): Promise<Received> {
  const { subscriptions } = await import(join(root, `services/${consumer}/src/subscriptions.ts`));
  return { consumer, types: subscriptions.map(({ type }: Subscription<unknown>) => type.type) };
}

async function isSettled(rows: QueryRows, receivers: Received[]): Promise<boolean> {
  const outboxes = await Promise.all(
    serviceDatabases.map((service) =>
      rows<{ id: string; type: string; sent: boolean }>(
        service,
        'select id, type, sent_at is not null as sent from outbox',
      ),
    ),
  );
  const events = outboxes.flat();
  if (events.some(({ sent }) => !sent)) return false;
  const inboxes = receivers.map(async ({ consumer, types }) => {
    const seen = await rows<{ event_id: string }>(consumer, 'select event_id from inbox');
    const ids = new Set(seen.map(({ event_id }) => event_id));
    return events.every(({ id, type }) => !types.includes(type) || ids.has(id));
  });
  return (await Promise.all(inboxes)).every(Boolean);
}
