import { AuditedService } from '@trust/contracts/events/any';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';

const ExportState = valueList('dataExportState', {
  collecting: {
    en: 'In preparation',
    fr: 'En préparation',
    means: { en: 'Services are still adding their parts.', fr: 'Les services ajoutent encore leurs parties.' },
  },
  ready: { en: 'Ready', fr: 'Prêt', means: 'All parts are there: `file` contains the data.' },
});

export const DataExport = z
  .object({
    id: z.uuid().describe('Identifier of the export.'),
    state: ExportState.describe('Whether services are still adding their parts, or the export is complete.'),
    requestedAt: z.iso.datetime().describe('When the export was requested.'),
    expiresAt: z.iso.datetime().meta({
      description: 'When the export is deleted, 7 days after it was requested.',
      examples: ['2026-11-10T09:30:00.000Z'],
    }),
    pending: z.array(AuditedService).describe('Services whose part is still missing; empty once the export is ready.'),
    file: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .nullable()
      .meta({
        description: 'All data of the person, by service; null until the export is ready.',
        examples: [{ identity: { roles: [] }, provider: { representations: [] } }],
      }),
  })
  .meta({ id: 'DataExport' });
