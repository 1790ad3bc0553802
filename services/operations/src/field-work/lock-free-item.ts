import type { Actor } from '@trust/contracts/actor';
import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../app.ts';
import { announceAssignment } from './announce.ts';
import { lockItemToChange } from './lock-item-to-change.ts';
import { updateItem } from './queries.ts';

export async function lockFreeItem(trx: Trx, { actor, id, at }: { actor: Actor; id: string; at: Date }) {
  const before = await lockItemToChange(trx, actor, { id, at });
  if (before.assignee_id !== null)
    throw conflict({
      en: 'An agent holds this work item. Reassign it to replace them.',
      fr: 'Une personne est chargée de cette visite. Réattribuez-la pour la remplacer.',
    });
  return {
    permission: 'operations.field-work.perform' as const,
    assign: async (assigneeId: string) => {
      const after = await updateItem(trx, id, { assignee_id: assigneeId });
      await announceAssignment(trx, after, { before, at });
    },
  };
}
