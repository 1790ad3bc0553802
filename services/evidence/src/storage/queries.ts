import { sql } from 'kysely';
import type { Db } from '../app.ts';

/** Intents of which no part is known to have arrived, with the upload of their session, newest first. */
export function findWaitingUploads(db: Db, { now, limit, name }: { now: Date; limit: number; name?: string }) {
  let waiting = db
    .selectFrom('upload_session as session')
    .innerJoin('upload_intent as intent', 'intent.current_session_id', 'session.id')
    .select(['intent.id', 'intent.provider_id', 'intent.case_id', 'intent.requirement_key', 'session.upload_ref'])
    .where('session.state', '=', 'requested')
    .where('session.expires_at', '>', now)
    .where('intent.state', '=', 'open');
  if (name) waiting = waiting.where(sql<string>`split_part(session.upload_ref, '.', 1)`, '=', name);
  return waiting.orderBy('session.id', 'desc').limit(limit).execute();
}
