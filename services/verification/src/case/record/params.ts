import { CaseId } from '@trust/contracts/fields';
import { z } from 'zod';

export const CaseParams = z.object({ caseId: CaseId });
