import { randomUUID } from 'node:crypto';
import type { EventType, PayloadOf } from '@trust/contracts/event';
import { startService } from '@trust/service-kit/testing/service';
import type { App } from '../src/app.ts';
import type { DB } from '../src/db/schema.ts';
import { routes } from '../src/routes.ts';
import { subscriptions } from '../src/subscriptions.ts';

/** Verification on a database of its own; `deliver` gives it an event as a consumer would, in one transaction. */
export async function startVerification({ connections }: { connections?: number } = {}) {
  const service = await startService<DB, App>({
    service: 'verification',
    routes,
    app: (base) => base,
    limits: { 'privileged-operation': 10_000 },
    ...(connections && { connections }),
  });

  async function deliver<E extends EventType>(type: E, payload: PayloadOf<E>): Promise<void> {
    const subscription = subscriptions.find((one) => one.type.subject === type.subject);
    if (!subscription) throw new Error(`Nobody subscribes to ${type.subject}.`);
    const event = { id: randomUUID(), subject: type.subject, time: service.clock.now };
    const parsed = type.payload.parse(payload);
    await service.db.transact((trx) => subscription.handle(parsed, { trx, event }, service.app));
  }
  return Object.assign(service, { deliver });
}

export type Verification = Awaited<ReturnType<typeof startVerification>>;
