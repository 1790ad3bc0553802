import { claimFields } from './field-descriptions/claims.ts';
import { enquiryFields } from './field-descriptions/enquiries.ts';
import { eventFields } from './field-descriptions/events.ts';
import { evidenceFields } from './field-descriptions/evidence.ts';
import { fieldWorkFields } from './field-descriptions/field-work.ts';
import { mediaFields } from './field-descriptions/media.ts';
import { notificationFields } from './field-descriptions/notifications.ts';
import { operationsFields } from './field-descriptions/operations.ts';
import { deskFields } from './field-descriptions/operations-desk.ts';
import { opinionFields } from './field-descriptions/opinions.ts';
import { passkeyFields } from './field-descriptions/passkeys.ts';
import { paymentFields } from './field-descriptions/payments.ts';
import { peopleFields } from './field-descriptions/people.ts';
import { platformFields } from './field-descriptions/platform.ts';
import { providerFields } from './field-descriptions/provider.ts';
import { verificationFields } from './field-descriptions/verification.ts';

/** By name, `Schema.field`, `field.field`, or `path.name`, `query.name`, `header.name`. */
export const fieldDescriptions: Readonly<Record<string, string>> = {
  ...platformFields,
  ...eventFields,
  ...paymentFields,
  ...peopleFields,
  ...passkeyFields,
  ...providerFields,
  ...enquiryFields,
  ...opinionFields,
  ...evidenceFields,
  ...mediaFields,
  ...claimFields,
  ...verificationFields,
  ...operationsFields,
  ...deskFields,
  ...fieldWorkFields,
  ...notificationFields,
};
