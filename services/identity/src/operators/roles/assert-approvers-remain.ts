import { type OperatorRole, operatorPermissions, operatorRoles } from '@trust/contracts/permissions';
import { conflict } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../../app.ts';
import { countApproversWithout } from './queries.ts';

const approverRoles = operatorRoles.filter((role) => operatorPermissions[role].includes('identity.roles.approve'));

/** A requester and two approvers: with fewer nobody could grant a role again (promise T5). */
const fewestApprovers = 3;

export async function assertApproversRemain(
  trx: Trx,
  { personId, role }: { personId: string; role: OperatorRole },
  { now, passkeys }: Pick<App, 'now' | 'passkeys'>,
): Promise<void> {
  if (!approverRoles.includes(role)) return;
  const usable = { now: now(), needsPasskey: passkeys.areRequired };
  if ((await countApproversWithout(trx, { personId, role, roles: approverRoles }, usable)) >= fewestApprovers) return;
  throw conflict({
    en: 'Three operators who can approve roles must remain. Grant `security` or `supervisor` to another operator first, and wait 24 hours.',
    fr: 'Trois personnes doivent pouvoir approuver des rôles. Attribuez d’abord `security` ou `supervisor` à une autre personne, puis attendez 24 heures.',
  });
}
