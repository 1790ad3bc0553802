import { randomUUIDv7 } from 'node:crypto';
import type { LimitOverrides } from '@trust/contracts/limits';
import { platformNow } from './clock.ts';
import type { Database } from './database/db.ts';
import { type Cursors, openCursors } from './http/cursor.ts';
import { openRateLimits, type RateLimits } from './rate-limits/rate-limit.ts';
import type { Secret } from './sealing/secret.ts';

export type BaseApp<Tables> = {
  db: Database<Tables>;
  now: () => Date;
  newId: () => string;
  limits: RateLimits;
  cursors: Cursors;
  /** Whether events of other services arrive. A bus that fell silent is noticed within ten seconds (promise E5). */
  hearsEvents: () => boolean;
};

export function baseApp<Tables>(
  db: Database<Tables>,
  options: { cursorSecret: Secret; now?: () => Date; limits?: LimitOverrides | undefined; hearsEvents?: () => boolean },
): BaseApp<Tables> {
  return {
    db,
    now: options.now ?? platformNow,
    newId: () => randomUUIDv7(),
    limits: openRateLimits(db, options.limits),
    cursors: openCursors(options.cursorSecret),
    hearsEvents: options.hearsEvents ?? (() => true),
  };
}
