import type { Actor } from '@trust/contracts/actor';
import { Problem } from '@trust/service-kit/problems/problem';
import type { Db } from '../../app.ts';
import { listRepresented } from '../../from-other-services/representatives/queries.ts';

/** The log shows who reported, reviewed and judged a provider, and no filter finds all entries about one (docs/domain/audit.md 26). */
export async function assertRepresentsNobody(db: Db, { userId, assignments }: Actor, at: Date): Promise<void> {
  if (assignments.length > 0 || (await listRepresented(db, userId, at)).length > 0)
    throw new Problem('separation-of-duties', {
      en: 'You represent a provider, represented one within the last 12 months, or accepted an invitation. Ask another auditor.',
      fr: 'Vous représentez un prestataire, en avez représenté un au cours des 12 derniers mois ou avez accepté une invitation. Demandez à une autre personne chargée de l’audit.',
    });
}
