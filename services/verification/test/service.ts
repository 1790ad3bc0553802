import { france } from '@trust/business-calendar/france';
import type { Actor } from '@trust/contracts/actor';
import { operatorChanged } from '@trust/contracts/events/identity';
import type { LimitOverrides } from '@trust/contracts/limits';
import { holdsStepUp } from '@trust/service-kit/actors/held-step-up';
import { type Call, startService } from '@trust/service-testing/service';
import type { App } from '../src/app.ts';
import type { DB } from '../src/db/schema.ts';
import { routes } from '../src/routes.ts';
import { subscriptions } from '../src/subscriptions.ts';

const plenty: LimitOverrides = { 'privileged-operation': 10_000 };

type Options = { connections?: number; limits?: LimitOverrides };

export async function startVerification({ connections, limits = plenty }: Options = {}) {
  const service = await startService<DB, App>({
    service: 'verification',
    routes,
    subscriptions,
    app: (base) => ({ ...base, calendar: france, casesPerOperator: 10 }),
    holdsStepUp: (app) => (actor, caseId) => holdsStepUp(app, actor, caseId),
    limits,
    ...(connections && { connections }),
  });
  const announcements = new Map<string, Promise<void>>();

  function announce({ userId }: { userId: string }, permissions: readonly string[]): Promise<void> {
    const occurredAt = service.clock.now.toISOString();
    const announced = service.deliver(operatorChanged, { userId, permissions: [...permissions], occurredAt });
    announcements.set(userId, announced);
    return announced;
  }

  return Object.assign(service, {
    announce,
    async known(actor: Actor): Promise<Actor> {
      await announce(actor, actor.permissions);
      return actor;
    },
    async post(path: string, options: Call = {}) {
      const { actor } = options;
      if (actor && actor.permissions.length > 0)
        await (announcements.get(actor.userId) ?? announce(actor, actor.permissions));
      return service.call('post', path, options);
    },
  });
}

export type Verification = Awaited<ReturnType<typeof startVerification>>;
