import { z } from 'zod';

export const WorkItemParams = z.object({ workItemId: z.uuid() });
