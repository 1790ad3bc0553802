import type { Db } from '../app.ts';

export function findSessionsByPerson(db: Db, personId: string) {
  return db
    .selectFrom('session')
    .select([
      'id',
      'sealed_label',
      'state',
      'kind',
      'authenticated_by as authenticatedBy',
      'device_kind as deviceKind',
      'device_browser as deviceBrowser',
      'device_system as deviceSystem',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'ends_at as endsAt',
    ])
    .select((eb) =>
      eb
        .selectFrom('assignment')
        .select('provider_id')
        .whereRef('assignment.id', '=', 'session.workspace_assignment_id')
        .as('workspaceProviderId'),
    )
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute();
}
