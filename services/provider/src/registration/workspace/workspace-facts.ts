import type { Requirement } from '@trust/contracts/events/catalog';
import { missingUploadConsents, type PolicyKey } from '@trust/contracts/policies';
import type { Text } from '@trust/contracts/values/text';
import type { z } from 'zod';
import type { ClaimAbout } from '../../db/schema.ts';
import { type MissingPart, missingParts } from '../../provider-record/completeness.ts';
import { addressStateOf, wordsStateOf } from '../display-names/name-state.ts';
import { waitUntil } from './begin-again.ts';
import type { CaseRow, OfferedService, WorkspaceRow } from './read-workspace.ts';
import { isOpen, type ReadinessFacts } from './readiness.ts';
import type { RequirementDue } from './readiness-schema.ts';
import { dueLists, dueStatusOf, type RequirementFacts } from './requirements-due.ts';

type Due = z.input<typeof RequirementDue>;
type Lists = Record<(typeof dueLists)[number], Due[]>;

const partLabels: Record<MissingPart, Text> = {
  profile: { en: 'A summary of what you do', fr: 'Un résumé de votre activité' },
  service: { en: 'At least one service', fr: 'Au moins un service' },
  location: { en: 'Public premises or a service area', fr: 'Un local ouvert au public ou une zone d’intervention' },
};

export function locationOf(row: WorkspaceRow) {
  const { private_base, public_premises, service_area, is_address_accepted } = row;
  return {
    privateBaseConfigured: private_base,
    publicPremisesConfigured: public_premises,
    serviceAreaConfigured: service_area,
    publicAddressStatus: addressStateOf(row, is_address_accepted),
  };
}

/** Each requirement is in exactly one list (docs/domain/provider-record.md 27); nearest deadline first. */
export function dueRequirements(row: WorkspaceRow, at: Date): Lists {
  const lists: Lists = { currentlyDue: [], eventuallyDue: [], pastDue: [], pendingVerification: [] };
  for (const part of missingOf(row)) {
    const requirement = { key: part, label: partLabels[part] };
    lists.currentlyDue.push({ code: `${part}_missing`, categoryKey: null, requirement, dueAt: null });
  }
  const cases = casesAt(row, at);
  for (const service of row.services) {
    const relevantCase = findRelevantCase(cases, service);
    for (const serviceRequirement of service.requirements) {
      const { key, label } = serviceRequirement;
      const { list, code, dueAt } = dueStatusOf(factsOf(row, service, relevantCase, serviceRequirement), at);
      const requirement = { key, label };
      lists[list].push({ code, categoryKey: service.categoryKey, requirement, dueAt: dueAt?.toISOString() ?? null });
    }
  }
  for (const list of dueLists) lists[list].sort((a, b) => compareText(a.dueAt ?? '9', b.dueAt ?? '9'));
  return lists;
}

/** Computes expiry: its event may not exist yet (promise M4). */
function casesAt({ cases }: WorkspaceRow, at: Date): CaseRow[] {
  return cases.map((one) => {
    const isExpired = one.state === 'awaiting_correction' && one.dueAt !== null && new Date(one.dueAt) <= at;
    return isExpired ? { ...one, state: 'expired' } : one;
  });
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The open case of the bound version, else the last. Cases without a version match any. */
function findRelevantCase(cases: readonly CaseRow[], { categoryKey, versionId }: OfferedService): CaseRow | undefined {
  const candidates = cases.filter(
    (one) => one.categoryKey === categoryKey && (one.versionId ?? versionId) === versionId,
  );
  return candidates.findLast(isOpen) ?? candidates.at(-1);
}

const dayMs = 86_400_000;

function factsOf(
  { evidence, claims }: WorkspaceRow,
  { categoryKey }: OfferedService,
  relevantCase: CaseRow | undefined,
  { key, claim: { validityDays } }: Requirement,
): RequirementFacts {
  const inCase = evidence.filter(({ caseId }) => caseId === relevantCase?.caseId);
  const latest = inCase.findLast(({ requirementKey }) => requirementKey === key);
  const confirmedAt = latest && new Date(latest.at);
  const claim = claims.findLast((one) => one.categoryKey === categoryKey && one.requirementKey === key);
  const isFailed = ({ requirementKey, state }: (typeof inCase)[number], index: number) =>
    (state === 'rejected' || state === 'withdrawn') &&
    inCase.findLastIndex((one) => one.requirementKey === requirementKey) === index;
  return {
    case: relevantCase && {
      state: relevantCase.state,
      dueAt: relevantCase.dueAt === null ? null : new Date(relevantCase.dueAt),
      changedAt: new Date(relevantCase.changedAt),
    },
    evidence: latest && confirmedAt && { state: latest.state as 'pending_scan', at: confirmedAt },
    documentUntil: confirmedAt && new Date(confirmedAt.getTime() + validityDays * dayMs),
    hasFailedEvidence: inCase.some(isFailed),
    isAwaited: relevantCase?.awaitedKeys?.includes(key),
    validUntil: claim && new Date(claim.validUntil),
  };
}

export function missingOf(row: WorkspaceRow): MissingPart[] {
  return missingParts(row, { activeServices: row.services.length, location: locationOf(row) });
}

export function readinessFacts(row: WorkspaceRow, at: Date): ReadinessFacts {
  const selected = new Set(row.services.map(({ categoryKey }) => categoryKey));
  return {
    position: row,
    missing: missingOf(row),
    name: { isPublic: row.public_name !== null, isRefused: wordsStateOf(row, row.is_address_accepted) === 'refused' },
    services: row.services.map(({ categoryKey, availability, newer, requirements, missing }) => ({
      categoryKey,
      isHidden: missing.length > 0,
      waitsUntil: waitUntil(row.waits, requirements),
      hasAvailability: availability !== null,
      isOutdated: newer.some(({ activatedAt }) => activatedAt !== null),
      hasUnconfirmed: requirements.some(({ key }) => !hasCurrentClaim(row, categoryKey, key, at)),
    })),
    cases: casesAt(row, at).map(({ caseId, categoryKey, state, awaitedKeys, dueAt, nextCaseAt }) => {
      return { caseId, categoryKey, state, awaitedKeys, dueAt: dateOf(dueAt), nextCaseAt: dateOf(nextCaseAt) };
    }),
    claims: row.claims
      .filter(({ categoryKey }) => selected.has(categoryKey))
      .map(({ categoryKey, validUntil }) => ({ categoryKey, validUntil: new Date(validUntil) })),
    gate: row.gate,
    missingSubjects: missingSubjectsOf(row),
    naming: row.naming?.isOwn ? { expiresAt: new Date(row.naming.expiresAt) } : null,
    missingConsents: [...missingUploadConsents(row.consents), ...missingNameConsent(row)],
  };
}

function missingSubjectsOf({ services, subjects, naming }: WorkspaceRow): ClaimAbout[] {
  const asked = new Set(
    services.flatMap(({ requirements }) => requirements.map(({ claim }) => claim.about ?? 'business')),
  );
  const isNamed = (about: ClaimAbout) => subjects.some((one) => one.about === about) || (about === 'person' && naming);
  return [...asked].filter((about) => !isNamed(about)).sort();
}

/** Only the person responsible can agree. */
function missingNameConsent({ subjects }: WorkspaceRow): PolicyKey[] {
  return subjects.some(({ about, isOwn, isAgreed }) => about === 'person' && isOwn && !isAgreed) ? ['public-name'] : [];
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function hasCurrentClaim({ claims }: WorkspaceRow, categoryKey: string, requirementKey: string, at: Date): boolean {
  return claims.some(
    (one) => one.categoryKey === categoryKey && one.requirementKey === requirementKey && new Date(one.validUntil) > at,
  );
}
