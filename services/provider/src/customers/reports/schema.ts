import { multiLine } from '@trust/contracts/free-text';
import { Page } from '@trust/contracts/page';
import { reportDecisionReasons, reportOutcomes, reportReasons } from '@trust/contracts/reasons/moderation-reasons';
import { z } from 'zod';

export const ProviderReportCreate = z
  .strictObject({ reasonCode: z.enum(reportReasons), statement: multiLine(10, 2000) })
  .meta({ id: 'ProviderReportCreate' });

export const ProviderReport = z
  .object({
    id: z.uuid(),
    reasonCode: z.enum(reportReasons),
    statement: z.string().nullable(),
    reportedAt: z.iso.datetime(),
    publicProviderId: z.string(),
    state: z.enum(['open', 'decided']),
    outcome: z.enum(reportOutcomes).nullable(),
    decisionReason: z.enum(reportDecisionReasons).nullable(),
    decidedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ProviderReport' });
export const ProviderReportPage = Page(ProviderReport).meta({ id: 'ProviderReportPage' });
