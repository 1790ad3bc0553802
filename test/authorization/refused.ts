import { type ActorKind, type ActorName, actorNames, actors } from './actors.ts';
import type { Row } from './document.ts';

/** Each refusal of the row gets one actor of each kind, the first in `order`; testMatrix compares the others. */
export function refusedOfEachKind({ cells }: Row, order: readonly ActorName[] = actorNames): ActorName[] {
  const cellOf = (name: ActorName) => cells[actorNames.indexOf(name)] ?? '';
  const refused = order.filter((name) => /^40[1349]$/.test(cellOf(name)));
  const byKind = Map.groupBy(refused, (name) => `${cellOf(name)} ${kindOf(actors[name].is)}`);
  return [...byKind.values()].flatMap(([first]) => first ?? []);
}

/** Starts at another actor for each `index`, so that all rows together take every actor. */
export function actorsFrom(index: number): ActorName[] {
  const start = index % actorNames.length;
  return [...actorNames.slice(start), ...actorNames.slice(0, start)];
}

function kindOf(is: ActorKind): string {
  if (is.kind !== 'person') return is.kind;
  return is.assignments.length > 0 ? 'representative' : 'member';
}
