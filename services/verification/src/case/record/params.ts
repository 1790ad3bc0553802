import { z } from 'zod';

export const CaseParams = z.object({ caseId: z.uuid() });
