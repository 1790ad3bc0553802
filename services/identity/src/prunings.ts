import { pruning } from '@trust/service-kit/prune';
import { sql } from 'kysely';

/** What identity forgets by itself. */
export const prunings = [
  // Of challenges that nobody answered: with its key goes the number or address.
  pruning('data_key', (now) => sql`expires_at <= ${now}`),
];
