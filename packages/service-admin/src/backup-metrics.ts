import { gauges } from '@trust/service-kit/observability/meter';

/** Times in seconds since 1970; undefined if it never happened. */
export type BackupState = { takenAt: number | undefined; bytes: number | undefined; drilledAt: number | undefined };

const units = { 'trust.backup.taken': 's', 'trust.backup.size': 'By', 'trust.backup.drilled': 's' } as const;

/** Gauges of the last backup and of the last drill, until the process ends: its last export has them too. */
export function measureBackups(state: () => BackupState | undefined): void {
  gauges(units, async () => {
    const { takenAt, bytes, drilledAt } = state() ?? {};
    const readings = [
      { name: 'trust.backup.taken', value: takenAt },
      { name: 'trust.backup.size', value: bytes },
      { name: 'trust.backup.drilled', value: drilledAt },
    ] as const;
    return readings.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]));
  });
}
