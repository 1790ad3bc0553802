import { exportingServices } from '@trust/contracts/events/any';
import { z } from 'zod';

export const DataExport = z
  .object({
    id: z.uuid(),
    state: z.enum(['collecting', 'ready']),
    requestedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    /** Whose parts are not here yet. */
    pending: z.array(z.enum(exportingServices)),
    /** All that is kept of the person, by the service that keeps it; null as long as something is pending. */
    file: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .nullable()
      .meta({ examples: [{ identity: { roles: [] }, provider: { representations: [] } }] }),
  })
  .meta({ id: 'DataExport' });
