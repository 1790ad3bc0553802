import { invalid } from '@trust/service-kit/problems/problem';

/** Fields of the form. What the API takes by the same name goes to it as it is: the API refuses it. */
const fields = [
  'category',
  'place',
  'placeId',
  'radiusKm',
  'q',
  'language',
  'freshness',
  'operatingModel',
  'sort',
  'available',
  'cursor',
] as const;

/** Parameters of the API that the form does not have. An address with one must not find more than the API does. */
const others = ['claim', 'latitude', 'longitude', 'area', 'availableFrom', 'availableUntil', 'limit'];

export type FormValues = { [Field in (typeof fields)[number]]?: string } & {
  others: readonly [name: string, value: string][];
};

export function formValuesOf(url: string): FormValues {
  const query = new URLSearchParams(/\?(.*)/s.exec(url)?.[1]);
  const values: FormValues = { others: [...query].filter(([name]) => others.includes(name)) };
  for (const field of fields) {
    const [value, second] = query.getAll(field);
    if (second !== undefined) throw invalid(field, 'invalid_type');
    // A form sends its empty fields too.
    if (value?.trim()) values[field] = value.trim();
  }
  if (values.available && values.available !== 'today') throw invalid('available', 'invalid_value');
  return values;
}

/** The parameters of the API. `placeId` is that of the place that was found. */
export function searchParametersOf(values: FormValues, placeId: string | undefined, now: Date): URLSearchParams {
  const { category, q, language, freshness, operatingModel, sort, available, cursor, radiusKm } = values;
  const parameters = {
    category,
    q,
    language,
    freshness,
    operatingModel,
    cursor,
    limit: values.others.some(([name]) => name === 'limit') ? undefined : '20',
    placeId,
    radiusKm,
    sort,
    // The end of the day, so that the cursor of the next page stays valid.
    availableFrom: available && `${now.toISOString().slice(0, 10)}T23:59:59Z`,
  };
  const sent = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams([...sent, ...values.others]);
}
