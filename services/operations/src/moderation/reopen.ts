import type { App, Trx } from '../app.ts';
import { lockLast, type ModerationKind, type ModerationRow, upsertModeration } from './queries.ts';

export const isApproved = ({ state, outcome }: ModerationRow) => state === 'decided' && outcome === 'approved';

/** A decision is immutable: what was approved is refused in a round of its own. */
export async function reopen(trx: Trx, { newId }: App, last: ModerationRow, at: Date): Promise<ModerationRow> {
  const { subject_id, is_appeal, provider_id, category_key, involved, content_revision } = last;
  const kind = last.kind as ModerationKind;
  await upsertModeration(trx, {
    id: newId(),
    subject_id,
    kind,
    is_appeal,
    provider_id,
    category_key,
    involved,
    content_revision,
    round: last.round + 1,
    reason_code: 'reconsidered',
    requested_at: at,
    ready_at: at,
    due_at: at,
  });
  const reopened = await lockLast(trx, subject_id, { kind, ownProviders: [] });
  if (!reopened) throw new Error('The new round of a moderation disappeared.');
  return reopened;
}
