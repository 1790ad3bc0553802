import { eventFields } from './field-descriptions/events.ts';
import { evidenceFields } from './field-descriptions/evidence.ts';
import { operationsFields } from './field-descriptions/operations.ts';
import { peopleFields } from './field-descriptions/people.ts';
import { platformFields } from './field-descriptions/platform.ts';
import { providerFields } from './field-descriptions/provider.ts';
import { verificationFields } from './field-descriptions/verification.ts';

/**
 * What a field of this name means, wherever it stands. A name that means something else in a schema is `Schema.field`, or
 * `field.field` below a property; a parameter is `path.name`, `query.name` or `header.name`. Names that mean something else nearly
 * everywhere (`state`, `status`, `type`, `code`, `kind`) have no entry of their own, so that each new one needs one.
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
