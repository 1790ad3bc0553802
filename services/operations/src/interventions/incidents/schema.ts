import { Reason, singleLine } from '@trust/contracts/free-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import { recordFields } from '../operations-records/operations-record.ts';
import { recordStates } from '../operations-records/states.ts';
import { severities } from './incident-due.ts';
import { openers } from './opener.ts';

export const IncidentCreate = z
  .strictObject({
    severity: z.enum(severities),
    title: singleLine(5, 120),
    providerId: z.uuid().optional(),
    holdsPublication: z.boolean().optional(),
    reason: Reason,
  })
  .meta({ id: 'IncidentCreate' });

export const IncidentStart = z.strictObject({ reason: Reason }).meta({ id: 'IncidentStart' });
export const IncidentResolve = z.strictObject({ reason: Reason }).meta({ id: 'IncidentResolve' });

export const IncidentParams = z.object({ incidentId: z.uuid() });

export const IncidentQuery = PageQuery.extend({
  state: z.enum(recordStates).optional(),
  severity: z.enum(severities).optional(),
  providerId: z.uuid().optional(),
});

export const Incident = z
  .object({
    id: z.uuid(),
    severity: z.enum(severities),
    title: z.string(),
    providerId: z.uuid().nullable(),
    holdsPublication: z.boolean(),
    openedBy: z.enum(openers),
    ...recordFields,
  })
  .meta({ id: 'Incident' });

export const IncidentPage = Page(Incident).meta({ id: 'IncidentPage' });
