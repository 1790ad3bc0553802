import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppeal, makeDecided } from '../../../test/appeals.ts';
import { caseOf, decide, makeAssigned, makeRecommended, openReview } from '../../../test/make.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { requestVisit } from '../../../test/make-visit.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { appealTransitions } from '../../outcome/appeals/transitions.ts';
import { claimTransitions } from '../../outcome/claims/transitions.ts';
import { correctionTransitions } from '../corrections/transitions.ts';
import { visitTransitions } from '../visits/transitions.ts';
import { caseTransitions } from './transitions.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const walks = 200;
const stepsOfWalk = 500;

type Machine = {
  table: string;
  type: string;
  transitions: Record<string, readonly string[]>;
  /** Walks begin at these rows, which together reach every state. */
  make: () => Promise<string[]>;
  /** SQL that sets what changes with the state `s` of the row `was`. */
  set?: string;
  before?: string;
  /** Rejected where a walk lacks a part of the move: the review has no recommendation. */
  conditional?: string;
};

const isDecided = "s in ('decided', 'under_appeal', 'closed')";
const isVisitEnded = "s in ('accepted', 'cannot_complete', 'cancelled')";

const machines: Machine[] = [
  {
    table: 'verification_case',
    type: 'case_state',
    transitions: caseTransitions,
    conditional: 'in_review > recommended',
    async make() {
      const { caseId } = await makeRecommended(service);
      const first = await makeRecommended(service);
      await decide(service, first.caseId);
      // Only a review, with the evidence of an appeal, is closed from `in_review`.
      await openReview(service, first);
      return [(await caseOf(service, first)).id, caseId];
    },
    set: `, outcome = case when ${isDecided} then coalesce(was.outcome, 'verified') end,
      recommendation_id = case when s in ('recommended', 'decided', 'under_appeal', 'closed') then coalesce(was.recommendation_id, reviewed.id) end,
      recommender_id = case when s in ('recommended', 'decided', 'under_appeal', 'closed') then reviewed.recommender_id end,
      correction_due_at = case when s = 'awaiting_correction' then now() end`,
  },
  {
    table: 'correction_request',
    type: 'correction_state',
    transitions: correctionTransitions,
    async make() {
      const { body } = await requestCorrection(service, await makeAssigned(service), ['licence']);
      return [body.id];
    },
    set: ", ended_at = case when s <> 'open' then now() end",
  },
  {
    table: 'field_visit',
    type: 'field_visit_state',
    transitions: visitTransitions,
    make: async () => [(await requestVisit(service)).fieldVisitId],
    set: `, work_item_id = coalesce(was.work_item_id, case when s <> 'requested' then gen_random_uuid() end),
      starts_at = now(), ends_at = now() + interval '1 hour', ended_at = case when ${isVisitEnded} then now() end,
      end_reason = case when s in ('cannot_complete', 'cancelled') then 'nobody_present' end`,
  },
  {
    table: 'appeal',
    type: 'appeal_state',
    transitions: appealTransitions,
    make: async () => [(await makeAppeal(service, await makeDecided(service))).appealId],
  },
  {
    table: 'claim',
    type: 'claim_state',
    transitions: claimTransitions,
    async make() {
      const { body } = await decide(service, (await makeRecommended(service)).caseId);
      return [body.claims[0].claimId];
    },
    before: `insert into claim_change (id, claim_id, from_state, to_state, reason, emergency_action_id, decision_id, appeal_id, changed_at)
      select gen_random_uuid(), was.id, was.state, s, r.reason, null, null, (select id from appeal limit 1), now()
      from claim_change_reason r where r.to_state = s and r.reason not like 'emergency%' limit 1;`,
    set: ", superseded_by = case when s = 'superseded' then was.id end",
  },
];

test.each(machines)(
  'M1 a random walk of 100,000 steps makes exactly the transitions of $table',
  async ({ table, type, transitions, make, set = '', before = '', conditional }) => {
    const [ids] = [await make(), await makeAppeal(service, await makeDecided(service))];
    const owner = new pg.Client({ connectionString: service.ownerUrl });
    await owner.connect();
    await owner.query(`
      create function walk_${table}(of uuid, steps int) returns table (move text, done boolean) language plpgsql as $$
      declare was ${table}; s ${type}; reviewed recommendation; states ${type}[] := enum_range(null::${type});
      begin
        select * into reviewed from recommendation where case_id = of;
        for step in 1..steps loop
          select * into was from ${table} where id = of;
          s := states[1 + floor(random() * array_length(states, 1))];
          continue when s = was.state;
          move := was.state || ' > ' || s;
          begin
            ${before}
            update ${table} set state = s${set} where id = of;
            done := true;
          exception when restrict_violation or check_violation or foreign_key_violation then
            done := false;
          end;
          return next;
        end loop;
      end $$`);
    await owner.end();
    const listed = Object.entries(transitions).flatMap(([from, to]) => to.map((one) => `${from} > ${one}`));
    const seen = new Map<string, Set<boolean>>();
    const client = await service.db.pool.connect();
    for (let walk = 0; walk < walks; walk++) {
      await client.query('begin');
      const values = [ids[walk % ids.length], stepsOfWalk];
      const { rows } = await client.query<{ move: string; done: boolean }>(
        `select distinct * from walk_${table}($1, $2)`,
        values,
      );
      await client.query('rollback');
      for (const { move, done } of rows) seen.set(move, (seen.get(move) ?? new Set()).add(done));
    }
    client.release();
    const taken = [...seen].filter(([, done]) => done.has(true)).map(([move]) => move);
    expect(taken.sort()).toEqual([...listed].sort());
    expect(
      [...seen].filter(([move, done]) => done.has(false) && listed.includes(move) && move !== conditional),
    ).toEqual([]);
  },
  180_000,
);
