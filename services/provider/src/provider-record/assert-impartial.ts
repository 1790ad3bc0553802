import type { Actor } from '@trust/contracts/actor';
import { conflict, Problem } from '@trust/service-kit/problems/problem';
import type { Trx } from '../app.ts';
import { isOrWasRepresentative, wasCustomer } from './sides.ts';

/** Of operators. The session knows no acceptance that awaits approval (docs/domain/invitations.md 12), and no customers. */
export async function assertImpartial(
  trx: Trx,
  { userId }: Actor,
  { providerId, at }: { providerId: string; at: Date },
): Promise<void> {
  if (await isOrWasRepresentative(trx, { userId, providerId, at })) throw new Problem('separation-of-duties');
  if (await wasCustomer(trx, { userId, providerId, at })) throw conflict(isCustomer, 'separation-of-duties');
}

const isCustomer = {
  en: 'You are a customer of this provider, were one within the last 12 months, or reported it. Hand this step over to a colleague.',
  fr: 'Vous êtes client de ce prestataire, l’avez été au cours des 12 derniers mois ou l’avez signalé. Confiez cette étape à une autre personne de l’équipe.',
};
