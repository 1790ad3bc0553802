import type { caseStates } from '@trust/contracts/events/verification';
import type { z } from 'zod';
import type { MissingPart } from '../providers/completeness.ts';
import type { Position } from '../providers/transitions.ts';
import { freshnessAt } from '../public/freshness.ts';
import type { taskCodes, WorkspaceReadiness, WorkspaceTask } from './schema.ts';

type Task = z.input<typeof WorkspaceTask>;

export type ReadinessFacts = {
  position: Position;
  missing: readonly MissingPart[];
  /** Offered categories, and which of them have an availability. */
  services: readonly { categoryKey: string; hasAvailability: boolean }[];
  cases: readonly { categoryKey: string; state: (typeof caseStates)[number]; dueAt: Date | null }[];
  /** Active claims in offered categories, expired ones included. */
  claims: readonly { categoryKey: string; validUntil: Date }[];
  gate: 'open' | 'closed';
};

const ended: readonly string[] = ['decided', 'closed', 'withdrawn', 'expired'];
const missingTask = { profile: 'complete_profile', service: 'select_service', location: 'set_location' } as const;

// In the order of `taskCodes`: what everything else waits for, then what has a date, then what is left to choose.
const priority: Record<(typeof taskCodes)[number], number> = {
  complete_profile: 0,
  select_service: 1,
  set_location: 2,
  correct_evidence: 3,
  submit_evidence: 4,
  renew_claim: 5,
  publish: 6,
  set_availability: 7,
};

/** Counts, and what the representative should do next, the most pressing first. */
export function readinessOf(facts: ReadinessFacts, at: Date): z.input<typeof WorkspaceReadiness> {
  const { cases, claims, services } = facts;
  const open = cases.filter(({ state }) => !ended.includes(state));
  const awaiting = open.filter(({ state }) => state === 'awaiting_evidence' || state === 'awaiting_correction');
  const current = claims.filter(({ validUntil }) => freshnessAt(validUntil, at) !== 'expired');
  const expiring = current.filter(({ validUntil }) => freshnessAt(validUntil, at) === 'due');
  return {
    activeServices: services.length,
    openCases: open.length,
    casesAwaitingYou: awaiting.length,
    currentClaims: current.length,
    claimsExpiringSoon: expiring.length,
    tasks: tasksOf(facts, awaiting, expiring, current.length > 0),
  };
}

function tasksOf(
  { missing, services, position, gate }: ReadinessFacts,
  awaiting: ReadinessFacts['cases'],
  expiring: ReadinessFacts['claims'],
  isVerified: boolean,
): Task[] {
  const canPublish = position.state === 'active' && position.publication === 'unpublished';
  const tasks: Task[] = [
    ...missing.map((part): Task => ({ code: missingTask[part] })),
    ...awaiting.map(({ state, categoryKey, dueAt }): Task => {
      const code = state === 'awaiting_correction' ? 'correct_evidence' : 'submit_evidence';
      return { code, categoryKey, ...(dueAt && { dueAt: dueAt.toISOString() }) };
    }),
    ...expiring.map(
      ({ categoryKey, validUntil }): Task => ({ code: 'renew_claim', categoryKey, dueAt: validUntil.toISOString() }),
    ),
    ...(canPublish && isVerified && gate === 'open' && missing.length === 0 ? [{ code: 'publish' } as const] : []),
    ...services
      .filter(({ hasAvailability }) => !hasAvailability)
      .map(({ categoryKey }): Task => ({ code: 'set_availability', categoryKey })),
  ];
  const sortKey = ({ code, dueAt, categoryKey }: Task) => `${priority[code]} ${dueAt ?? '9'} ${categoryKey ?? ''}`;
  return tasks.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}
