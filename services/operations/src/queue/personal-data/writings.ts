import type { Writings } from '@trust/personal-data/writings';

/** What operators type here. */
export const writings = [
  { table: 'duplicate_review', by: 'reviewer_id', at: 'reviewed_at', texts: ['reason'] },
  { table: 'emergency_action', by: 'acted_by', at: 'started_at', texts: ['reason'] },
  { table: 'emergency_action', by: 'lifted_by', at: 'lifted_at', texts: ['lift_reason'] },
  { table: 'emergency_review', by: 'reviewer_id', at: 'reviewed_at', texts: ['reason'] },
  { table: 'escalation', by: 'opened_by', at: 'opened_at', texts: ['reason'] },
  { table: 'escalation', by: 'resolved_by', at: 'resolved_at', texts: ['resolution'] },
  { table: 'field_submission', by: 'agent_id', at: 'received_at', texts: ['summary', 'observations', 'reason'] },
  { table: 'field_submission_review', by: 'reviewer_id', at: 'reviewed_at', texts: ['reason'] },
  { table: 'field_work_instruction', by: 'given_by', at: 'given_at', texts: ['text'] },
  { table: 'incident', by: 'opened_by', at: 'opened_at', texts: ['title', 'reason'] },
  { table: 'incident', by: 'resolved_by', at: 'resolved_at', texts: ['resolution'] },
  { table: 'moderation', by: 'decided_by', at: 'decided_at', texts: ['reason'] },
  { table: 'override_approval', by: 'approver_id', at: 'decided_at', texts: ['reason'] },
  { table: 'override_request', by: 'requester_id', at: 'requested_at', texts: ['reason'] },
  { table: 'saved_view', by: 'operator_id', at: 'saved_at', texts: ['key', 'name', 'filters'] },
  { table: 'triage_note', by: 'author_id', at: 'written_at', texts: ['text'] },
  { table: 'triage_snooze', by: 'operator_id', at: 'snoozed_at', texts: ['reason'] },
] as const satisfies Writings[];
