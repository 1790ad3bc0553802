import { operatorPermissions, operatorRoles } from '@trust/contracts/permissions';
import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../app.ts';
import { type Approving, countApprovers } from './role-holders.ts';

export const approverRoles = operatorRoles.filter((role) =>
  operatorPermissions[role].includes('identity.roles.approve'),
);

/** A requester and two approvers: with fewer nobody could grant a role again (promise T5). */
export const fewestApprovers = 3;

/** `roles`: those that the person loses. */
type Loss = { personId: string; roles: readonly string[] };

export async function doApproversRemain(
  trx: Trx,
  { personId, roles }: Loss,
  { now, passkeys }: Approving,
): Promise<boolean> {
  if (!approverRoles.some((role) => roles.includes(role))) return true;
  const usable = { now: now(), needsPasskey: passkeys.areRequired };
  return (await countApprovers(trx, { roles: approverRoles, without: { personId, roles } }, usable)) >= fewestApprovers;
}

export async function assertApproversRemain(trx: Trx, loss: Loss, approving: Approving): Promise<void> {
  if (await doApproversRemain(trx, loss, approving)) return;
  throw conflict({
    en: 'Three operators who can approve roles must remain. Grant `security` or `supervisor` to another operator first, and wait 24 hours.',
    fr: 'Trois personnes doivent pouvoir approuver des rôles. Attribuez d’abord `security` ou `supervisor` à une autre personne, puis attendez 24 heures.',
  });
}
