import { settingFaults as faultsOf } from '@trust/service-kit/config';
import { isTimeOfDay } from '../backup/bucket/daily.ts';
import { BackupSettings } from '../backup/bucket/settings.ts';
import type { Environment } from '../local/settings/settings.ts';

/** What is wrong with the settings of buckets that must outlive this machine: of backups and of audit checkpoints. */
export function faultsOfBuckets(operator: Environment): string[] {
  return [...faultsOfBackups(operator), ...faultsOfCheckpoints(operator)];
}

function faultsOfBackups(operator: Environment): string[] {
  const isChosen = Object.keys(operator).some((name) => name in BackupSettings.shape);
  const isStarted = operator.COMPOSE_PROFILES?.split(',').includes('backup');
  if (!isChosen && !isStarted) return [];
  const isOwnStore = operator.BACKUP_S3_ENDPOINT?.startsWith('http://object-store');
  const ownStore = 'BACKUP_S3_ENDPOINT: must be another store, because this one is lost with the machine.';
  const { BACKUP_TIME: time = '01:30' } = operator;
  const badTime = 'BACKUP_TIME: must be a time of day in UTC such as 01:30.';
  return [
    ...faultsOf(BackupSettings, operator),
    ...(isOwnStore ? [ownStore] : []),
    ...(isTimeOfDay(time) ? [] : [badTime]),
  ];
}

/** Presets would stand in for keys that the operator left out. */
function faultsOfCheckpoints(operator: Environment): string[] {
  const endpoint = 'AUDIT_CHECKPOINT_S3_ENDPOINT';
  if (operator[endpoint] === undefined) return [];
  const keys = ['AUDIT_CHECKPOINT_S3_ACCESS_KEY', 'AUDIT_CHECKPOINT_S3_SECRET_KEY'];
  const missing = keys.filter((name) => !operator[name]).map((name) => `${name}: set it with ${endpoint}.`);
  const isClosed = operator.CHECKPOINTS_INTERNAL !== 'false';
  return [...missing, ...(isClosed ? [`CHECKPOINTS_INTERNAL: must be false with ${endpoint}, to reach it.`] : [])];
}
