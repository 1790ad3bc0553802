import type { z } from 'zod';
import { recordView } from '../operations-records/operations-record.ts';
import { openerOf } from './opener.ts';
import type { IncidentRow } from './queries.ts';
import type { Incident } from './schema.ts';

export function incidentView(row: IncidentRow, now: Date): z.input<typeof Incident> {
  return {
    id: row.id,
    severity: row.severity,
    title: row.title,
    providerId: row.provider_id,
    holdsPublication: row.holds_publication,
    openedBy: openerOf(row),
    ...recordView(row, now),
  };
}
