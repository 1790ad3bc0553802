import { ModerationState } from '@trust/contracts/events/customers';
import { PublicProviderId } from '@trust/contracts/fields';
import { Page } from '@trust/contracts/page';
import { ReportDecisionReason, ReportOutcome, ReportReason } from '@trust/contracts/reasons/moderation-reasons';
import { multiLine } from '@trust/contracts/values/free-text';
import { someOf } from '@trust/contracts/values/value-list';
import { z } from 'zod';

export const ProviderReportCreate = z
  .strictObject({
    reasonCode: ReportReason.describe('What is wrong with the provider.'),
    statement: multiLine(10, 2000).meta({
      description: 'What happened: plain text, 10 to 2000 characters. Only operators read it.',
      examples: ['Somebody else came to the door than the profile says.'],
    }),
  })
  .meta({ id: 'ProviderReportCreate' });

export const ProviderReport = z
  .object({
    id: z.uuid().describe('Identifier of the report.'),
    reasonCode: ReportReason.describe('What is wrong with the provider.'),
    statement: z
      .string()
      .nullable()
      .meta({
        description: 'What happened, plain text of 10 to 2000 characters; null once its author is erased.',
        examples: ['Somebody else came to the door than the profile says.'],
      }),
    reportedAt: z.iso.datetime().describe('When the provider was reported.'),
    publicProviderId: PublicProviderId,
    state: someOf(ModerationState, ['open', 'decided']).meta({
      description: 'State of the report.',
      examples: ['open'],
    }),
    outcome: ReportOutcome.nullable().meta({ description: 'The decision; null before it.', examples: [null] }),
    decisionReason: ReportDecisionReason.nullable().meta({
      description: 'Why it was decided so; null before that.',
      examples: [null],
    }),
    decidedAt: z.iso.datetime().nullable().describe('When it was decided; null while it is open.'),
  })
  .meta({ id: 'ProviderReport' });
export const ProviderReportPage = Page(ProviderReport).meta({ id: 'ProviderReportPage' });
