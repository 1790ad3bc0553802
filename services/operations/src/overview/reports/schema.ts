import { z } from 'zod';
import { Month } from './month.ts';

export const reportKinds = ['cases', 'service_levels', 'separation_of_duties'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const measureNames = [
  'cases_opened',
  'decisions',
  'corrections_requested',
  'appeals',
  'escalations_opened',
  'incidents_opened',
  'field_visits_accepted',
  'overrides_requested',
  'emergency_actions',
  'emergency_hours',
  'refused_requests',
] as const;

export type MeasureName = (typeof measureNames)[number];

export const MetricsQuery = z.strictObject({ month: Month });
export const ReportQuery = z.strictObject({ report: z.enum(reportKinds), month: Month });

const cell = z.number().int().nullable();

export const Metrics = z
  .object({ month: z.string(), measures: z.array(z.object({ name: z.enum(measureNames), count: cell })) })
  .meta({ id: 'Metrics' });

export const Report = z
  .object({
    report: z.enum(reportKinds),
    month: z.string(),
    columns: z.array(z.string()).meta({ examples: [['opened', 'decided']] }),
    rows: z.array(z.object({ key: z.string(), cells: z.array(cell).meta({ examples: [[12, null]] }) })),
    findings: z.array(z.object({ rule: z.string(), objectType: z.string(), objectId: z.string(), actorId: z.uuid() })),
  })
  .meta({ id: 'Report' });
