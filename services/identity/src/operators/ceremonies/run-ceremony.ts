import { type OperatorRole, operatorRoles } from '@trust/contracts/permissions';
import { invalid } from '@trust/service-kit/problems/problem';
import type { Stores } from '../../people/with-vault.ts';
import type { Usable } from '../roles/queries.ts';
import { type Ceremony, holdCeremony } from './approver-ceremony.ts';

/** `args`: an e-mail address or phone number and a role, for each person. */
export async function runCeremony(
  stores: Stores,
  { kind, args, present }: { kind: Ceremony['kind']; args: readonly string[]; present: readonly string[] },
  usable: Usable,
): Promise<string> {
  const granted = await holdCeremony(stores, { kind, named: namedIn(args), present }, usable);
  return `${granted.map(({ personId, role }) => `Granted ${role}: person ${personId}`).join('\n')}\nThey were notified, and the audit log has an entry for each with the two who were present. They must sign in again.`;
}

function namedIn(args: readonly string[]): Ceremony['named'] {
  const pairs = Array.from({ length: Math.ceil(args.length / 2) }, (_, index) => args.slice(2 * index, 2 * index + 2));
  return pairs.map(([identifier = '', role = '']) => {
    if (!operatorRoles.includes(role as OperatorRole))
      throw invalid('role', 'invalid_value', { en: `Unknown role: ${role}.`, fr: `Rôle inconnu : ${role}.` });
    return { identifier, role: role as OperatorRole };
  });
}
