import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../app.ts';
import type { DocumentsReadBy } from './schema.ts';

/** Whose reading the decision rests on. A check of a register needs no read, so `not_all` is possible (docs/domain/reading.md). */
export async function documentsReadBy(
  db: Db,
  decisionId: string,
  notReadReason: string | null,
): Promise<z.output<typeof DocumentsReadBy>> {
  if (notReadReason === null) return 'decider';
  const { rows } = await sql`
    select from decision_claim l
    where l.decision_id = ${decisionId} and not exists (
      select from document_reading r where r.evidence_version_id = l.evidence_version_id and r.read_at is not null)
    limit 1`.execute(db);
  return rows.length > 0 ? 'not_all' : 'reviewer';
}
