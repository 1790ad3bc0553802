import { z } from 'zod';
import { DutyAssignmentId, OperatorId } from '../fields.ts';
import { valueList } from '../values/value-list.ts';

/** Why an operator no longer has, or cannot take, the work on a case (promise T9). */
export const LostWorkReason = valueList('lostWorkReason', {
  claimed: { en: 'Claimed', fr: 'Réservé', means: 'Another operator has claimed the item; `endsAt` says until when.' },
  assigned: {
    en: 'Assigned',
    fr: 'Attribué',
    means: {
      en: 'Another operator was assigned, or took the duty.',
      fr: 'Un autre opérateur a été désigné ou a pris la tâche.',
    },
  },
  expired: {
    en: 'Claim ended',
    fr: 'Réservation expirée',
    means: { en: 'Your claim ended with its time.', fr: 'Votre réservation a pris fin à son échéance.' },
  },
  released: { en: 'Released', fr: 'Rendu', means: { en: 'You released it.', fr: 'Vous l’avez rendu.' } },
  withdrawn: {
    en: 'Taken back',
    fr: 'Retiré',
    means: {
      en: 'An operator who assigns took the duty back.',
      fr: 'Un opérateur qui attribue le travail a repris la tâche.',
    },
  },
  permission_ended: {
    en: 'Permission ended',
    fr: 'Droit terminé',
    means: { en: 'You lost the permission for it.', fr: 'Vous n’avez plus le droit nécessaire.' },
  },
  moved_on: {
    en: 'Moved on',
    fr: 'Dossier avancé',
    means: {
      en: 'The case has ended, or waits for other work.',
      fr: 'Le dossier a pris fin ou attend un autre travail.',
    },
  },
});
export type LostWorkReason = (typeof LostWorkReason.options)[number];

/** How long who lost the work is told who has it (docs/domain/lost-work.md 6). */
const toldHours = 24;
/** How long who was shown free work is told that it is taken (docs/domain/lost-work.md 8). */
const seenSeconds = 60;

/** Losses before this are told to nobody. */
export const toldSince = (now: Date) => new Date(now.getTime() - toldHours * 3_600_000);
/** Sightings of free work before this count for nothing. */
export const seenSince = (now: Date) => new Date(now.getTime() - seenSeconds * 1000);

export const LostDuties = z
  .array(
    z.object({
      assignmentId: DutyAssignmentId,
      operatorId: OperatorId,
      lostAt: z.iso.datetime().describe('When the operator lost the duty.'),
      because: LostWorkReason.describe('Why the operator lost the duty.'),
    }),
  )
  .describe(`Assignments of the case that ended in the ${toldHours} hours before. Absent in earlier events.`);
