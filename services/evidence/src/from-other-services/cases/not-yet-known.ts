import { Problem } from '@trust/service-kit/problems/problem';
import { sql } from 'kysely';
import type { Db } from '../../app.ts';

/** 409 with `Retry-After`: the event has not arrived yet (docs/domain/upload.md 8). */
export function notYetKnown(field: string): Problem<'state-conflict'> {
  return new Problem('state-conflict', undefined, { errors: [{ field, code: 'not_yet_known' }], retryAfter: 1 });
}

/** Time between the creation of an id and its event. */
const slackMs = 100;

/** Decided by the id alone: foreign and nonexistent cases get the same response (promise D2). */
export async function mayStillArrive(db: Db, caseId: string, now: Date): Promise<boolean> {
  const createdAt = uuidV7Time(caseId);
  if (createdAt === undefined || createdAt > now.getTime() + 60_000) return false;
  const { rows } = await sql<{ at: Date | null }>`select max(known_at) as at from verification_case`.execute(db);
  return createdAt > (rows[0]?.at?.getTime() ?? 0) + slackMs;
}

/** Milliseconds since 1970 in a UUIDv7 (RFC 9562 §5.7); undefined for other versions. */
function uuidV7Time(id: string): number | undefined {
  return id[14] === '7' ? Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) : undefined;
}
