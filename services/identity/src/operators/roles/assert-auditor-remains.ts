import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import { lockUsableHolders } from '../../people/role-holders.ts';

/** Nobody takes away all who read what they do (promise T5). Auditors change nothing, so they need no passkey. */
export async function assertAuditorRemains(trx: Trx, actorId: string, now: Date): Promise<void> {
  const holders = await lockUsableHolders(trx, 'auditor', { now, needsPasskey: false });
  if (holders.some((holder) => holder !== actorId)) return;
  throw conflict({
    en: 'Another auditor must remain besides you. Grant the role `auditor` to another operator first, who then signs in. If an account is in other hands, revoke the role on the command line.',
    fr: 'Il doit rester, en dehors de vous, une personne qui exerce le rôle `auditor`. Attribuez-le d’abord à une autre personne, qui se connecte ensuite. Si un compte est en d’autres mains, retirez le rôle en ligne de commande.',
  });
}
