import type { Actor } from '@trust/contracts/actor';
import type pg from 'pg';

/** A tenth is past its due time, half is held by one of the operators; ages from 0 to 60 days. */
export async function fillQueue(owner: pg.Client, operators: readonly Actor[], cases: number): Promise<void> {
  const ids = operators.map(({ userId }) => userId);
  await owner.query(
    `insert into triage_case (case_id, provider_id, category_key, requirement_version_id, requirement_keys, state, kind,
      reviewer_id, opened_at, sla_stage, due_at)
    select gen_random_uuid(), gen_random_uuid(), 'trade-' || n % 20, gen_random_uuid(), '{identity}',
      case when n % 4 = 0 then 'recommended' else 'in_review' end, 'initial',
      case when n % 2 = 0 then ($1::uuid[])[1 + n % cardinality($1::uuid[])] end, now() - n % 1440 * interval '1 hour', 'review',
      now() + (n % 100 - 10) * interval '1 hour'
    from generate_series(1, $2::int) n`,
    [ids, cases],
  );
  await owner.query('vacuum analyze triage_case');
}
