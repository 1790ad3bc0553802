import type { Log } from '@trust/service-kit/observability/log';
import { restoreUnfinished } from '@trust/service-kit/unfinished-restore';
import type { ServiceName } from '../config.ts';

/** Closes the whole platform while the restore of any service is unfinished (ADR 0110). */
export function restoreClosure(log: Log) {
  const backups = new Map<ServiceName, string>();
  const isClosed = () => backups.size > 0;
  return {
    isClosed,
    /** Call before a request is admitted. */
    refuse(): void {
      if (isClosed()) throw restoreUnfinished();
    },
    note(service: ServiceName, backup: string | undefined): void {
      const known = backups.get(service);
      if (known === backup) return;
      if (backup) backups.set(service, backup);
      else backups.delete(service);
      if (backup) log.error({ service, backup }, 'Platform closed until the restore is finished');
      else if (!isClosed()) log.info('Platform open again after a finished restore');
    },
  };
}
