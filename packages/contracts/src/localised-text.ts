import { z } from 'zod';

/** A text in every language that it has, by language tag. `label` is always one of these; a message is in the caller's language. */
export const LocalisedText = z
  .record(z.string(), z.string())
  .meta({ id: 'LocalisedText', description: 'The text by language tag. `en` and `fr` are always present.' });
export type LocalisedText = z.output<typeof LocalisedText>;
