import { mutantsOf } from './mutant.ts';

const migration = 'src/db/migrations/0003-sessions.sql';
const requests = 'src/operators/role-requests';

export const mutants = mutantsOf('services/identity', [
  [
    migration,
    'role_approval_not_by_requester check (approver_id <> requested_by)',
    'role_approval_not_by_requester check (true)',
    requests,
  ],
  [
    migration,
    'role_approval_not_by_target check (approver_id <> person_id)',
    'role_approval_not_by_target check (true)',
    requests,
  ],
  [migration, "state = 'pending' and expires_at > new.decided_at", "state = 'pending'", requests],
  [migration, "granted_at <= new.decided_at - interval '24 hours'", 'true', requests],
  [migration, '  ) < 2 or not exists (', '  ) < 1 or not exists (', requests],
  [`${requests}/create-role-approval.ts`, '.filter(({ stands }) => stands)', '', requests],
  [`${requests}/states.ts`, 'decisions.length >= approvalsNeeded', 'decisions.length >= 1', requests],
  [`${requests}/states.ts`, "decisions.includes('reject')", 'false', requests],
  [
    `${requests}/create-role-request.ts`,
    'if ((await findRoles(trx, personId)).includes(role)) throw hasRole();',
    '',
    'src/operators/roles',
  ],
  ['src/operators/roles/assert-approvers-remain.ts', '>= fewestApprovers', '>= 2', requests],
  [
    'src/operators/roles/queries.ts',
    'and (g.request_id is null or g.granted_at <= ${establishedSince(usable.now)}) and',
    'and',
    requests,
  ],
]);
