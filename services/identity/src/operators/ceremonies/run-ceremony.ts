import { type OperatorRole, operatorRoles } from '@trust/contracts/permissions';
import { WorkName } from '@trust/contracts/values/work-name';
import { invalid } from '@trust/service-kit/problems/problem';
import type { Usable } from '../../people/role-holders.ts';
import type { Stores } from '../../people/with-vault.ts';
import { type Ceremony, holdCeremony } from './approver-ceremony.ts';

/** `args`: an e-mail address or phone number, a role and a work name, for each person. */
export async function runCeremony(
  stores: Stores,
  { kind, args, present }: { kind: Ceremony['kind']; args: readonly string[]; present: readonly string[] },
  usable: Usable,
): Promise<string> {
  const granted = await holdCeremony(stores, { kind, named: namedIn(args), present }, usable);
  return `${granted.map(({ personId, role }) => `Granted ${role}: person ${personId}`).join('\n')}\nThey and all operators were notified, and the audit log has an entry for each with the two who were present. They must sign in again.`;
}

function namedIn(args: readonly string[]): Ceremony['named'] {
  const triples = Array.from({ length: Math.ceil(args.length / 3) }, (_, index) =>
    args.slice(3 * index, 3 * index + 3),
  );
  return triples.map(([identifier = '', role = '', workName = '']) => {
    if (!operatorRoles.includes(role as OperatorRole))
      throw invalid('role', 'invalid_value', { en: `Unknown role: ${role}.`, fr: `Rôle inconnu : ${role}.` });
    if (!WorkName.safeParse(workName).success)
      throw invalid('workName', 'invalid_value', {
        en: `${identifier} needs a work name: 2 to 40 letters, digits, spaces and . - ' only.`,
        fr: `${identifier} doit avoir un nom de travail : 2 à 40 lettres, chiffres, espaces et . - ’ seulement.`,
      });
    return { identifier, role: role as OperatorRole, workName: workName.trim() };
  });
}
