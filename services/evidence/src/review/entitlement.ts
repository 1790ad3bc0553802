import { hasWork } from '@trust/contracts/cases/work-states';
import type { CaseDuty, CaseState } from '../db/schema.ts';

type Grantee = { duty: CaseDuty; assigneeId: string };
type CaseFacts<Holder extends Grantee = Grantee> = { state: CaseState; duties: readonly Holder[] };

export function entitlingDuty<Holder extends Grantee>(facts: CaseFacts<Holder>, userId: string): Holder | undefined {
  return facts.duties.find((one) => one.assigneeId === userId && isEntitled(facts, one));
}

export function isEntitled({ state, duties }: CaseFacts, { duty, assigneeId }: Grantee): boolean {
  const isAssigned = duties.some((one) => one.duty === duty && one.assigneeId === assigneeId);
  return isAssigned && hasWork(duty, state);
}
