import { WorkItemId } from '@trust/contracts/fields';
import { z } from 'zod';

export const WorkItemParams = z.object({ workItemId: WorkItemId });
