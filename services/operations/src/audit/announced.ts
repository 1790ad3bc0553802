import { setTimeout as delay } from 'node:timers/promises';
import { type AuditedService, auditedServices } from '@trust/contracts/events/any';
import type { Db } from '../app.ts';
import { countEntriesAfter } from './queries.ts';

/** How many entries a service says it has announced, undefined if it does not answer; and how many the chain holds. */
export type Count = { service: AuditedService; announced: number | undefined; held: number };

type Asking = {
  db: Db;
  announcedBy: (service: AuditedService) => Promise<number | undefined>;
  /** Milliseconds to wait for entries that are on their way and for services that do not answer. */
  wait: number;
};

/** Compares what every service has announced with what the chain holds, until nothing is missing or the time is up (ADR 0040). */
export async function compareCounts({ db, announcedBy, wait }: Asking): Promise<Count[]> {
  const held = new Map<string, number>();
  let seq = 0;
  const until = performance.now() + wait;
  for (;;) {
    // Asked first: what is announced later is not missed.
    const announced = await Promise.all(auditedServices.map(announcedBy));
    for (let found = await countEntriesAfter(db, seq); found; found = await countEntriesAfter(db, seq)) {
      for (const { service, held: more } of found.rows) held.set(service, (held.get(service) ?? 0) + more);
      seq = found.last;
    }
    const counts = auditedServices.map((service, index) => ({
      service,
      announced: announced[index],
      held: held.get(service) ?? 0,
    }));
    if (!counts.some(isIncomplete) || performance.now() >= until) return counts;
    await delay(250);
  }
}

/** Whether entries of the service are missing, or may be. */
export function isIncomplete({ announced, held }: Count): boolean {
  return announced === undefined || announced > held;
}

export function describeCount({ service, announced, held }: Count): string {
  const name = service.padEnd(14);
  if (announced === undefined) return `${name}does not answer, held ${held}`;
  const difference =
    announced > held
      ? `: ${announced - held} MISSING`
      : announced < held
        ? `: ${held - announced} more than announced, as after a restore of the service's database`
        : '';
  return `${name}announced ${announced}, held ${held}${difference}`;
}
