import { type PruneTask, pruneTask } from '@trust/service-kit/database/prune';
import { sql } from 'kysely';
import { deleteOldMessages } from './customers/enquiries/queries.ts';
import { closeSilentEnquiries } from './customers/silent-enquiries/close-silent-enquiries.ts';

export const pruneTasks: readonly PruneTask[] = [
  // The audit log keeps the outcome; an accepted invitation has its assignment.
  pruneTask('invitation', (now) => sql`expires_at < ${new Date(now.getTime() - 30 * 86_400_000)}`),
  // Seen as expired for as long as an invitation.
  pruneTask('person_naming', (now) => sql`expires_at < ${new Date(now.getTime() - 30 * 86_400_000)}`),
  pruneTask('awaiting_representative', (now) => sql`until <= ${now}`),
  pruneTask('customer_block', (now) => sql`kept_until <= ${now}`),
  pruneTask('kept_hash', (now) => sql`kept_until <= ${now}`),
  closeSilentEnquiries,
  deleteOldMessages,
  // An enquiry that expired unread: its contact is never disclosed.
  async (trx, now) => {
    const { numAffectedRows = 0n } = await sql`
      delete from enquiry_contact where enquiry_id in (
        select c.enquiry_id from enquiry_contact c join enquiry e on e.id = c.enquiry_id
        where e.state in ('sent', 'expired') and e.answer_due_at <= ${now} limit 5000)`.execute(trx);
    return Number(numAffectedRows);
  },
];
