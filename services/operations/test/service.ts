import { france } from '@trust/business-calendar/france';
import { auditRecorded } from '@trust/contracts/events/any';
import type { OperatorRole } from '@trust/contracts/permissions';
import { operator } from '@trust/service-testing/actors';
import { startService } from '@trust/service-testing/service';
import type { App } from '../src/app.ts';
import type { DB } from '../src/db/schema.ts';
import { StreamsOfReplica } from '../src/overview/mission-control/open-streams.ts';
import { routes } from '../src/routes.ts';
import { subscriptions } from '../src/subscriptions.ts';

export async function startOperations({ connections }: { connections?: number } = {}) {
  const service = await startService<DB, App>({
    service: 'operations',
    routes,
    subscriptions,
    app: (base) => ({
      ...base,
      calendar: france,
      consumerLag: async () => 3,
      streamTimes: { everyMs: 5, lifetimeMs: 0 },
      openStreams: new StreamsOfReplica(),
      workPerOperator: 2,
      overrideApprovals: {},
    }),
    ...(connections && { connections }),
  });
  return Object.assign(service, {
    operator: (role: OperatorRole) =>
      operator(role, { authenticatedAt: Math.floor(service.clock.now.getTime() / 1000) }),
    audited: async (action: string) =>
      (await service.emitted(auditRecorded.operations)).filter((entry) => entry.action === action),
  });
}

export type Operations = Awaited<ReturnType<typeof startOperations>>;
