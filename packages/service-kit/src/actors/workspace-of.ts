import { type Actor, type Assignment, needsWorkspaceChoice } from '@trust/contracts/actor';
import { Problem } from '../problems/problem.ts';

/**
 * The assignment that a request of the workspace is about (docs/domain/sign-in-and-sessions.md 43). Throws `no-active-workspace`, or
 * `ambiguous-assignment` if the session has to choose.
 */
export function workspaceOf(actor: Actor, assignments: readonly Assignment[]): Assignment {
  const chosen = assignments.find(({ providerId }) => providerId === actor.workspaceProviderId);
  if (chosen) return chosen;
  const [first, second] = assignments;
  if (!first) throw new Problem('no-active-workspace');
  if (second || needsWorkspaceChoice(actor, assignments)) throw new Problem('ambiguous-assignment');
  return first;
}
