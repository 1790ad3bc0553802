import { ClaimStatus } from '@trust/contracts/claims/claim-status';
import { EvidenceVersionState } from '@trust/contracts/events/evidence';
import { ClaimId, ClaimType, ProviderId, SelfAssertedName } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { wholeNumber } from '@trust/contracts/values/numbers-in-text';
import { someOf, valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { LabelledCategory, LabelledRequirement } from '../../labelled.ts';

export const ExpiryStatus = someOf(ClaimStatus, ['active', 'expiring', 'expired', 'suspended']);
export const RenewalStatus = valueList('expiryRenewalStatus', {
  not_due: {
    en: 'Not due',
    fr: 'Pas encore due',
    means: { en: 'It is too early to renew the claim.', fr: 'Il est trop tôt pour renouveler l’attestation.' },
  },
  due: {
    en: 'Due',
    fr: 'À renouveler',
    means: {
      en: 'The claim can be renewed, and no case is open.',
      fr: 'L’attestation peut être renouvelée et aucun dossier n’est ouvert.',
    },
  },
  awaiting_provider: {
    en: 'Waiting for the provider',
    fr: 'En attente du prestataire',
    means: { en: 'An open case waits for the provider.', fr: 'Un dossier ouvert attend le prestataire.' },
  },
  in_progress: {
    en: 'In progress',
    fr: 'En cours',
    means: { en: 'An open case is with operators.', fr: 'Un dossier ouvert est entre les mains des opérateurs.' },
  },
});

export const ExpiryQuery = PageQuery.extend({
  withinDays: wholeNumber(0, 365).default(60).meta({
    type: 'integer',
    minimum: 0,
    maximum: 365,
    default: 60,
    description: 'Only claims that end within this many days, 0 to 365, or ended at most 90 days ago.',
  }),
  status: ExpiryStatus.optional().describe('Only claims with this status.'),
  evidence: EvidenceVersionState.optional().describe('Only claims whose document has this state.'),
  renewal: RenewalStatus.optional().describe('Only claims whose renewal has this status.'),
  categoryKey: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only claims of this category: its key, as in the catalog.', examples: ['electrician'] }),
});

const ClaimRenewal = z
  .object({
    status: RenewalStatus.describe('Status of the renewal.'),
    openedAt: z.iso.datetime().nullable().describe('When the open case of the category was opened; null without one.'),
    evidence: EvidenceVersionState.nullable().describe(
      'State of the newest document of the requirement in that case; null without one.',
    ),
  })
  .meta({ id: 'ClaimRenewal' });

export const Expiry = z
  .object({
    claimId: ClaimId,
    type: ClaimType,
    status: ExpiryStatus.describe('Status of the claim now.'),
    validUntil: z.iso
      .datetime()
      .meta({ description: 'When the claim ends or ended.', examples: ['2027-11-03T00:00:00.000Z'] }),
    daysLeft: z
      .number()
      .int()
      .meta({ description: 'Days until the end, begun ones included; 0 or less once it has passed.', examples: [30] }),
    providerId: ProviderId,
    provider: z.object({ displayName: SelfAssertedName.nullable() }).describe('The name of the provider.'),
    category: LabelledCategory.describe('The category of the claim.'),
    requirement: LabelledRequirement.describe('The requirement that the claim rests on.'),
    evidence: EvidenceVersionState.nullable().describe(
      'State of the document that the claim rests on; null for a claim that rests on none, such as one of a field visit.',
    ),
    renewal: ClaimRenewal.describe('How far the renewal is.'),
  })
  .meta({ id: 'Expiry' });

export const ExpiryPage = Page(Expiry).meta({ id: 'ExpiryPage' });
