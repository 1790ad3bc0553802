import { pruneTask } from '@trust/service-kit/database/prune';
import { sql } from 'kysely';

/** What the provider service forgets by itself. */
export const pruneTasks = [
  // What became of an invitation is in the audit log; an assignment keeps its own row.
  pruneTask('invitation', (now) => sql`expires_at < ${new Date(now.getTime() - 30 * 86_400_000)}`),
];
