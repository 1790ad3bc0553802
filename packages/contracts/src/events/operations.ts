import { z } from 'zod';
import { aggregate, event } from '../event.ts';

export const publicationGateChanged = event(
  'operations.publication-gate.changed.v1',
  'The platform-wide publication gate was opened or closed by an approved override.',
  { state: z.enum(['open', 'closed']), overrideId: z.uuid(), occurredAt: z.iso.datetime() },
  aggregate('publication-gate', () => 'publication-gate'),
);
