import { pruneTask } from '@trust/service-kit/database/prune';
import { sql } from 'kysely';

export const pruneTasks = [
  // The audit log keeps the outcome; an accepted invitation has its assignment.
  pruneTask('invitation', (now) => sql`expires_at < ${new Date(now.getTime() - 30 * 86_400_000)}`),
];
