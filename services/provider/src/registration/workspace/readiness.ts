import { canRenew } from '@trust/contracts/claims/renewal-period';
import { type CaseState as CaseStates, endedCaseStates } from '@trust/contracts/events/verification';
import type { PolicyKey } from '@trust/contracts/policies';
import type { z } from 'zod';
import type { ClaimAbout } from '../../db/schema.ts';
import { freshnessAt } from '../../listing/freshness.ts';
import type { MissingPart } from '../../provider-record/completeness.ts';
import type { Position } from '../../provider-record/transitions.ts';
import { beginAgainTasks } from './begin-again.ts';
import type { WorkspaceReadiness, WorkspaceTask } from './readiness-schema.ts';
import { TaskCode } from './readiness-values.ts';
import type { dueLists } from './requirements-due.ts';

type Task = z.input<typeof WorkspaceTask>;
type CountsAndTasks = Omit<z.input<typeof WorkspaceReadiness>, 'nextVersions' | (typeof dueLists)[number]>;

export type ReadinessFacts = {
  position: Position;
  missing: readonly MissingPart[];
  name: { isPublic: boolean; isRefused: boolean };
  /** What offered services have claims about, and the provider has not named. */
  missingSubjects: readonly ClaimAbout[];
  /** Of whoever reads, to be the person responsible. */
  naming: { expiresAt: Date } | null;
  services: readonly {
    categoryKey: string;
    isHidden: boolean;
    hasAvailability: boolean;
    isOutdated: boolean;
    hasUnconfirmed: boolean;
    /** For a document that was refused, here or in another category. */
    waitsUntil?: Date | null;
  }[];
  /** In the order of their opening. */
  cases: readonly {
    caseId: string;
    categoryKey: string;
    state: CaseState;
    awaitedKeys?: string[] | null;
    dueAt: Date | null;
    nextCaseAt?: Date | null;
  }[];
  claims: readonly { categoryKey: string; validUntil: Date }[];
  gate: 'open' | 'closed';
  missingConsents: readonly PolicyKey[];
};

type CaseState = z.output<typeof CaseStates>;
const ended: readonly CaseState[] = endedCaseStates;

export function isOpen({ state }: { state: CaseState }): boolean {
  return !ended.includes(state);
}

const subjectTask = { business: 'declare_registered_name', person: 'name_responsible_person' } as const;
const missingTask = { profile: 'complete_profile', service: 'select_service', location: 'set_location' } as const;

export function readinessOf(facts: ReadinessFacts, at: Date): CountsAndTasks {
  const { cases, claims, services } = facts;
  const open = cases.filter(isOpen);
  const awaiting = open.filter(({ state }) => state === 'awaiting_evidence' || state === 'awaiting_correction');
  const current = claims.filter(({ validUntil }) => freshnessAt(validUntil, at) !== 'expired');
  const expiring = current.filter(({ validUntil }) => freshnessAt(validUntil, at) === 'due');
  const isBeingRenewed = (categoryKey: string) => open.some((openCase) => openCase.categoryKey === categoryKey);
  const expired = claims.filter(
    (claim) => !current.includes(claim) && !isBeingRenewed(claim.categoryKey) && canRenew(claim.validUntil, at),
  );
  const isShown = ({ categoryKey }: { categoryKey: string }) =>
    !services.some((one) => one.categoryKey === categoryKey && one.isHidden);
  return {
    activeServices: services.length,
    openCases: open.length,
    casesAwaitingYou: awaiting.length,
    currentClaims: current.length,
    claimsExpiringSoon: expiring.length,
    tasks: inOrder([
      ...tasksOf(facts, awaiting, [...expired, ...expiring], current.some(isShown)),
      ...beginAgainTasks({ services, claims, cases: cases.map((one) => ({ ...one, isOpen: isOpen(one) })) }, at),
    ]),
  };
}

function tasksOf(
  { missing, missingConsents, missingSubjects, naming, name, services, position, gate }: ReadinessFacts,
  awaiting: ReadinessFacts['cases'],
  toRenew: ReadinessFacts['claims'],
  canBeSeen: boolean,
): Task[] {
  const canPublish = position.state === 'active' && position.publication === 'unpublished' && name.isPublic;
  return [
    ...missingConsents.map((policyKey): Task => ({ code: 'give_consent', policyKey })),
    ...missing.map((part): Task => ({ code: missingTask[part] })),
    ...missingSubjects.flatMap((about): Task[] => (about === 'premises' ? [] : [{ code: subjectTask[about] }])),
    ...(naming ? [{ code: 'accept_responsibility', dueAt: naming.expiresAt.toISOString() } as const] : []),
    ...(name.isRefused ? [{ code: 'change_name' } as const] : []),
    ...awaiting.map(({ caseId, state, categoryKey, awaitedKeys, dueAt }): Task => {
      const code = state === 'awaiting_correction' ? 'correct_evidence' : 'submit_evidence';
      const requirementKeys = awaitedKeys?.length ? { requirementKeys: awaitedKeys } : {};
      return { code, categoryKey, caseId, ...requirementKeys, ...(dueAt && { dueAt: dueAt.toISOString() }) };
    }),
    ...toRenew.map(
      ({ categoryKey, validUntil }): Task => ({ code: 'renew_claim', categoryKey, dueAt: validUntil.toISOString() }),
    ),
    ...services
      .filter(({ isOutdated }) => isOutdated)
      .map(({ categoryKey }): Task => ({ code: 'update_service', categoryKey })),
    ...(canPublish && canBeSeen && gate === 'open' && missing.length === 0 ? [{ code: 'publish' } as const] : []),
    ...services
      .filter(({ hasAvailability }) => !hasAvailability)
      .map(({ categoryKey }): Task => ({ code: 'set_availability', categoryKey })),
  ];
}

function inOrder(tasks: Task[]): Task[] {
  const sortKey = ({ code, dueAt, categoryKey }: Task) =>
    `${String(TaskCode.options.indexOf(code)).padStart(2, '0')} ${dueAt ?? '9'} ${categoryKey ?? ''}`;
  return tasks.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}
