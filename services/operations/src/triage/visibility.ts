import type { Actor } from '@trust/contracts/actor';

/** Whose work an operator sees. `review` and `decide` show own and free work of that kind only. */
export type Visibility = {
  everything: boolean;
  review: boolean;
  decide: boolean;
  userId: string;
  ownProviders: string[];
};

/** Who assigns sees the whole queue; a reviewer own and unassigned reviews; a decider what they did not review (contract §8). */
export function visibilityOf({ permissions, userId, assignments }: Actor): Visibility {
  return {
    everything: permissions.includes('verification.cases.assign'),
    review: permissions.includes('verification.cases.review'),
    decide: permissions.includes('verification.cases.decide'),
    userId,
    // Nobody works on a provider that they represent.
    ownProviders: assignments.map(({ providerId }) => providerId),
  };
}
