import { evidenceValues } from './value-meanings/evidence.ts';
import { operationsValues } from './value-meanings/operations.ts';
import { peopleValues } from './value-meanings/people.ts';
import { providerValues } from './value-meanings/provider.ts';
import { verificationValues } from './value-meanings/verification.ts';
import type { Vocabulary } from './value-meanings/vocabulary.ts';

/**
 * Meanings of enum values by `Schema.field`, `field.field` below a property, `query.name` of a
 * parameter, or the field name alone if its values are the same everywhere.
 */
const valueMeanings: Readonly<Record<string, Vocabulary>> = {
  ...peopleValues,
  ...providerValues,
  ...evidenceValues,
  ...verificationValues,
  ...operationsValues,
};

/** Catalogue keys of a field, most specific first; for events also `audit.reason`. */
export function catalogueKeys(field: string, within: string): string[] {
  const [, aggregate] = within.split('.');
  return [`${within}.${field}`, ...(aggregate ? [`${aggregate}.${field}`] : []), field];
}

/** A Markdown list. `missing` is called for each value without a meaning. */
export function describeValues(
  values: readonly unknown[],
  { field, within }: { field: string; within: string },
  missing?: (place: string) => void,
): string {
  const vocabularies = catalogueKeys(field, within).map((place) => valueMeanings[place]);
  const lines = values.map((value) => {
    const meaning = vocabularies.find((vocabulary) => vocabulary && Object.hasOwn(vocabulary, String(value)))?.[
      String(value)
    ];
    if (!meaning) missing?.(`${within}.${field}: ${value}`);
    return `- \`${value}\`: ${meaning ?? ''}`;
  });
  return lines.join('\n');
}
