import { gauges } from '@trust/service-kit/observability/meter';
import type { App } from '../app.ts';
import { findBacklog } from './queries.ts';

// So long nobody waits below the rate that docs/evidence.md states, not even behind documents that run out of time.
const patienceSeconds = 30;

type Backlog = { documentsToScan: number; oldestWaitingSeconds: number };

/** What waits for its first scan. */
export async function backlogOf({ db, now }: Pick<App, 'db' | 'now'>): Promise<Backlog> {
  const at = now();
  const { waiting, since } = await findBacklog(db, at);
  const seconds = since ? Math.round((at.getTime() - since.getTime()) / 1000) : 0;
  return { documentsToScan: waiting, oldestWaitingSeconds: seconds };
}

/** For readiness: `degraded` when documents wait for long; the service goes on taking them. */
export async function scanningCondition(app: Pick<App, 'db' | 'now'>) {
  const backlog = await backlogOf(app);
  const isLate = backlog.oldestWaitingSeconds > patienceSeconds;
  return { condition: isLate ? ('degraded' as const) : ('ok' as const), details: backlog };
}

export function measureBacklog(app: Pick<App, 'db' | 'now'>): Disposable {
  return gauges({ 'trust.scans.waiting': '{document}', 'trust.scans.oldest_waiting': 's' }, async () => {
    const { documentsToScan, oldestWaitingSeconds } = await backlogOf(app);
    return [
      { name: 'trust.scans.waiting', value: documentsToScan },
      { name: 'trust.scans.oldest_waiting', value: oldestWaitingSeconds },
    ];
  });
}
