import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@trust/contracts/event';
import { requirementVersionActivated } from '@trust/contracts/events/catalog';
import type { Verification } from './service.ts';

export const keys = ['identity', 'licence'] as const;

export function requirement(key: string): PayloadOf<typeof requirementVersionActivated>['requirements'][number] {
  return {
    key,
    label: { en: `The ${key}`, fr: `La pièce ${key}` },
    documentKinds: [`${key}_document`],
    mediaTypes: ['application/pdf', 'image/jpeg'],
    maxSizeBytes: 5_000_000,
    fieldVisit: false,
    claim: {
      type: `${key}_confirmed`,
      about: key === 'identity' ? 'person' : 'business',
      statement: { en: `The ${key} was seen.`, fr: `La pièce ${key} a été vue.` },
      methods: key === 'identity' ? ['document_review', 'field_visit'] : ['document_review', 'register_check'],
      sourceKind: 'original_document',
      limitations: [`Says nothing beyond the ${key}.`],
      validityDays: key === 'identity' ? 365 : 180,
    },
  };
}

export type VersionOptions = {
  categoryKey?: string;
  number?: number;
  fieldVisit?: (typeof keys)[number];
  /** What the claim of the visited requirement is about. */
  visitAbout?: 'premises';
  licenceAbout?: 'person';
  policyVersion?: string;
};

function visited(one: ReturnType<typeof requirement>, { visitAbout }: VersionOptions): typeof one {
  return { ...one, fieldVisit: true, claim: { ...one.claim, about: visitAbout ?? one.claim.about } };
}

function withAbout(one: ReturnType<typeof requirement>, { licenceAbout }: VersionOptions): typeof one {
  if (one.key !== 'licence' || !licenceAbout) return one;
  return { ...one, claim: { ...one.claim, about: licenceAbout } };
}

export async function makeVersion(service: Verification, of: VersionOptions = {}) {
  const version = {
    requirementVersionId: randomUUID(),
    categoryKey: of.categoryKey ?? `category-${randomUUID()}`,
    categoryLabel: { en: 'Electrician', fr: 'Électricien' },
    number: of.number ?? 1,
    policyVersion: of.policyVersion ?? '2026-11',
    requirements: keys.map((key) =>
      key === of.fieldVisit ? visited(requirement(key), of) : withAbout(requirement(key), of),
    ),
    limitationTexts: keys.map((key) => ({
      en: `Says nothing beyond the ${key}.`,
      fr: `Ne dit rien au-delà de ${key}.`,
    })),
    activatedAt: service.clock.now.toISOString(),
  };
  await service.deliver(requirementVersionActivated, version);
  return version;
}
