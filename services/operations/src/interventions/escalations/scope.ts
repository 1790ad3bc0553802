import type { Actor } from '@trust/contracts/actor';
import { ownProviders } from '../../own-providers.ts';
import type { FoundSubject } from './find-subject.ts';

/** An actor without `everything` sees own escalations, and open ones that a reviewer may answer. */
export type Scope = { everything: boolean; userId: string; ownProviders: string[] };

export function scopeOf(actor: Actor): Scope {
  const { permissions, userId } = actor;
  return {
    everything: permissions.includes('verification.cases.assign'),
    userId,
    ownProviders: ownProviders(actor),
  };
}

/** Reviewers see cases that they or nobody reviews (docs/domain/overrides-and-emergency-actions.md 41). */
export function canEscalate({ everything, userId }: Scope, { caseId, reviewerId }: FoundSubject): boolean {
  return everything || (caseId !== null && (reviewerId === null || reviewerId === userId));
}
