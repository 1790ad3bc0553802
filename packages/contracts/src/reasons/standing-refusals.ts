import { z } from 'zod';
import { CatalogKey, ClaimType, OccurredAt, ProviderId } from '../fields.ts';

/** What hides categories of a provider (docs/domain/publication-and-search.md 33). Never in a response to a provider or the public. */
export const StandingRefusal = z.strictObject({
  claimType: ClaimType,
  isAboutPerson: z
    .boolean()
    .describe('Whether it speaks only against claims about a person: all but a concern about safety.'),
  categoryKey: CatalogKey.optional().describe(
    'The category in which it was refused; absent if that was in another provider of the person.',
  ),
  firstRefusedAt: z.iso.datetime().describe('When a decision of the case first refused it.'),
  refusedAt: z.iso.datetime().describe('When the decision that says so now was made, such as that of an appeal.'),
});
export type StandingRefusal = z.output<typeof StandingRefusal>;

/** What lets the next case of a representative wait (docs/domain/case.md 18). In a response it is one date, without the claim type. */
export const CaseWait = z.strictObject({
  claimType: ClaimType.describe('Type of claim: every category that asks for it waits.'),
  isAboutPerson: z.boolean().describe('Whether only categories wait that ask for it about a person.'),
  endsAt: z.iso.datetime().describe('When the next case can be opened.'),
});
export type CaseWait = z.output<typeof CaseWait>;

export const refusalsOfProvider = {
  providerId: ProviderId,
  refusals: z
    .array(StandingRefusal)
    .describe(
      'The whole list: claims about its people that a decision refused for a reason that no document cures, also in another provider of the person, and claims that a review ended for a concern about safety.',
    ),
  waits: z
    .array(CaseWait)
    .optional()
    .describe(
      'The whole list: types of claims for which a document was refused for a reason that no other document cures, each with the end of the newest wait. Absent in earlier events.',
    ),
  occurredAt: OccurredAt,
};
