import { z } from 'zod';

/** By language tag. Fields named `label` have this type. */
export const LocalisedText = z
  .record(z.string(), z.string())
  .meta({ id: 'LocalisedText', description: 'The text by language tag. `en` and `fr` are always present.' });
export type LocalisedText = z.output<typeof LocalisedText>;
