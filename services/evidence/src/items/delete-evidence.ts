import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { reply } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, route, type Trx } from '../app.ts';
import type { CaseState } from '../db/schema.ts';
import { lockCase } from '../from-other-services/cases/queries.ts';
import { assertNotFrozen } from '../from-other-services/emergency-actions/assert-not-frozen.ts';
import { isItemHeld } from '../from-other-services/legal-holds/queries.ts';
import { isOfEnded } from './ended-subjects.ts';
import { findProviderItem, hasGrantedClaim, type ItemRow, isMarkedFinal, withdrawItem } from './queries.ts';
import { EvidenceId } from './schema.ts';

/** In the other states a recommendation or decision rests on the evidence. */
const underWay: readonly CaseState[] = ['awaiting_evidence', 'in_review', 'awaiting_correction'];
const withdrawable: readonly CaseState[] = [...underWay, 'withdrawn', 'expired'];

export const deleteEvidence = route(
  {
    method: 'delete',
    path: '/providers/{providerId}/evidence/{evidenceId}',
    summary: 'Delete evidence',
    description:
      'It is `withdrawn`: its versions can no longer be read, and their bytes are deleted after 30 days. The record that evidence existed remains. Not possible once a recommendation or decision relies on it, while its case is under way after an operator marked it as final, under a legal hold, or while an emergency action freezes the case. A document about a person responsible or premises that the provider no longer has can be deleted after the decision too, unless a case under way or a current claim relies on it. Deleting it again changes nothing.',
    access: 'provider.evidence.manage',
    scope: 'provider',
    params: EvidenceId,
    responds: { status: 204 },
    problems: ['state-conflict', 'legal-hold'],
  },
  async (input, { db, now }) => {
    const { providerId, params } = input;
    return db.transact(async (trx) => {
      const item = await findProviderItem(trx, providerId, params.evidenceId);
      if (!item) throw notFound();
      const found = await lockCase(trx, item.case_id);
      await assertNotFrozen(trx, item.case_id, now());
      if (!found || !(await mayWithdraw(trx, item.id, { state: found.state, at: now() }))) throw usedForDecision();
      if (underWay.includes(found.state) && (await isMarkedFinal(trx, item.id))) throw markedFinal();
      if (await isItemHeld(trx, item.id)) throw underLegalHold();
      const at = now();
      const withdrawn = await withdrawItem(trx, item.id, at);
      for (const versionId of withdrawn) await announce(trx, item, versionId, at);
      if (withdrawn.length > 0)
        await audit(trx, input, {
          objectType: 'evidence_item',
          objectId: item.id,
          after: { caseId: item.case_id, versions: withdrawn.length, state: 'withdrawn' },
        });
      return reply(undefined, { changed: withdrawn.length > 0 });
    });
  },
);

/** Nothing rests on it, or what it shows has ended (docs/domain/evidence.md 32). */
async function mayWithdraw(trx: Trx, id: string, { state, at }: { state: CaseState; at: Date }): Promise<boolean> {
  // An appeal grants claims on documents of a case that may then end as withdrawn or expired.
  const isFree = withdrawable.includes(state) && !(await hasGrantedClaim(trx, id));
  return isFree || isOfEnded(trx, id, at);
}

function announce(trx: Trx, item: ItemRow, evidenceVersionId: string, at: Date): Promise<void> {
  return emit(trx, evidenceWithdrawn, {
    evidenceVersionId,
    evidenceId: item.id,
    caseId: item.case_id,
    providerId: item.provider_id,
    requirementKey: item.requirement_key,
    occurredAt: at.toISOString(),
  });
}

function usedForDecision(): Problem {
  return conflict({
    en: 'A recommendation or decision relies on this document, so it stays with its case. Read the case for details.',
    fr: 'Une recommandation ou une décision s’appuie sur ce document : il reste conservé avec son dossier. Consultez le dossier pour en savoir plus.',
  });
}

function markedFinal(): Problem {
  return conflict({
    en: 'This document is under review, and an operator marked it as final. It stays with its case until that ends. Wait for the decision, or withdraw the case.',
    fr: 'Ce document est en cours d’examen et porte une remarque définitive. Il reste conservé avec son dossier jusqu’à la fin de celui-ci. Attendez la décision ou retirez le dossier.',
  });
}

function underLegalHold(): Problem {
  return new Problem('legal-hold', {
    en: 'The law requires us to keep this document for now. Contact support for the end date. You can withdraw it once the hold is lifted.',
    fr: 'La loi nous oblige à conserver ce document pour le moment. Contactez l’assistance pour en connaître le terme. Vous pourrez le retirer à la levée de cette obligation.',
  });
}
