import { exportingServices } from '@trust/contracts/events/any';
import { z } from 'zod';

export const DataExport = z
  .object({
    id: z.uuid(),
    state: z.enum(['collecting', 'ready']),
    requestedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    pending: z.array(z.enum(exportingServices)),
    file: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .nullable()
      .meta({ examples: [{ identity: { roles: [] }, provider: { representations: [] } }] }),
  })
  .meta({ id: 'DataExport' });
