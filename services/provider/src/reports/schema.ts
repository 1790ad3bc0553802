import { multiLine } from '@trust/contracts/free-text';
import { reportReasons } from '@trust/contracts/reasons/moderation-reasons';
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
  })
  .meta({ id: 'ProviderReport' });
