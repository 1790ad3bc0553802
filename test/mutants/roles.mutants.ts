import { mutantsOf } from './mutant.ts';

const ceremonies = 'src/operators/ceremonies';
const ceremony = `${ceremonies}/approver-ceremony.ts`;

const migration = 'src/db/migrations/0003-sessions.sql';
const deletion = 'src/sign-in/passkeys/deletion-right.ts';
const deletionTests = 'src/sign-in/passkeys/delete-passkey.test.ts';
const administration = 'src/sign-in/passkeys/administration/administer-passkeys.ts';
const commandTests = 'src/operators/operators-command.test.ts';
const requests = 'src/operators/role-requests';

export const mutants = mutantsOf('services/identity', [
  [ceremony, 'new Set(present).size !== 2', 'false', ceremonies],
  [deletion, 'if (!approving.passkeys.areRequired) return;', '', deletionTests],
  [deletion, 'if (!roles.some((role) => passkeyRoles.some((needed) => needed === role))) return;', '', deletionTests],
  [deletion, 'if (!(await isPasskeySession(trx, actor.sessionId))) throw passkeyRequired();', '', deletionTests],
  [deletion, 'await assertNotLastSecurity(trx, actor.userId, approving);', '', deletionTests],
  [deletion, 'if ((await findPasskeys(trx, actor.userId)).length > 1) return;', '', deletionTests],
  [
    deletion,
    'if (await doApproversRemain(trx, { personId: actor.userId, roles }, approving)) return;',
    'return;',
    deletionTests,
  ],
  [
    administration,
    'if (ids.length > 0 && !evenIfFewerApprovers && (await areNeeded(trx, personId, approving)))',
    'if (false)',
    commandTests,
  ],
  [administration, '!evenIfFewerApprovers && ', '', commandTests],
  [administration, 'if (!approving.passkeys.areRequired) return false;', '', commandTests],
  [administration, 'if (await isLastSecurity(trx, personId, approving)) return true;', '', commandTests],
  [
    administration,
    'return !(await doApproversRemain(trx, { personId, roles: await findRoles(trx, personId) }, approving));',
    'return false;',
    commandTests,
  ],
  [ceremony, 'if (await hasOperators(trx))', 'if (false)', ceremonies],
  [ceremony, 'if (named.length < fewestApprovers)', 'if (false)', ceremonies],
  [ceremony, 'if (!present.every((one) =>', 'if (false && !present.every((one) =>', ceremonies],
  [ceremony, 'if (left >= fewestApprovers)', 'if (false)', ceremonies],
  [ceremony, 'if (named.length !== fewestApprovers - left)', 'if (named.length < fewestApprovers - left)', ceremonies],
  [ceremony, 'if (named.some(({ personId }) => present.includes(personId)))', 'if (false)', ceremonies],
  [ceremony, 'if (!named.every(({ role }) => approverRoles.includes(role)))', 'if (false)', ceremonies],
  [ceremony, 'for (const grant of named) await notifyOfApprover(trx, grant);', '', ceremonies],
  ['src/operators/roles/notify-of-role.ts', 'if (userId === personId) continue;', '', ceremonies],
  [ceremony, 'if (securities.length === 0 &&', 'if (false &&', ceremonies],
  [
    `${ceremonies}/queries.ts`,
    ".where('authenticated_at', '>', new Date(now.getTime() - stepUpSeconds * 1000))",
    '',
    ceremonies,
  ],
  [
    `${ceremonies}/queries.ts`,
    ".$if(byPasskey, (query) => query.where('authenticated_by', '=', 'passkey'))",
    '',
    ceremonies,
  ],
  [
    'src/operators/roles/change-role.ts',
    'if (approving) await assertApproversRemain(trx, { personId: known, roles: [role] }, approving);',
    '',
    commandTests,
  ],
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
  [
    'src/export-and-erasure/erasure/delete-account.ts',
    'await assertApproversRemain(trx, { personId, roles }, app);',
    '',
    'src/operators/roles',
  ],
  [
    'src/people/role-holders.ts',
    'and g.role = any(${without.roles}))',
    'and g.role = ${without.roles[0]})',
    'src/operators/roles',
  ],
  ['src/people/assert-approvers-remain.ts', '>= fewestApprovers', '>= 2', requests],
  [
    'src/people/role-holders.ts',
    'and (g.request_id is null or g.granted_at <= ${establishedSince(usable.now)}) and',
    'and',
    requests,
  ],
]);
