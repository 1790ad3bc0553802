import { z } from 'zod';
import { aggregate, event } from '../event.ts';

export const publicationGateChanged = event(
  'operations.publication-gate.changed.v1',
  'An approved override opened or closed the publication gate of the platform.',
  { state: z.enum(['open', 'closed']), overrideId: z.uuid(), occurredAt: z.iso.datetime() },
  aggregate('publication-gate', () => 'publication-gate'),
);

export const publicationHoldChanged = event(
  'operations.publication-hold.changed.v1',
  'An incident holds the publication of a provider, or no longer does.',
  { holdId: z.uuid(), providerId: z.uuid(), state: z.enum(['held', 'released']), occurredAt: z.iso.datetime() },
  aggregate('publication-hold', ({ holdId }) => holdId),
);
