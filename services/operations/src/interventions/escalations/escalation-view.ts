import type { z } from 'zod';
import { recordView } from '../operations-records/operations-record.ts';
import type { Subject } from './find-subject.ts';
import type { EscalationRow } from './queries.ts';
import type { Escalation } from './schema.ts';

export function escalationView(row: EscalationRow, now: Date): z.input<typeof Escalation> {
  return {
    id: row.id,
    subject: { type: row.subject_type as Subject['type'], id: row.subject_id },
    reasonCode: row.reason_code,
    ...recordView(row, now),
  };
}
