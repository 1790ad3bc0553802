import { z } from 'zod';

const optional = (schema: z.ZodType<string>) => schema.optional().catch(undefined);

/** The form sends these. A value that it cannot send counts as none. */
const FormValues = z.object({
  category: optional(z.string().min(1).max(60)),
  place: optional(z.string().trim().min(2).max(200)),
  placeId: optional(z.string().regex(/^[\w-]{11}$/)),
  radiusKm: z.enum(['5', '10', '25', '50', '100']).catch('25'),
  q: optional(z.string().trim().min(2).max(100)),
  language: optional(z.string().regex(/^[a-z]{2,3}$/)),
  freshness: optional(z.enum(['fresh', 'due'])),
  operatingModel: optional(z.enum(['travels', 'premises', 'remote'])),
  sort: optional(z.enum(['distance', 'freshness'])),
  available: optional(z.enum(['today'])),
  cursor: optional(z.string().max(2000)),
});
export type FormValues = z.output<typeof FormValues>;

export function formValuesOf(url: string): FormValues {
  return FormValues.parse(Object.fromEntries(new URLSearchParams(/\?(.*)/s.exec(url)?.[1])));
}

/** The parameters of the API. `placeId` is that of the place that was found. */
export function searchParametersOf(values: FormValues, placeId: string | undefined, now: Date): URLSearchParams {
  const { category = '', q, language, freshness, operatingModel, sort, available, cursor } = values;
  const parameters = {
    category,
    q,
    language,
    freshness,
    operatingModel,
    cursor,
    limit: '20',
    ...(placeId && { placeId, radiusKm: values.radiusKm }),
    ...((placeId || sort === 'freshness') && { sort }),
    // The end of the day, so that the cursor of the next page stays valid.
    ...(available && { availableFrom: `${now.toISOString().slice(0, 10)}T23:59:59Z` }),
  };
  return new URLSearchParams(
    Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
