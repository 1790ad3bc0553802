import type { Actor } from '@trust/contracts/actor';
import { conflict } from '@trust/service-kit/problems/problem';

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
