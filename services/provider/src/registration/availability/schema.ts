import { availabilityStates } from '@trust/contracts/events/provider';
import { z } from 'zod';
import { CategoryKey } from '../../catalog/schema.ts';

function byState<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.discriminatedUnion('state', [
    z.strictObject({ ...shape, state: z.literal('limited'), nextAvailableAt: z.iso.datetime({ offset: true }) }),
    z.strictObject({ ...shape, state: z.literal('available') }),
    z.strictObject({ ...shape, state: z.literal('unavailable') }),
    z.strictObject({ ...shape, state: z.literal('paused') }),
  ]);
}

export const AvailabilityUpdate = byState({}).meta({ id: 'AvailabilityUpdate' });
export type AvailabilityUpdate = z.output<typeof AvailabilityUpdate>;

export const ProviderAvailabilityUpdate = byState({ categoryKey: CategoryKey }).meta({
  id: 'ProviderAvailabilityUpdate',
});

export const Availability = z
  .object({ categoryKey: z.string(), state: z.enum(availabilityStates), nextAvailableAt: z.iso.datetime().nullable() })
  .meta({ id: 'Availability' });

export const PublicAvailability = z
  .object({ publicProviderId: z.string(), items: z.array(Availability) })
  .meta({ id: 'PublicAvailability' });
