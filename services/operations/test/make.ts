import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@trust/contracts/event';
import { auditRecorded } from '@trust/contracts/events/any';
import { requirementVersionActivated } from '@trust/contracts/events/catalog';
import { providerChanged } from '@trust/contracts/events/provider';
import { caseChanged } from '@trust/contracts/events/verification';
import type { Operations } from './service.ts';

export type Case = PayloadOf<typeof caseChanged>;

export function dutiesOf(holders: Partial<Record<Case['duties'][number]['duty'], string>>): Case['duties'] {
  return Object.entries(holders).map(([duty, assigneeId]) => ({ duty: duty as keyof typeof holders, assigneeId }));
}

export async function makeCase(operations: Operations, overrides: Partial<Case> = {}): Promise<Case> {
  const at = operations.clock.now.toISOString();
  const made: Case = {
    caseId: randomUUID(),
    providerId: randomUUID(),
    categoryKey: 'electrician',
    requirementVersionId: randomUUID(),
    requirementKeys: ['identity'],
    state: 'in_review',
    outcome: null,
    duties: [],
    recommenderId: null,
    dueAt: null,
    openedAt: at,
    occurredAt: at,
    ...overrides,
  };
  await operations.deliver(caseChanged, made);
  return made;
}

type Requirement = PayloadOf<typeof requirementVersionActivated>['requirements'][number];

export type About = NonNullable<Requirement['claim']['about']>;

function requirement(key: string, methods: Requirement['claim']['methods'], about?: About): Requirement {
  return {
    key,
    label: key === 'identity' ? { en: 'Proof of identity', fr: "Preuve d'identité" } : { en: 'Licence', fr: 'Permis' },
    documentKinds: ['passport'],
    mediaTypes: ['application/pdf'],
    maxSizeBytes: 5_000_000,
    fieldVisit: false,
    claim: {
      type: `${key}_checked`,
      ...(about && { about }),
      statement: { en: 'It was checked.' },
      methods,
      sourceKind: 'government_document',
      limitations: ['Says nothing about quality of work.'],
      validityDays: 365,
    },
  };
}

export async function changeCase(operations: Operations, changed: Case, to: Partial<Case>): Promise<Case> {
  const next = { ...changed, occurredAt: operations.clock.now.toISOString(), ...to };
  await operations.deliver(caseChanged, next);
  return next;
}

export async function makeLabels(
  operations: Operations,
  { providerId, requirementVersionId }: Case,
  state: 'active' | 'closed' = 'active',
  about?: About,
): Promise<void> {
  await operations.deliver(providerChanged, {
    providerId,
    publicProviderId: randomUUID(),
    displayName: 'Volt & Fils',
    state,
    publication: 'unpublished',
    location: { privateBaseConfigured: true, publicPremisesConfigured: false, serviceAreaConfigured: true },
  });
  await operations.deliver(requirementVersionActivated, {
    requirementVersionId,
    categoryKey: 'electrician',
    categoryLabel: { en: 'Electrician', fr: 'Électricien' },
    number: 1,
    policyVersion: '2026-11',
    requirements: [
      requirement('identity', ['document_review', 'field_visit'], about),
      requirement('licence', ['document_review']),
    ],
    activatedAt: operations.clock.now.toISOString(),
  });
}

type Entry = PayloadOf<typeof auditRecorded.provider>;

/** Returns the id of the entry. */
export async function makeEntry(operations: Operations, changes: Partial<Entry> = {}): Promise<string> {
  const id = randomUUID();
  const entry: Entry = {
    occurredAt: operations.clock.now.toISOString(),
    actorId: randomUUID(),
    sessionId: randomUUID(),
    permission: 'provider.profile.manage',
    action: 'patchProfile',
    objectType: 'provider',
    objectId: randomUUID(),
    outcome: 'done',
    reason: null,
    before: {},
    after: { changed: true },
    requestId: randomUUID(),
    policyVersion: '2026-11',
    ...changes,
  };
  await operations.deliver(auditRecorded.provider, entry, id);
  return id;
}

export async function makeEntries(operations: Operations, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await makeEntry(operations);
}
