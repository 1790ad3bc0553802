import { auditedServices } from '@trust/contracts/events/any';
import { readEventFlow, reportEveryMs } from '@trust/service-kit/inbox/report-event-flow';
import type { App } from '../../app.ts';
import { listFlows } from './queries.ts';
import type { MissionControl } from './schema.ts';

type EventFlow = MissionControl['eventFlow'];
type OfService = EventFlow['services'][number];

/** Other services report their flow; this one reads its own now. */
export async function readFlowOfServices({ db, now, consumerLag }: App): Promise<EventFlow> {
  const { unsentEvents, oldestUnsentSeconds, deadLetters } = await readEventFlow(db);
  const own = { unsentEvents, oldestUnsentSeconds, deadLetters, consumerLag: await consumerLag().catch(() => null) };
  const flows = await listFlows(db);
  const services = auditedServices.map((service): OfService => {
    if (service === 'operations') return { service, status: 'reporting', reportedAt: now().toISOString(), ...own };
    const flow = flows.find((one) => one.service === service);
    const status = !flow ? 'unknown' : isSilent(flow.reported_at, now()) ? 'silent' : 'reporting';
    return {
      service,
      status,
      reportedAt: flow?.reported_at.toISOString() ?? null,
      oldestUnsentSeconds: flow?.oldest_unsent_seconds ?? null,
      unsentEvents: flow?.unsent_events ?? 0,
      consumerLag: flow?.consumer_lag ?? null,
      deadLetters: flow?.dead_letters ?? 0,
    };
  });
  const sum = (column: 'unsentEvents' | 'deadLetters') => services.reduce((total, one) => total + one[column], 0);
  const known = (column: 'oldestUnsentSeconds' | 'consumerLag') => services.flatMap((one) => one[column] ?? []);
  const [ages, lags] = [known('oldestUnsentSeconds'), known('consumerLag')];
  return {
    oldestUnsentSeconds: ages.length > 0 ? Math.max(...ages) : null,
    unsentEvents: sum('unsentEvents'),
    consumerLag: lags.length > 0 ? lags.reduce((total, lag) => total + lag, 0) : null,
    deadLetters: sum('deadLetters'),
    services,
  };
}

function isSilent(reportedAt: Date, now: Date): boolean {
  return now.getTime() - reportedAt.getTime() > 3 * reportEveryMs;
}
