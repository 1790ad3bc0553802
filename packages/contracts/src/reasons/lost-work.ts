import { z } from 'zod';
import { DutyAssignmentId, OperatorId } from '../fields.ts';
import { valueList } from '../values/value-list.ts';

/** Why an operator no longer has, or cannot take, the work on a case (promise T9). */
export const LostWorkReason = valueList({
  claimed: { en: 'Claimed', fr: 'Réservé', means: 'Another operator has claimed the item; `endsAt` says until when.' },
  assigned: { en: 'Assigned', fr: 'Attribué', means: 'Another operator was assigned, or took the duty.' },
  expired: { en: 'Claim ended', fr: 'Réservation expirée', means: 'Your claim ended with its time.' },
  released: { en: 'Released', fr: 'Rendu', means: 'You released it.' },
  withdrawn: { en: 'Taken back', fr: 'Retiré', means: 'An operator who assigns took the duty back.' },
  permission_ended: { en: 'Permission ended', fr: 'Droit terminé', means: 'You lost the permission for it.' },
  moved_on: { en: 'Moved on', fr: 'Dossier avancé', means: 'The case has ended, or waits for other work.' },
});
export type LostWorkReason = (typeof LostWorkReason.options)[number];

export const LostDuties = z
  .array(
    z.object({
      assignmentId: DutyAssignmentId,
      operatorId: OperatorId,
      lostAt: z.iso.datetime().describe('When the operator lost the duty.'),
      because: LostWorkReason.describe('Why the operator lost the duty.'),
    }),
  )
  .describe('Assignments of the case that ended in the 24 hours before. Absent in earlier events.');
