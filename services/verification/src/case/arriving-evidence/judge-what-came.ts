import type { App, Trx } from '../../app.ts';
import { applyEffects } from '../effects/effects.ts';
import { notifyOfChangedEvidence } from '../effects/notify-assignees.ts';
import { moveCase } from '../record/move-case.ts';
import type { Case } from '../record/queries.ts';

/** After the deadline of an appeal its assignee judges what came, although something is missing (docs/domain/appeal.md 16). */
export async function judgeWhatCame(trx: Trx, app: App, found: Case): Promise<Case> {
  const move = await moveCase(trx, found, 'in_review', app.now());
  await applyEffects(trx, app, [move]);
  await notifyOfChangedEvidence(trx, found.id);
  return move.moved;
}
