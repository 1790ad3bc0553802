import type { Actor } from '@trust/contracts/actor';
import type { OperatorRole } from '@trust/contracts/permissions';
import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import { findRoles } from '../../people/roles.ts';

/** Separation of duties: another operator decides what one may do. */
export function assertNotOneself({ userId }: Actor, personId: string): void {
  if (userId !== personId) return;
  throw conflict(
    {
      en: 'Nobody changes their own roles. Ask another operator with the role `security`.',
      fr: 'Personne ne modifie ses propres rôles. Adressez-vous à une autre personne qui a le rôle `security`.',
    },
    'separation-of-duties',
  );
}

export async function rolesOf(trx: Trx, userId: string): Promise<{ userId: string; roles: OperatorRole[] }> {
  return { userId, roles: ((await findRoles(trx, userId)) as OperatorRole[]).sort() };
}
