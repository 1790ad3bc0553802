import type { ActorName } from '../authorization/actors.ts';
import { allowed, isPlace } from './allowed.ts';
import type { Allowed } from './allowed-rule.ts';
import type { Canary } from './canaries.ts';
import type { Output } from './recording-client.ts';
import { TextFinder } from './text-finder.ts';

export class Search {
  readonly #finder = new TextFinder<Canary>();
  readonly #own: ReadonlyMap<ActorName, ReadonlySet<string>>;
  readonly #needed = new Set<string>();

  /** `own`: each actor's own user id and identifier. */
  constructor(canaries: readonly Canary[], own: ReadonlyMap<ActorName, ReadonlySet<string>>) {
    for (const canary of canaries) for (const spelling of canary.spellings) this.#finder.add(canary, spelling);
    this.#own = own;
  }

  outside(sightings: readonly Output[]): string[] {
    const hits = new Map<string, string>();
    for (const { place, as, text } of sightings)
      for (const { of: canary, form, at } of this.#finder.in(text)) {
        if (as && this.#own.get(as)?.has(canary.value)) continue;
        if (this.#isAllowed(canary.kind, place, as)) continue;
        const around = text.toString('latin1', Math.max(0, at - 60), at + 20);
        hits.set(
          `${canary.kind} (${canary.columns.slice(0, 3)}) as ${form} in ${place}${as ? `, seen by ${as}` : ''}`,
          around,
        );
      }
    return [...hits].map(([hit, around]) => `${hit}: …${around}…`).sort();
  }

  unusedRules(): string[] {
    return allowed.flatMap(({ kinds, places, why, isLate }, index) => {
      if (isLate) return [];
      const isNeeded = (part: string) => this.#needed.has(`${index} ${part}`);
      return [...kinds, ...places].filter((part) => !isNeeded(part)).map((part) => `${part}: ${why}`);
    });
  }

  #isAllowed(kind: Canary['kind'], place: string, as: ActorName | undefined): boolean {
    const matches = (one: Allowed) => one.kinds.includes(kind) && (!as || one.as?.includes(as));
    for (const [index, one] of allowed.entries()) {
      const where = matches(one) ? one.places.find((pattern) => isPlace(pattern, place)) : undefined;
      if (!where) continue;
      this.#needed.add(`${index} ${kind}`).add(`${index} ${where}`);
      return true;
    }
    return false;
  }
}
