import { sql } from 'kysely';
import type { Db } from '../../app.ts';

export function findSessionForParts(db: Db, sessionId: string, now: Date) {
  return db
    .selectFrom('upload_session as session')
    .innerJoin('upload_intent as intent', 'intent.current_session_id', 'session.id')
    .selectAll('intent')
    .select('session.upload_ref')
    .where('session.id', '=', sessionId)
    .where('session.state', '=', 'requested')
    .where('session.expires_at', '>', now)
    .executeTakeFirst();
}

/** `name`: of the upload in the store. */
export function findOpenUploads(db: Db, { now, limit, name }: { now: Date; limit: number; name?: string }) {
  let uploads = db
    .selectFrom('upload_session as session')
    // By its key: the current session has no index, so every intent would be read each minute.
    .innerJoin('upload_intent as intent', (join) =>
      join.onRef('intent.id', '=', 'session.intent_id').onRef('intent.current_session_id', '=', 'session.id'),
    )
    .select(['intent.id', 'intent.purpose', 'intent.provider_id', 'intent.case_id', 'intent.requirement_key'])
    .select('session.upload_ref')
    .where('session.state', '=', 'requested')
    .where('session.expires_at', '>', now)
    .where('intent.state', '=', 'open');
  if (name) uploads = uploads.where(sql<string>`split_part(session.upload_ref, '.', 1)`, '=', name);
  return uploads.orderBy('session.id', 'desc').limit(limit).execute();
}
