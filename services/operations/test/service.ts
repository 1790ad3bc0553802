import { randomUUID } from 'node:crypto';
import type { EventType, PayloadOf } from '@trust/contracts/event';
import type { OperatorRole } from '@trust/contracts/permissions';
import { operator } from '@trust/service-kit/testing/actors';
import { startService } from '@trust/service-kit/testing/service';
import type { App } from '../src/app.ts';
import type { DB } from '../src/db/schema.ts';
import { routes } from '../src/routes.ts';
import { subscriptions } from '../src/subscriptions.ts';

/** Operations on a database of its own. */
export async function startOperations({ connections }: { connections?: number } = {}) {
  const service = await startService<DB, App>({
    service: 'operations',
    routes,
    app: (base) => base,
    ...(connections && { connections }),
  });
  return Object.assign(service, {
    /** Applies an event as the consumers would. */
    async deliver<E extends EventType>(type: E, payload: PayloadOf<E>, id: string = randomUUID()): Promise<void> {
      const subscription = subscriptions.find((one) => one.type.subject === type.subject);
      if (!subscription) throw new Error(`Nobody subscribes to ${type.subject}.`);
      const parsed = type.payload.parse(payload);
      const event = { id, subject: type.subject, time: service.clock.now };
      await service.db.transact((trx) => subscription.handle(parsed, { trx, event }, service.app));
    },
    /** An operator who has just signed in. */
    operator: (role: OperatorRole) =>
      operator(role, { authenticatedAt: Math.floor(service.clock.now.getTime() / 1000) }),
  });
}

export type Operations = Awaited<ReturnType<typeof startOperations>>;
