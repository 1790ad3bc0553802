import { Page } from '@trust/contracts/page';
import { PolicyKey } from '@trust/contracts/policies';
import { z } from 'zod';

export const Consent = z
  .object({
    policyKey: PolicyKey.meta({
      description: 'Key of the policy, for `PUT /account/consents/{policyKey}`.',
      examples: ['public-premises'],
    }),
    title: z.string().meta({
      description: 'Name of the policy, in the language of the response.',
      examples: ['Show where my premises are'],
    }),
    text: z.string().meta({
      description: 'The text of the policy, in the language of the response.',
      examples: ['The address of my premises may be shown to anybody who finds me in the search.'],
    }),
    currentVersion: z.string().meta({
      description: 'The version that can be granted now. If `version` is older, ask the person again.',
      examples: ['2026-11'],
    }),
    required: z
      .boolean()
      .describe(
        'Whether the policy applies to every account. Show it at the first sign-in and record the agreement; no request is refused without it. It can only be withdrawn by erasing the account.',
      ),
    requiredForUploads: z.boolean().describe('Whether uploads require consent to the current version.'),
    granted: z.boolean().describe('Whether the consent to `version` is granted now; false if there is none.'),
    version: z
      .string()
      .nullable()
      .meta({ description: 'The version of the current entry; null if there is none.', examples: ['2026-11'] }),
    recordedAt: z.iso.datetime().nullable().describe('When the current entry was recorded; null if there is none.'),
    history: z
      .array(
        z.object({
          version: z.string().meta({ description: 'The policy version of the entry.', examples: ['2026-11'] }),
          granted: z.boolean().describe('Whether consent was granted (true) or withdrawn (false).'),
          recordedAt: z.iso.datetime().describe('When the entry was recorded.'),
        }),
      )
      .describe('The newest 20 consent entries, newest first. The data export contains all entries.'),
  })
  .meta({ id: 'Consent' });

export const ConsentPage = Page(Consent).meta({ id: 'ConsentPage' });

export const ConsentUpdate = z
  .strictObject({
    version: z
      .string()
      .min(1)
      .max(40)
      .meta({
        description: 'The version that the person has read, 1 to 40 characters. Only the current one can be granted.',
        examples: ['2026-11'],
      }),
    granted: z.boolean().describe('True to grant, false to withdraw.'),
  })
  .meta({ id: 'ConsentUpdate' });
