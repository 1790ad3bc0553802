import { ClaimStatus } from '@trust/contracts/claims/claim-status';
import { CheckMethod } from '@trust/contracts/events/catalog';
import { CatalogKey, ClaimId, ClaimType, ClaimValidUntil, GrantedLimitations } from '@trust/contracts/fields';
import { ClaimChangeReason, claimChangeReasons } from '@trust/contracts/reasons/claim-change-reasons';
import { claimEndTexts } from '@trust/contracts/reasons/claim-end-reasons';
import { LocalisedText } from '@trust/contracts/values/localised-text';
import { someOf } from '@trust/contracts/values/value-list';
import { z } from 'zod';

const EndReason = someOf(ClaimChangeReason, [
  ...new Set([...claimChangeReasons.suspended, ...claimChangeReasons.revoked]),
]);

/** Representatives see no operator and no private reason (promise D1). */
export const WorkspaceClaim = z
  .object({
    id: ClaimId,
    type: ClaimType,
    categoryKey: CatalogKey,
    statement: LocalisedText.meta({
      description: 'What the claim states.',
      examples: [
        {
          en: 'The person responsible holds a recognised qualification for low-voltage electrical installation.',
          fr: 'La personne responsable détient une qualification reconnue pour les installations électriques basse tension.',
        },
      ],
    }),
    status: ClaimStatus.describe('Status of the claim now. An active one that operators withhold is `suspended`.'),
    statusReason: z
      .object({
        code: EndReason.describe('Code of the reason.'),
        text: z.string().meta({
          description: 'The reason and what to do next, in the language of the response.',
          examples: [claimEndTexts.not_confirmed_by_review.en],
        }),
        changedAt: z.iso.datetime().describe('Since when the claim has this status.'),
        caseId: z
          .uuid()
          .nullable()
          .meta({
            description: 'The case whose decision or appeal changed the claim; null if it was another cause.',
            examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'],
          }),
      })
      .nullable()
      .describe('Why the claim is suspended or revoked; null in every other status.'),
    method: CheckMethod.meta({
      description: 'Method of the check that supports the claim.',
      examples: ['document_review'],
    }),
    limitations: GrantedLimitations,
    validFrom: z.iso.datetime().describe('When the claim was granted.'),
    validUntil: ClaimValidUntil.meta({ examples: ['2027-11-03T00:00:00.000Z'] }),
    caseId: z.uuid().meta({
      description: 'The case whose decision granted the claim.',
      examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'],
    }),
    decisionId: z.uuid().describe('The decision that granted the claim.'),
  })
  .meta({ id: 'WorkspaceClaim' });
