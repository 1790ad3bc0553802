import { seededRandom } from '@trust/service-testing/seeded-random';
import { type DatabaseService, type ServiceName, services } from '../../deploy/local/services.ts';
import type { Version } from './stack.ts';

export const directions = ['new', 'old'] as const;
export type Direction = (typeof directions)[number];
export type Pair = { service: ServiceName; direction: Direction };

/** First all `new`, each on released databases except its own; then `old`, when all are migrated. */
export function pairsOf(
  only: { services: readonly ServiceName[]; directions: readonly Direction[] },
  seed: number,
): Pair[] {
  const random = seededRandom(seed);
  return directions
    .filter((direction) => only.directions.includes(direction))
    .flatMap((direction) =>
      services
        .filter((service) => only.services.includes(service))
        .map((service) => ({ service, direction, order: random() }))
        .sort((one, other) => one.order - other.order)
        .map((pair): Pair => ({ service: pair.service, direction: pair.direction })),
    );
}

export function versionIn({ service, direction }: Pair, member: ServiceName): Version {
  return (member === service) === (direction === 'new') ? 'checkout' : 'released';
}

/** A rollback keeps the migrated database. */
export function schemaIn(pair: Pair, member: DatabaseService): Version {
  return pair.direction === 'old' ? 'checkout' : versionIn(pair, member);
}

export function titleOf({ service, direction }: Pair): string {
  return direction === 'new'
    ? `${service} of the checkout beside the released services`
    : `released ${service} beside the checkout`;
}
