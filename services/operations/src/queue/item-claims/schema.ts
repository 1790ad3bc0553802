import { z } from 'zod';
import { TriageItem } from '../schema.ts';

export const TriageNext = z
  .object({ items: z.array(TriageItem).describe('The item, claimed for you; empty when nothing is left.') })
  .meta({ id: 'TriageNext' });
