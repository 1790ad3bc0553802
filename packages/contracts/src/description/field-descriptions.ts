import { eventFields } from './field-descriptions/events.ts';
import { evidenceFields } from './field-descriptions/evidence.ts';
import { operationsFields } from './field-descriptions/operations.ts';
import { peopleFields } from './field-descriptions/people.ts';
import { platformFields } from './field-descriptions/platform.ts';
import { providerFields } from './field-descriptions/provider.ts';
import { verificationFields } from './field-descriptions/verification.ts';

/**
 * Descriptions by field name, or by `Schema.field`, `field.field` below a property, and
 * `path.name`, `query.name` or `header.name` of a parameter. Names with many meanings (`state`,
 * `status`, `type`, `code`, `kind`) have no entry, so that each new field needs its own.
 */
export const fieldDescriptions: Readonly<Record<string, string>> = {
  ...platformFields,
  ...eventFields,
  ...peopleFields,
  ...providerFields,
  ...evidenceFields,
  ...verificationFields,
  ...operationsFields,
};
