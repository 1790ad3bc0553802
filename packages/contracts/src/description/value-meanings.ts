import { evidenceValues } from './value-meanings/evidence.ts';
import { operationsValues } from './value-meanings/operations.ts';
import { peopleValues } from './value-meanings/people.ts';
import { providerValues } from './value-meanings/provider.ts';
import { verificationValues } from './value-meanings/verification.ts';
import type { Vocabulary } from './value-meanings/vocabulary.ts';

/**
 * What the values of an enum mean, by the field that holds them: `Schema.field`, `field.field` below a property, `query.name` of a
 * parameter, or the name alone where it always holds the same values.
 */
const valueMeanings: Readonly<Record<string, Vocabulary>> = {
  ...peopleValues,
  ...providerValues,
  ...evidenceValues,
  ...verificationValues,
  ...operationsValues,
};

/** The names under which a field can be described, the closest first. In an event type also that of its aggregate: `audit.reason`. */
export function catalogueKeys(field: string, within: string): string[] {
  const [, aggregate] = within.split('.');
  return [`${within}.${field}`, ...(aggregate ? [`${aggregate}.${field}`] : []), field];
}

/** The values of a field, a line each in Markdown; `missing` is called with every value that nobody has explained. */
export function describeValues(
  values: readonly unknown[],
  { field, within }: { field: string; within: string },
  missing?: (place: string) => void,
): string {
  const known = catalogueKeys(field, within).map((place) => valueMeanings[place]);
  const lines = values.map((value) => {
    const meaning = known.find((vocabulary) => vocabulary && Object.hasOwn(vocabulary, String(value)))?.[String(value)];
    if (!meaning) missing?.(`${within}.${field}: ${value}`);
    return `- \`${value}\`: ${meaning ?? ''}`;
  });
  return lines.join('\n');
}
