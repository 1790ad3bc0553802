import { setTimeout as delay } from 'node:timers/promises';
import { type AuditedService, auditedServices } from '@trust/contracts/events/any';
import type { Db } from '../../app.ts';
import { countEntriesAfter } from '../entries/queries.ts';

/** `announced` is undefined if the service does not respond. `stored`: in the chain. */
export type EntryCount = { service: AuditedService; announced: number | undefined; stored: number };

type CompareOptions = {
  db: Db;
  announcedBy: (service: AuditedService) => Promise<number | undefined>;
  waitMs: number;
};

/** Waits until no entry is missing or the time is up (docs/domain/audit.md 19). */
export async function compareCounts({ db, announcedBy, waitMs }: CompareOptions): Promise<EntryCount[]> {
  const stored = new Map<string, number>();
  let seq = 0;
  const deadline = performance.now() + waitMs;
  for (;;) {
    // Before the entries are counted: entries announced later are not missing.
    const announced = await Promise.all(auditedServices.map(announcedBy));
    for (let found = await countEntriesAfter(db, seq); found; found = await countEntriesAfter(db, seq)) {
      for (const { service, count } of found.rows) stored.set(service, (stored.get(service) ?? 0) + count);
      seq = found.last;
    }
    const counts = auditedServices.map((service, index) => ({
      service,
      announced: announced[index],
      stored: stored.get(service) ?? 0,
    }));
    if (!counts.some(isIncomplete) || performance.now() >= deadline) return counts;
    await delay(250);
  }
}

export function isIncomplete({ announced, stored }: EntryCount): boolean {
  return announced === undefined || announced > stored;
}

export function describeCount({ service, announced, stored }: EntryCount): string {
  const name = service.padEnd(14);
  if (announced === undefined) return `${name}does not respond, stored ${stored}`;
  const difference =
    announced > stored
      ? `: ${announced - stored} MISSING`
      : announced < stored
        ? `: ${stored - announced} more than announced, for example after a restore of the service's database`
        : '';
  return `${name}announced ${announced}, stored ${stored}${difference}`;
}
