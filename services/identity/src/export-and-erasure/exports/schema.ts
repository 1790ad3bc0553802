import { ExportingService } from '@trust/contracts/events/any';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';

const State = valueList({
  collecting: { en: 'Being collected', fr: 'En préparation', means: 'Services are still adding their parts.' },
  ready: { en: 'Ready', fr: 'Prêt', means: 'The file can be downloaded.' },
});

export const DataExport = z
  .object({
    id: z.uuid().describe('Identifier of the export.'),
    state: State.describe('Whether services are still adding their parts, or the export is complete.'),
    requestedAt: z.iso.datetime().describe('When the export was requested.'),
    expiresAt: z.iso.datetime().meta({
      description: 'When the export is deleted, 7 days after it was requested.',
      examples: ['2026-11-03T10:30:00.000Z'],
    }),
    pending: z.array(ExportingService).describe('Services whose part is still missing.'),
    file: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .nullable()
      .meta({ examples: [{ identity: { roles: [] }, provider: { representations: [] } }] })
      .describe('All data of the person, by service; null until the export is ready.'),
  })
  .meta({ id: 'DataExport' });
