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
  const { BACKUP_TIME: time = '01:30' } = operator;
  const badTime = 'BACKUP_TIME: must be a time of day in UTC such as 01:30.';
  return [
    ...faultsOf(BackupSettings, operator),
    ...plaintextTo('BACKUP_S3_ENDPOINT', operator),
    ...(isTimeOfDay(time) ? [] : [badTime]),
  ];
}

/** The schema of operations finds no missing key, because presets fill them in. */
function faultsOfCheckpoints(operator: Environment): string[] {
  const endpoint = 'AUDIT_CHECKPOINT_S3_ENDPOINT';
  if (operator[endpoint] === undefined) return [];
  const keys = ['AUDIT_CHECKPOINT_S3_ACCESS_KEY', 'AUDIT_CHECKPOINT_S3_SECRET_KEY'];
  const missing = keys.filter((name) => !operator[name]).map((name) => `${name}: set it with ${endpoint}.`);
  const isClosed = operator.CHECKPOINTS_INTERNAL !== 'false';
  return [
    ...missing,
    ...plaintextTo(endpoint, operator),
    ...(isClosed ? [`CHECKPOINTS_INTERNAL: must be false with ${endpoint}, to reach it.`] : []),
  ];
}

/** The store of this machine has an `http://` address, and is lost with it. */
function plaintextTo(name: string, operator: Environment): string[] {
  return operator[name]?.startsWith('http:') ? [`${name}: must be an https:// address of another store.`] : [];
}
