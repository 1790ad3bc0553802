import { fieldWorkAssignmentChanged, fieldWorkAssignmentSnapshot } from '@trust/contracts/events/operations';
import { on } from '../../app.ts';
import { saveAssignment } from './queries.ts';

export const onAssignmentChanged = [fieldWorkAssignmentChanged, fieldWorkAssignmentSnapshot].map((type) =>
  on(type, (payload, { trx }) => saveAssignment(trx, payload)),
);
