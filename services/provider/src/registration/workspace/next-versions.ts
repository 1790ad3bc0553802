import { isDeepStrictEqual } from 'node:util';
import type { Requirement } from '@trust/contracts/events/catalog';
import type { z } from 'zod';
import type { OfferedService } from './read-workspace.ts';
import type { NextRequirementVersion } from './readiness-schema.ts';

export function nextVersionsOf(services: readonly OfferedService[]): z.input<typeof NextRequirementVersion>[] {
  const keyAndLabel = ({ key, label }: Requirement) => ({ key, label });
  return services.flatMap(({ categoryKey, requirements: bound, newer }) =>
    newer.map(({ number, takesEffectOn, activatedAt, requirements }) => ({
      categoryKey,
      number,
      takesEffectOn,
      inForce: activatedAt !== null,
      asks: requirements.map((requirement) => ({ ...keyAndLabel(requirement), change: changeOf(requirement, bound) })),
      noLongerAsks: bound.filter(({ key }) => !requirements.some((one) => one.key === key)).map(keyAndLabel),
    })),
  );
}

function changeOf(requirement: Requirement, bound: readonly Requirement[]): 'added' | 'changed' | 'unchanged' {
  const before = bound.find(({ key }) => key === requirement.key);
  if (!before) return 'added';
  return isDeepStrictEqual(before, requirement) ? 'unchanged' : 'changed';
}
