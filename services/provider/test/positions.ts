import { publicationStates } from '@trust/contracts/events/provider';
import { type Position, positionAfter, transitions } from '../src/provider-record/transitions.ts';

export const nameOf = ({ state, publication }: Position) => `${state} ${publication}`;

/** Positions that can be reached from a draft. A draft is never published: it is not ready. */
export const positions: Position[] = [
  { state: 'draft', publication: 'unpublished' },
  ...(['active', 'suspended'] as const).flatMap((state) =>
    publicationStates.map((publication) => ({ state, publication })),
  ),
  { state: 'closed', publication: 'unpublished' },
  { state: 'closed', publication: 'withheld' },
];

export const pathsTo: Record<string, (typeof transitions)[number][]> = {
  'active unpublished': [],
  'active published': ['publish'],
  'active withheld': ['publish', 'withhold'],
  'suspended unpublished': ['suspend'],
  'suspended published': ['publish', 'suspend'],
  'suspended withheld': ['publish', 'withhold', 'suspend'],
  'closed unpublished': ['close'],
  'closed withheld': ['publish', 'withhold', 'close'],
};

export function nextPosition(transition: (typeof transitions)[number], from: Position): Position | undefined {
  if (from.state === 'draft' && transition === 'publish') return undefined;
  return positionAfter(transition, from);
}

export const moves = new Set([
  'draft unpublished > active unpublished',
  ...positions.flatMap((from) =>
    transitions.flatMap((transition) => {
      const to = nextPosition(transition, from);
      return to ? [`${nameOf(from)} > ${nameOf(to)}`] : [];
    }),
  ),
]);
