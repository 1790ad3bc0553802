import { AvailabilityState } from '@trust/contracts/events/provider';
import { CatalogKey, PublicProviderId } from '@trust/contracts/fields';
import { z } from 'zod';
import { CategoryKey } from '../../catalog/schema.ts';

function byState<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.discriminatedUnion('state', [
    z.strictObject({
      ...shape,
      state: z.literal('limited').meta({
        description: 'Whether the provider takes new work.',
        'x-values': { limited: { means: 'Takes new work from `nextAvailableAt` on.' } },
      }),
      nextAvailableAt: z.iso.datetime({ offset: true }).meta({
        description:
          'When the provider can take new work, in the future. Required with `limited`, not allowed otherwise.',
        examples: ['2027-01-11T08:00:00.000Z'],
      }),
    }),
    z.strictObject({
      ...shape,
      state: z.literal('available').meta({
        description: 'Whether the provider takes new work.',
        'x-values': { available: { means: 'Takes new work now.' } },
      }),
    }),
    z.strictObject({
      ...shape,
      state: z.literal('unavailable').meta({
        description: 'Whether the provider takes new work.',
        'x-values': { unavailable: { means: 'Takes no new work.' } },
      }),
    }),
    z.strictObject({
      ...shape,
      state: z.literal('paused').meta({
        description: 'Whether the provider takes new work.',
        'x-values': { paused: { means: 'Takes no new work for now, by choice.' } },
      }),
    }),
  ]);
}

export const AvailabilityUpdate = byState({}).meta({ id: 'AvailabilityUpdate' });
export type AvailabilityUpdate = z.output<typeof AvailabilityUpdate>;

export const ProviderAvailabilityUpdate = byState({ categoryKey: CategoryKey }).meta({
  id: 'ProviderAvailabilityUpdate',
});

export const Availability = z
  .object({
    categoryKey: CatalogKey,
    state: AvailabilityState.meta({
      description: 'Whether the provider takes new work. `limited` becomes `available` after `nextAvailableAt`.',
      examples: ['limited'],
    }),
    nextAvailableAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: 'When the provider can take new work; null unless `state` is `limited`.',
        examples: ['2027-01-11T08:00:00.000Z'],
      }),
  })
  .meta({ id: 'Availability' });

export const PublicAvailability = z
  .object({
    publicProviderId: PublicProviderId,
    items: z.array(Availability).describe('The items of this page, in order.'),
  })
  .meta({ id: 'PublicAvailability' });
