import { gauges } from '@trust/service-kit/observability/meter';
import type { App } from '../../app.ts';
import { countExpiringClaims } from './queries.ts';

const day = 86_400_000;
const windows = { '7d': 7 * day, '30d': 30 * day };
// Counting a month of claims reads many rows.
const refreshMs = 5 * 60_000;

type Reading = { name: 'trust.claims.expiring'; value: number; attributes: { 'trust.within': string } };

/** Active claims that end within each window. */
export function readExpiringClaims({ db, now }: Pick<App, 'db' | 'now'>): Promise<Reading[]> {
  const at = now();
  return Promise.all(
    Object.entries(windows).map(async ([within, ms]) => ({
      name: 'trust.claims.expiring' as const,
      value: await countExpiringClaims(db, at, new Date(at.getTime() + ms)),
      attributes: { 'trust.within': within },
    })),
  );
}

export function measureExpiringClaims(app: Pick<App, 'db' | 'now'>): Disposable {
  let last: { at: number; readings: Reading[] } | undefined;
  return gauges({ 'trust.claims.expiring': '{claim}' }, async () => {
    if (!last || performance.now() - last.at > refreshMs)
      last = { at: performance.now(), readings: await readExpiringClaims(app) };
    return last.readings;
  });
}
