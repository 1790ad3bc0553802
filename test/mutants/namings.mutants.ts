import { mutantsOf } from './mutant.ts';

const folder = 'src/registration/responsible-person';
const namings = `${folder}/namings.test.ts`;
const guarded = `${folder}/guarded-namings.test.ts`;
const migration = 'src/db/migrations/0045-person-namings.sql';
const put = `${folder}/put-responsible-person.ts`;
const accept = `${folder}/accept-person-naming.ts`;
const decline = `${folder}/delete-person-naming.ts`;

export const mutants = mutantsOf('services/provider', [
  [put, '!isOwn && ', '', namings],
  [put, 'isPresent) changed = await withdrawNaming(trx, input)', 'isPresent) changed = false', namings],
  [put, '        await deleteNaming(trx, { providerId });\n        if (isOwn)', '        if (isOwn)', namings],
  [put, 'hasSameEnds && isSameName', 'isSameName', namings],
  [put, '|| naming.expires_at <= at', '', namings],
  [accept, 'naming.declined_at === null && ', '', namings],
  [accept, ' && naming.expires_at > at', '', namings],
  [accept, ' || naming.user_id !== actor.userId', '', namings],
  [accept, 'naming.subject_id !== body.namingId', 'false', namings],
  [accept, "await assertNotInQuestion(trx, provider, 'person');", '', guarded],
  [accept, 'if (!claims.every(', 'if (false && !claims.every(', namings],
  [accept, 'current?.id === body.namingId && ', 'false && ', namings],
  [accept, 'await deleteNaming(trx, { providerId });', '', namings],
  [
    decline,
    "if (!isOwn) await assertStillRepresents(trx, withPermission(input, 'provider.representatives.manage'));",
    '',
    namings,
  ],
  [decline, 'naming.declined_at || ', '', namings],
  [decline, ' || naming.expires_at <= at', '', namings],
  [decline, 'if (isOwn) await declineNaming(trx, naming.subject_id, at);\n      else await', 'await', namings],
  [`${folder}/named-subjects-view.ts`, 'if (isOwn && naming.declined_at) return null;', '', namings],
  [
    `${folder}/named-subjects-view.ts`,
    'isWaiting ? openPersonName(app, naming) : null',
    'openPersonName(app, naming)',
    namings,
  ],
  [
    'src/registration/workspace/read-workspace.ts',
    '(n.user_id <> r.user_id or n.declined_at is null)',
    'true',
    namings,
  ],
  ['src/registration/workspace/read-workspace.ts', 'n.expires_at > ${at}', 'true', namings],
  ['src/registration/workspace/workspace-facts.ts', 'row.naming?.isOwn ?', 'row.naming ?', namings],
  ['src/registration/workspace/workspace-facts.ts', " || (about === 'person' && naming)", '', namings],
  ['src/registration/representatives/end-representation.ts', 'await deleteNaming(trx, userId', 'void (userId', guarded],
  [
    'src/registration/profile/change-profile.ts',
    'if (isOtherKind) await deleteNaming(trx, { providerId });',
    '',
    guarded,
  ],
  [
    'src/prune-tasks.ts',
    "pruneTask('person_naming', (now) => sql`expires_at < ${new Date(now.getTime() - 30",
    "pruneTask('person_naming', (now) => sql`expires_at < ${new Date(now.getTime() - 40",
    guarded,
  ],
  [migration, 'provider_id uuid not null unique', 'provider_id uuid not null', guarded],
  [migration, 'check (named_by <> user_id)', 'check (true)', guarded],
  [
    migration,
    'where provider_id = new.provider_id and user_id = new.user_id and ended_at is null',
    'where true',
    guarded,
  ],
  [migration, 'when (old.declined_at is not null)', 'when (false)', guarded],
  [migration, 'accepted_by = user_id', 'true', guarded],
  [migration, 'new.accepted_by is null or', 'false or', guarded],
  [migration, 'n.provider_id <> new.provider_id or ', '', guarded],
  [migration, 'n.user_id <> new.user_id or ', '', guarded],
  [put, 'naming.user_id !== userId', 'false', guarded],
  [migration, ' or n.declined_at is not null', '', guarded],
  [migration, ' or n.expires_at <= new.named_at', '', guarded],
]);
