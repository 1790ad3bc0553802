import type { Actor } from '@trust/contracts/actor';
import { passkeyRequired } from '@trust/service-kit/actors/step-up';
import type { Trx } from '../../app.ts';
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
  if ((await findPasskeys(trx, actor.userId)).length === 1) await assertNotLastSecurity(trx, actor.userId, approving);
}
