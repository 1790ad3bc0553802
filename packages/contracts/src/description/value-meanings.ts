import { appealValues } from './value-meanings/appeals.ts';
import { claimValues } from './value-meanings/claims.ts';
import { enquiryValues } from './value-meanings/enquiries.ts';
import { evidenceValues } from './value-meanings/evidence.ts';
import { fieldWorkValues } from './value-meanings/field-work.ts';
import { mediaValues } from './value-meanings/media.ts';
import { notificationValues } from './value-meanings/notifications.ts';
import { operationsValues } from './value-meanings/operations.ts';
import { deskValues } from './value-meanings/operations-desk.ts';
import { opinionValues } from './value-meanings/opinions.ts';
import { paymentValues } from './value-meanings/payments.ts';
import { peopleValues } from './value-meanings/people.ts';
import { providerValues } from './value-meanings/provider.ts';
import { duplicateValues } from './value-meanings/queue.ts';
import { verificationValues } from './value-meanings/verification.ts';
import type { Vocabulary } from './value-meanings/vocabulary.ts';

/** By `Schema.field`, `field.field`, `query.name`, or the field name if equal everywhere. */
const valueMeanings: Readonly<Record<string, Vocabulary>> = {
  ...paymentValues,
  ...peopleValues,
  ...providerValues,
  ...enquiryValues,
  ...opinionValues,
  ...evidenceValues,
  ...mediaValues,
  ...claimValues,
  ...verificationValues,
  ...appealValues,
  ...operationsValues,
  ...deskValues,
  ...duplicateValues,
  ...fieldWorkValues,
  ...notificationValues,
};

/** Most specific first; for events also `audit.reason`. */
export function catalogueKeys(field: string, within: string): string[] {
  const [, aggregate] = within.split('.');
  return [`${within}.${field}`, ...(aggregate ? [`${aggregate}.${field}`] : []), field];
}

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
