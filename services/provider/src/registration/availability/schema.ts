import { AvailabilityState } from '@trust/contracts/events/provider';
import { CatalogKey, PublicProviderId } from '@trust/contracts/fields';
import { Page } from '@trust/contracts/page';
import { someOf } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { CategoryKey } from '../../catalog/schema.ts';

/** One state, with its own rule for `nextAvailableAt`. */
function only<State extends z.output<typeof AvailabilityState>>(state: State) {
  return someOf(AvailabilityState, [state]).describe('Whether the provider takes new work.');
}

function byState<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.discriminatedUnion('state', [
    z.strictObject({
      ...shape,
      state: only('limited'),
      nextAvailableAt: z.iso.datetime({ offset: true }).meta({
        description:
          'When the provider can take new work, in the future. Required with `limited`, not allowed otherwise.',
        examples: ['2027-01-11T08:00:00.000Z'],
      }),
    }),
    z.strictObject({ ...shape, state: only('available') }),
    z.strictObject({ ...shape, state: only('unavailable') }),
    z.strictObject({ ...shape, state: only('paused') }),
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
      description:
        'Whether the provider takes new work in the category. `limited` becomes `available` after `nextAvailableAt`.',
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

export const PublicAvailability = Page(Availability)
  .extend({ publicProviderId: PublicProviderId })
  .meta({ id: 'PublicAvailability' });
