import { z } from 'zod';
import { TriageItem } from '../schema.ts';

export const TriageNext = z.object({ items: z.array(TriageItem) }).meta({ id: 'TriageNext' });
