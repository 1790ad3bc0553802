import type { Writings } from '@trust/personal-data/writings';

const ofRequest = (column: string) =>
  `(select r.${column} from correction_request r where r.id = correction_request_id)`;

/** What people type here: representatives in appeals, operators in all else. */
export const writings = [
  { table: 'appeal', by: 'submitted_by', at: 'submitted_at', texts: ['statement'] },
  { table: 'appeal_decision', by: 'decider_id', at: 'decided_at', texts: ['reason', 'not_read_reason'] },
  { table: 'appeal_recommendation', by: 'recommender_id', at: 'recommended_at', texts: ['reason'] },
  { table: 'case_assignment', by: 'assigned_by', at: 'assigned_at', texts: ['reason'] },
  {
    table: 'case_check',
    by: 'checked_by',
    at: 'checked_at',
    texts: ['observations', 'reason', 'earlier_document_reason', 'earlier_subject_reason', 'shared_content_reason'],
  },
  { table: 'correction_item', by: ofRequest('requested_by'), at: ofRequest('requested_at'), texts: ['text'] },
  { table: 'correction_request', by: 'requested_by', at: 'requested_at', texts: ['reason'] },
  { table: 'decision', by: 'decider_id', at: 'decided_at', texts: ['reason', 'not_read_reason'] },
  { table: 'field_visit', by: 'requested_by', at: 'requested_at', texts: ['reason'] },
  { table: 'recommendation', by: 'recommender_id', at: 'recommended_at', texts: ['reason'] },
] as const satisfies Writings[];
