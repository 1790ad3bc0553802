import type { Db, Trx } from '../app.ts';

type OfReading = { assignmentId: string; evidenceVersionId: string; occurredAt: string };

export async function saveGrant(trx: Trx, { assignmentId, evidenceVersionId, occurredAt }: OfReading): Promise<void> {
  await trx
    .insertInto('document_reading')
    .values({ assignment_id: assignmentId, evidence_version_id: evidenceVersionId, granted_at: occurredAt })
    .onConflict((conflict) =>
      conflict.columns(['assignment_id', 'evidence_version_id']).doUpdateSet({ granted_at: occurredAt }),
    )
    .execute();
}

export async function saveRead(trx: Trx, { assignmentId, evidenceVersionId, occurredAt }: OfReading): Promise<void> {
  await trx
    .insertInto('document_reading')
    .values({ assignment_id: assignmentId, evidence_version_id: evidenceVersionId, read_at: occurredAt })
    .onConflict((conflict) =>
      conflict.columns(['assignment_id', 'evidence_version_id']).doUpdateSet({ read_at: occurredAt }),
    )
    .execute();
}

export function findReadings(db: Db, assignmentId: string, versionIds: readonly string[]) {
  return db
    .selectFrom('document_reading')
    .selectAll()
    .where('assignment_id', '=', assignmentId)
    .where('evidence_version_id', 'in', versionIds)
    .execute();
}

/** Who has read which of the documents, for which duty, in the order of reading. */
export function findReaders(db: Db, versionIds: readonly string[]) {
  if (versionIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('document_reading as reading')
    .innerJoin('case_assignment as assignment', 'assignment.id', 'reading.assignment_id')
    .select(['reading.evidence_version_id', 'reading.read_at', 'assignment.assignee_id', 'assignment.duty'])
    .where('reading.evidence_version_id', 'in', versionIds)
    .where('reading.read_at', 'is not', null)
    .$narrowType<{ read_at: Date }>()
    .orderBy('reading.read_at')
    .orderBy('assignment.id')
    .execute();
}
