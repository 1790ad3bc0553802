import { gauges } from '@trust/service-kit/observability/meter';
import type { App } from '../../app.ts';
import { findChainHead } from '../entries/queries.ts';
import { findLastCheckpoint } from './queries.ts';

/** `age`: seconds since the last checkpoint; undefined before the first one. */
export async function readCheckpoints({ db, now }: Pick<App, 'db' | 'now'>) {
  const [head, last] = [await findChainHead(db), await findLastCheckpoint(db)];
  return {
    unsigned: Number(head?.seq ?? 0) - Number(last?.size ?? 0),
    age: last && (now().getTime() - last.made_at.getTime()) / 1000,
  };
}

export function measureCheckpoints(app: Pick<App, 'db' | 'now'>): Disposable {
  return gauges({ 'trust.audit.unsigned_entries': '{entry}', 'trust.audit.checkpoint_age': 's' }, async () => {
    const { unsigned, age } = await readCheckpoints(app);
    const entries = { name: 'trust.audit.unsigned_entries' as const, value: unsigned };
    return age === undefined ? [entries] : [entries, { name: 'trust.audit.checkpoint_age' as const, value: age }];
  });
}
