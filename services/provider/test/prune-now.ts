import { prune } from '@trust/service-kit/database/prune';
import { openLog } from '@trust/service-kit/observability/log';
import { pruneTasks } from '../src/prune-tasks.ts';
import type { ProviderService } from './service.ts';

/** What the service does by itself each hour. */
export function pruneNow({ db, clock }: ProviderService) {
  return prune({ db, log: openLog('test', 'silent'), tasks: pruneTasks, now: clock.now });
}
