import type { Actor } from '@trust/contracts/actor';
import { passkeyRequired } from '@trust/service-kit/actors/step-up';
import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import { doApproversRemain } from '../../people/assert-approvers-remain.ts';
import { assertNotLastSecurity } from '../../people/assert-not-last-security.ts';
import type { Approving } from '../../people/role-holders.ts';
import { findRoles } from '../../people/roles.ts';
import { passkeyRoles } from '../../sessions/lookup/resolve-session.ts';
import { isPasskeySession } from '../../sessions/passkey-sessions.ts';
import { findPasskeys } from './of-person.ts';

/** Under `lockPerson`. Whoever reads the mailbox must not take the passkeys of an operator who needs them. */
export async function requireDeletionRight(trx: Trx, actor: Actor, approving: Approving): Promise<void> {
  if (!approving.passkeys.areRequired) return;
  const roles = await findRoles(trx, actor.userId);
  if (!roles.some((role) => passkeyRoles.some((needed) => needed === role))) return;
  if (!(await isPasskeySession(trx, actor.sessionId))) throw passkeyRequired();
  if ((await findPasskeys(trx, actor.userId)).length > 1) return;
  await assertNotLastSecurity(trx, actor.userId, approving);
  if (await doApproversRemain(trx, { personId: actor.userId, roles }, approving)) return;
  throw conflict({
    en: 'Three operators who can approve roles must keep a passkey. Register another passkey first, then delete this one.',
    fr: 'Trois personnes qui peuvent approuver des rôles doivent garder une clé d’accès. Enregistrez d’abord une autre clé d’accès, puis supprimez celle-ci.',
  });
}
