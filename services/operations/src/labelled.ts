import { DisplayLabel } from '@trust/contracts/fields';
import { z } from 'zod';

export const LabelledCategory = z.object({
  key: z.string().meta({ description: 'Key of the category, as in the catalog.', examples: ['electrician'] }),
  label: DisplayLabel,
});

export const LabelledRequirement = z.object({
  key: z.string().meta({
    description: 'Key of the requirement, unique within its requirement version.',
    examples: ['trade-qualification'],
  }),
  label: DisplayLabel.meta({ examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }] }),
});
