import { Problem } from '@trust/service-kit/http/problem';
import { sql } from 'kysely';
import type { Db } from '../app.ts';

/** 409 with `Retry-After`: the event that tells evidence of it has not arrived yet. */
export function notYetKnown(field: string): Problem<'state-conflict'> {
  return new Problem('state-conflict', undefined, { errors: [{ field, code: 'not_yet_known' }], retryAfter: 1 });
}

/** An id is minted before the event that announces it. */
const slackMilliseconds = 100;

/**
 * Whether a case that evidence does not know may still be announced: its UUIDv7 is newer than everything verification has said so
 * far. Decided by the id alone, so the answer is the same for a foreign case and for one that does not exist (promise D2).
 */
export async function mayStillArrive(db: Db, caseId: string, now: Date): Promise<boolean> {
  const mintedAt = uuidV7Time(caseId);
  if (mintedAt === undefined || mintedAt > now.getTime() + 60_000) return false;
  const { rows } = await sql<{ at: Date | null }>`select max(known_at) as at from verification_case`.execute(db);
  return mintedAt > (rows[0]?.at?.getTime() ?? 0) + slackMilliseconds;
}

/** Milliseconds since 1970 in a UUIDv7 (RFC 9562 §5.7); undefined for other versions. */
function uuidV7Time(id: string): number | undefined {
  return id[14] === '7' ? Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) : undefined;
}
