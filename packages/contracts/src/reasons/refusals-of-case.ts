import { z } from 'zod';
import { ClaimType } from '../fields.ts';

/** What an event of a case says of documents that operators refused for good, and of safety. Never in a response to a provider or the public. */
export const refusalsOfCase = {
  refusedClaimTypes: z
    .array(ClaimType)
    .optional()
    .describe(
      'Types of claims about a person that its decision refused for a reason that no document cures; and those that it asks for and that a decision about the same person in another provider refused so, unless granted since.',
    ),
  refusedElsewhereAt: z.iso
    .datetime()
    .optional()
    .describe('When another provider’s decision last refused one of `refusedClaimTypes`. Absent without one.'),
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
