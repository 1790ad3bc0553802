import { randomUUIDv7 } from 'node:crypto';
import type { LimitOverrides } from '@trust/contracts/limits';
import type { Database } from './database/db.ts';
import { type Cursors, openCursors } from './http/cursor.ts';
import { openRateLimits, type RateLimits } from './rate-limits/rate-limit.ts';

export type BaseApp<Tables> = {
  db: Database<Tables>;
  now: () => Date;
  newId: () => string;
  limits: RateLimits;
  cursors: Cursors;
};

export function baseApp<Tables>(
  db: Database<Tables>,
  options: { cursorSecret: string; now?: () => Date; limits?: LimitOverrides | undefined },
): BaseApp<Tables> {
  return {
    db,
    now: options.now ?? (() => new Date()),
    newId: () => randomUUIDv7(),
    limits: openRateLimits(db, options.limits),
    cursors: openCursors(options.cursorSecret),
  };
}
