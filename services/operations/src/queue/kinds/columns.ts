import { sql } from 'kysely';

/** Each kind of item selects these columns in this order. */
export const columns = sql`subject_type, subject_id, case_id, kind, state, provider_id, category_key, requirement_version_id,
  requirement_keys, opened_at, due_at, assignee_id, can_work, escalations, is_safety, is_expiring`;
