import { gauges } from '@trust/service-kit/observability/meter';
import type { App } from '../app.ts';
import { findBacklog } from './queries.ts';

// Not reached below the rate in docs/evidence.md, even behind documents that time out.
const degradedAfterSeconds = 30;

type Backlog = { documentsToScan: number; oldestWaitingSeconds: number };

export async function readBacklog({ db, now }: Pick<App, 'db' | 'now'>): Promise<Backlog> {
  const at = now();
  const { waiting, oldestDueAt } = await findBacklog(db, at);
  const seconds = oldestDueAt ? Math.round((at.getTime() - oldestDueAt.getTime()) / 1000) : 0;
  return { documentsToScan: waiting, oldestWaitingSeconds: seconds };
}

export async function checkScanning(app: Pick<App, 'db' | 'now'>) {
  const backlog = await readBacklog(app);
  const isLate = backlog.oldestWaitingSeconds > degradedAfterSeconds;
  return { condition: isLate ? ('degraded' as const) : ('ok' as const), details: backlog };
}

export function measureBacklog(app: Pick<App, 'db' | 'now'>): Disposable {
  return gauges({ 'trust.scans.waiting': '{document}', 'trust.scans.oldest_waiting': 's' }, async () => {
    const { documentsToScan, oldestWaitingSeconds } = await readBacklog(app);
    return [
      { name: 'trust.scans.waiting', value: documentsToScan },
      { name: 'trust.scans.oldest_waiting', value: oldestWaitingSeconds },
    ];
  });
}
