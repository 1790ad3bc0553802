import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Evidence } from './service.ts';

export async function snapshot(evidence: Evidence) {
  const { rows } = await sql`
    select (select jsonb_agg(t order by id) from upload_intent t) as intents,
      (select jsonb_agg(t order by id) from upload_session t) as sessions,
      (select jsonb_agg(t order by id) from evidence_version t) as versions,
      (select jsonb_agg(t order by version_id) from evidence_processing t) as processing,
      (select jsonb_agg(t order by id) from evidence_item t) as items,
      (select count(*) from outbox) as events`.execute(evidence.db);
  return { rows, objects: (await readdir(join(evidence.folder, 'objects'))).sort() };
}
