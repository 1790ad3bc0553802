import type { Requirement } from '@trust/contracts/events/provider';
import { missingUploadConsents } from '@trust/contracts/policies';
import type { Text } from '@trust/contracts/text';
import type { z } from 'zod';
import { type MissingPart, missingParts } from '../providers/completeness.ts';
import type { CaseRow, OfferedService, WorkspaceRow } from './read-workspace.ts';
import { isOpen, type ReadinessFacts } from './readiness.ts';
import { dueLists, dueStatusOf, type RequirementFacts } from './requirements-due.ts';
import type { RequirementDue } from './schema.ts';

type Due = z.input<typeof RequirementDue>;
type Lists = Record<(typeof dueLists)[number], Due[]>;

const partLabels: Record<MissingPart, Text> = {
  profile: { en: 'A summary of what you do', fr: 'Un résumé de votre activité' },
  service: { en: 'At least one service', fr: 'Au moins un service' },
  location: { en: 'Public premises or a service area', fr: 'Un local ouvert au public ou une zone d’intervention' },
};

export function locationOf({ private_base, public_premises, service_area }: WorkspaceRow) {
  return {
    privateBaseConfigured: private_base,
    publicPremisesConfigured: public_premises,
    serviceAreaConfigured: service_area,
  };
}

/** What the provider as a whole is still without, then every requirement of every service; the nearest deadline first. */
export function dueRequirements(row: WorkspaceRow, at: Date): Lists {
  const lists: Lists = { currentlyDue: [], eventuallyDue: [], pastDue: [], pendingVerification: [] };
  for (const part of missingOf(row)) {
    const requirement = { key: part, label: partLabels[part] };
    lists.currentlyDue.push({ code: `${part}_missing`, categoryKey: null, requirement, dueAt: null });
  }
  const cases = casesAt(row, at);
  for (const service of row.services) {
    const relevantCase = findRelevantCase(cases, service);
    for (const asked of service.requirements) {
      const { key, label } = asked;
      const { list, code, dueAt } = dueStatusOf(factsOf(row, service, relevantCase, asked), at);
      const requirement = { key, label };
      lists[list].push({ code, categoryKey: service.categoryKey, requirement, dueAt: dueAt?.toISOString() ?? null });
    }
  }
  for (const list of dueLists) lists[list].sort((a, b) => compareText(a.dueAt ?? '9', b.dueAt ?? '9'));
  return lists;
}

/** The cases as they are at a moment: a correction window that has passed ends a case, whether or not that was announced. */
function casesAt({ cases }: WorkspaceRow, at: Date): CaseRow[] {
  return cases.map((one) => {
    const isLapsed = one.state === 'awaiting_correction' && one.dueAt !== null && new Date(one.dueAt) <= at;
    return isLapsed ? { ...one, state: 'expired' } : one;
  });
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The open case about the version that a service is bound to, else the last; one that does not say its version is taken for it. */
function findRelevantCase(cases: readonly CaseRow[], { categoryKey, versionId }: OfferedService): CaseRow | undefined {
  const relevantCase = cases.filter(
    (one) => one.categoryKey === categoryKey && (one.versionId ?? versionId) === versionId,
  );
  return relevantCase.findLast(isOpen) ?? relevantCase.at(-1);
}

const day = 86_400_000;

function factsOf(
  { evidence, claims }: WorkspaceRow,
  { categoryKey }: OfferedService,
  relevantCase: CaseRow | undefined,
  { key, claim: { validityDays } }: Requirement,
): RequirementFacts {
  const inCase = evidence.filter(({ caseId }) => caseId === relevantCase?.caseId);
  const own = inCase.findLast(({ requirementKey }) => requirementKey === key);
  const confirmedAt = own && new Date(own.at);
  const claim = claims.findLast((one) => one.categoryKey === categoryKey && one.requirementKey === key);
  const isLost = ({ requirementKey, state }: (typeof inCase)[number], index: number) =>
    (state === 'rejected' || state === 'withdrawn') &&
    inCase.findLastIndex((one) => one.requirementKey === requirementKey) === index;
  return {
    case: relevantCase && {
      state: relevantCase.state,
      dueAt: relevantCase.dueAt === null ? null : new Date(relevantCase.dueAt),
      changedAt: new Date(relevantCase.changedAt),
    },
    evidence: own && confirmedAt && { state: own.state as 'pending_scan', at: confirmedAt },
    documentUntil: confirmedAt && new Date(confirmedAt.getTime() + validityDays * day),
    hasFailedEvidence: inCase.some(isLost),
    validUntil: claim && new Date(claim.validUntil),
  };
}

export function missingOf(row: WorkspaceRow): MissingPart[] {
  return missingParts(row, { activeServices: row.services.length, location: locationOf(row) });
}

/** What the counts and tasks are made of. Of claims only those in a category that is offered. */
export function readinessFacts(row: WorkspaceRow, at: Date): ReadinessFacts {
  const offered = new Set(row.services.map(({ categoryKey }) => categoryKey));
  return {
    position: row,
    missing: missingOf(row),
    services: row.services.map(({ categoryKey, availability, newer }) => ({
      categoryKey,
      hasAvailability: availability !== null,
      isOutdated: newer.some(({ activatedAt }) => activatedAt !== null),
    })),
    cases: casesAt(row, at).map(({ caseId, categoryKey, state, dueAt }) => {
      return { caseId, categoryKey, state, dueAt: dueAt === null ? null : new Date(dueAt) };
    }),
    claims: row.claims
      .filter(({ categoryKey }) => offered.has(categoryKey))
      .map(({ categoryKey, validUntil }) => ({ categoryKey, validUntil: new Date(validUntil) })),
    gate: row.gate,
    missingConsents: missingUploadConsents(row.consents),
  };
}
