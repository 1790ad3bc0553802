import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../app.ts';
import { type Approving, lockUsableHolders } from './role-holders.ts';

/** Until the end of the transaction: two operators who revoke each other at once must not both succeed. */
export async function isLastSecurity(trx: Trx, personId: string, { now, passkeys }: Approving): Promise<boolean> {
  const holders = await lockUsableHolders(trx, 'security', { now: now(), needsPasskey: passkeys.areRequired });
  return holders.length === 1 && holders[0] === personId;
}

export async function assertNotLastSecurity(trx: Trx, personId: string, approving: Approving): Promise<void> {
  if (!(await isLastSecurity(trx, personId, approving))) return;
  throw conflict({
    en: 'This is the last operator who can use the role `security`. Grant it to another operator first, who then signs in.',
    fr: 'C’est la dernière personne qui peut exercer le rôle `security`. Attribuez-le d’abord à une autre personne, qui se connecte ensuite.',
  });
}

/** After another operator revoked one: of two who remain, one at least did not do it (promise T5). */
export async function assertTwoSecurityRemain(trx: Trx, { now, passkeys }: Approving): Promise<void> {
  const holders = await lockUsableHolders(trx, 'security', { now: now(), needsPasskey: passkeys.areRequired });
  if (holders.length >= 2) return;
  throw conflict({
    en: 'Another operator who can use the role `security` must remain besides you. Grant it to a third operator first, who then signs in. If an account is in other hands, revoke the role on the command line.',
    fr: 'Une autre personne que vous doit pouvoir exercer le rôle `security`. Attribuez-le d’abord à une troisième personne, qui se connecte ensuite. Si un compte est en d’autres mains, retirez le rôle en ligne de commande.',
  });
}
