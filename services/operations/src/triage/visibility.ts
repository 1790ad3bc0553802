import type { Actor } from '@trust/contracts/actor';

/** `review` and `decide`: own and unassigned work of that kind. */
export type Visibility = {
  everything: boolean;
  review: boolean;
  decide: boolean;
  userId: string;
  ownProviders: string[];
};

/** Contract §8: assigners see all, reviewers own and unassigned work, deciders others' reviews. */
export function visibilityOf({ permissions, userId, assignments }: Actor): Visibility {
  return {
    everything: permissions.includes('verification.cases.assign'),
    review: permissions.includes('verification.cases.review'),
    decide: permissions.includes('verification.cases.decide'),
    userId,
    // Operators never work on a provider that they represent.
    ownProviders: assignments.map(({ providerId }) => providerId),
  };
}
