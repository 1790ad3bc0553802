import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import type { Problem } from '@trust/service-kit/problems/problem';

/** What a command says for each constraint that refuses it. Its rule throws the same before the write. */
export type Refusals = Record<string, () => Problem>;

export function problemIn(refusals: Refusals) {
  return (error: unknown): never => {
    const constraint = brokenConstraint(error);
    throw (constraint && Object.hasOwn(refusals, constraint) && refusals[constraint]?.()) || error;
  };
}
