import { pruning } from '@trust/service-kit/database/prune';
import { sql } from 'kysely';

/** What the provider service forgets by itself. */
export const prunings = [
  // What became of an invitation is in the audit log; an assignment keeps its own row.
  pruning('invitation', (now) => sql`expires_at < ${new Date(now.getTime() - 30 * 86_400_000)}`),
];
