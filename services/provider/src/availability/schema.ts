import { availabilityStates } from '@trust/contracts/events/provider';
import { z } from 'zod';

// nextAvailableAt belongs to `limited` alone, so the shape says so. That it lies ahead needs a clock: the handler's.
export const AvailabilityUpdate = z
  .discriminatedUnion('state', [
    z.strictObject({ state: z.literal('limited'), nextAvailableAt: z.iso.datetime({ offset: true }) }),
    z.strictObject({ state: z.literal('available') }),
    z.strictObject({ state: z.literal('unavailable') }),
    z.strictObject({ state: z.literal('paused') }),
  ])
  .meta({ id: 'AvailabilityUpdate' });

export const Availability = z
  .object({ categoryKey: z.string(), state: z.enum(availabilityStates), nextAvailableAt: z.iso.datetime().nullable() })
  .meta({ id: 'Availability' });
