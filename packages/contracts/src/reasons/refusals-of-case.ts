import { z } from 'zod';
import { ClaimType } from '../fields.ts';

/** What an event of a case says of documents that operators refused for good, and of safety. Never in a response to a provider or the public. */
export const refusalsOfCase = {
  refusedClaimTypes: z
    .array(ClaimType)
    .optional()
    .describe('Types of claims about a person that its decision refused for a reason that no document cures.'),
  refusedElsewhere: z
    .array(
      z.strictObject({
        claimType: ClaimType,
        refusedAt: z.iso.datetime().describe('When the last such decision was made.'),
      }),
    )
    .optional()
    .describe(
      'Types of claims that the case asks for and that a decision about the same person in another provider refused so, with the last time; without those granted in the category since.',
    ),
  safetyClaimTypes: z
    .array(ClaimType)
    .optional()
    .describe(
      'Types of claims that its decision, a review, ended for a concern about safety, whatever suspended them.',
    ),
  refusedForGoodAt: z.iso
    .datetime()
    .optional()
    .describe(
      'When operators last refused a document of the case for a reason that no document cures: by its decision, marked as final, or recommended. Absent without such a refusal, once an appeal set it aside, and in earlier events.',
    ),
};
