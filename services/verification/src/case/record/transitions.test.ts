import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseOf, makeProvider, makeRecommended } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import type { Trx } from '../../app.ts';
import type { CaseState } from '../../db/schema.ts';
import { caseTransitions } from './transitions.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const states = Object.keys(caseTransitions) as CaseState[];

test('M1 code and database list the same transitions', async () => {
  const rows = await service.db.selectFrom('allowed_transition').selectAll().where('thing', '=', 'case').execute();
  const listed = states.flatMap((from) => caseTransitions[from].map((to) => `${from} ${to}`));
  expect(rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`).sort()).toEqual(listed.sort());
});

const paths: Record<Exclude<CaseState, 'awaiting_evidence'>, CaseState[]> = {
  recommended: [],
  awaiting_correction: ['awaiting_correction'],
  in_review: ['awaiting_correction', 'in_review'],
  decided: ['decided'],
  under_appeal: ['decided', 'under_appeal'],
  closed: ['decided', 'under_appeal', 'closed'],
  withdrawn: ['withdrawn'],
  expired: ['awaiting_correction', 'expired'],
};

test('M1 the database accepts the listed transitions from the app role and rejects all others', async () => {
  const provider = await makeProvider(service);
  const { id: fresh } = await caseOf(service, provider);
  const { caseId: recommended } = await makeRecommended(service);
  const { id: recommendation_id, recommender_id } = await service.db
    .selectFrom('recommendation')
    .select(['id', 'recommender_id'])
    .where('case_id', '=', recommended)
    .executeTakeFirstOrThrow();

  const set = (trx: Trx, id: string, to: CaseState) => {
    const isEmpty = id === fresh && to === 'expired';
    const before = isEmpty || ['awaiting_evidence', 'in_review', 'awaiting_correction', 'withdrawn'].includes(to);
    const decided = to === 'decided' || to === 'under_appeal' || to === 'closed';
    return trx
      .updateTable('verification_case')
      .set({
        state: to,
        outcome: decided ? 'verified' : null,
        correction_due_at: to === 'awaiting_correction' ? service.clock.now : null,
        recommendation_id: before ? null : recommendation_id,
        recommender_id: before ? null : recommender_id,
      })
      .where('id', '=', id)
      .execute();
  };

  const accepted: string[] = [];
  const rejections = new Set<string>();
  for (const from of states) {
    for (const to of states.filter((state) => state !== from)) {
      const attempt = service.db.transact(async (trx) => {
        const id = from === 'awaiting_evidence' ? fresh : recommended;
        if (from !== 'awaiting_evidence') for (const step of paths[from]) await set(trx, id, step);
        await set(trx, id, to);
        throw new Error('accepted');
      });
      const message = await attempt.catch(({ message }: Error) => message);
      if (message === 'accepted') accepted.push(`${from} ${to}`);
      else rejections.add(message.replaceAll(new RegExp(states.join('|'), 'g'), '…'));
    }
  }
  const listed = states.flatMap((from) => caseTransitions[from].map((to) => `${from} ${to}`));
  expect(accepted.sort()).toEqual(listed.sort());
  expect([...rejections]).toEqual(['case cannot go from … to …']);
});

test('M1 a case becomes `decided` only with a decision in the same transaction', async () => {
  const { caseId } = await makeRecommended(service);
  const update = service.db
    .updateTable('verification_case')
    .set({ state: 'decided', outcome: 'verified' })
    .where('id', '=', caseId)
    .execute();
  await expect(update).rejects.toThrow(/decided by a decision/);
});

test('M1 a new case must be `awaiting_evidence`', async () => {
  const provider = await makeProvider(service);
  const insert = sql`
    insert into verification_case (id, provider_id, category_key, selection_id, requirement_version_id, kind, opened_at, state)
    select ${randomUUID()}, provider_id, category_key, selection_id, requirement_version_id, kind, opened_at, 'in_review'
    from verification_case where provider_id = ${provider.providerId}`.execute(service.db);
  await expect(insert).rejects.toThrow(/begins by awaiting evidence/);
});
