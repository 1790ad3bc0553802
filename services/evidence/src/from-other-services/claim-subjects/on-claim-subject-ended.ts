import { claimSubjectEnded, claimSubjectSnapshot } from '@trust/contracts/events/claims';
import { saveState } from '@trust/service-kit/inbox/projection';
import { on, type Trx } from '../../app.ts';
import type { ClaimAbout } from '../../db/schema.ts';

type Ended = { subjectId: string; providerId: string; about: ClaimAbout };

export const onClaimSubjectEnded = [
  on(claimSubjectEnded, (ended, { trx }) => save(trx, ended, ended.occurredAt)),
  on(claimSubjectSnapshot, async (subject, { trx }) => {
    if (subject.endedAt) await save(trx, subject, subject.endedAt);
  }),
];

async function save(trx: Trx, { subjectId, providerId, about }: Ended, endedAt: string): Promise<void> {
  const row = { id: subjectId, provider_id: providerId, about, ended_at: endedAt };
  await saveState(trx, 'ended_subject', { key: 'id' }, row);
}
