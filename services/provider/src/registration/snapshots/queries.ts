import type { Trx } from '../../app.ts';

/** Current and former ones, oldest first. */
export function findAllAssignments(trx: Trx, providerId: string) {
  return trx
    .selectFrom('representative')
    .select(['id', 'user_id', 'role', 'ended_at'])
    .where('provider_id', '=', providerId)
    .orderBy('assigned_at')
    .orderBy('id')
    .execute();
}

/** Oldest first, with the availability of the active ones. */
export function findSelections(trx: Trx, providerId: string) {
  return trx
    .selectFrom('service_selection as s')
    .leftJoin('availability as a', (join) => join.onRef('a.selection_id', '=', 's.id').on('s.state', '=', 'active'))
    .select(['s.id', 's.category_key', 's.requirement_version_id', 's.state'])
    .select(['a.state as availability', 'a.next_available_at'])
    .where('s.provider_id', '=', providerId)
    .orderBy('s.state', 'desc')
    .orderBy('s.selected_at')
    .orderBy('s.id')
    .execute();
}

/** Current and former ones, oldest first. */
export function findAllSubjects(trx: Trx, providerId: string) {
  return trx
    .selectFrom('claim_subject')
    .select(['id', 'about', 'provider_kind', 'user_id', 'named_at', 'ended_at', 'end_reason', 'same_name_subject_id'])
    .where('provider_id', '=', providerId)
    .orderBy('named_at')
    .orderBy('id')
    .execute();
}
