import type { Writings } from '@trust/personal-data/writings';

/** What operators type here about roles of others, and about the person themselves. Names and labels are sealed. */
export const writings = [
  { table: 'role_approval', by: 'approver_id', at: 'decided_at', texts: ['reason'] },
  { table: 'role_request', by: 'requested_by', at: 'requested_at', texts: ['reason'] },
  { table: 'role_request', by: 'person_id', at: 'requested_at', texts: ['work_name'] },
] as const satisfies Writings[];
