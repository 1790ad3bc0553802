import type { Requirement } from '@trust/contracts/events/provider';
import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';

type Label = Record<string, string>;

export type ActiveVersion = {
  id: string;
  category_key: string;
  label: Label;
  number: number;
  policy_version: string;
  requirements: Requirement[];
};

/** Every category with its active requirement version. */
export async function listActiveVersions(db: Db): Promise<ActiveVersion[]> {
  const { rows } = await sql<ActiveVersion>`
    select v.id, v.category_key, c.label, v.number, v.policy_version, v.requirements
    from requirement_version v join category c on c.key = v.category_key
    where v.state = 'active' order by v.category_key`.execute(db);
  return rows;
}

export async function findActiveVersion(db: Db, categoryKey: string): Promise<ActiveVersion | undefined> {
  const { rows } = await sql<ActiveVersion>`
    select v.id, v.category_key, c.label, v.number, v.policy_version, v.requirements
    from requirement_version v join category c on c.key = v.category_key
    where v.category_key = ${categoryKey} and v.state = 'active'`.execute(db);
  return rows[0];
}

/** Seeds run one after the other, however many services start at once. */
export async function lockCatalog(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('catalog', 0))`.execute(trx);
}

export async function upsertCategory(trx: Trx, key: string, label: Label): Promise<void> {
  await sql`
    insert into category (key, label) values (${key}, ${JSON.stringify(label)}::jsonb)
    on conflict (key) do update set label = excluded.label where category.label <> excluded.label`.execute(trx);
}

/** The newest version of a category; `same` tells whether it holds these requirements. */
export async function findNewestVersion(
  trx: Trx,
  categoryKey: string,
  policyVersion: string,
  requirements: Requirement[],
) {
  const { rows } = await sql<{ number: number; same: boolean }>`
    select number, requirements = ${JSON.stringify(requirements)}::jsonb and policy_version = ${policyVersion} as same
    from requirement_version where category_key = ${categoryKey} order by number desc limit 1`.execute(trx);
  return rows[0];
}

type NewVersion = {
  id: string;
  categoryKey: string;
  number: number;
  policyVersion: string;
  requirements: Requirement[];
  activatedAt: Date;
};

/** Retires the version in force and puts the next one in its place. */
export async function activateVersion(trx: Trx, version: NewVersion): Promise<void> {
  const { id, categoryKey, number, policyVersion, requirements, activatedAt } = version;
  await sql`
    update requirement_version set state = 'retired', retired_at = ${activatedAt}
    where category_key = ${categoryKey} and state = 'active'`.execute(trx);
  await sql`
    insert into requirement_version (id, category_key, number, state, policy_version, requirements, activated_at)
    values (${id}, ${categoryKey}, ${number}, 'active', ${policyVersion}, ${JSON.stringify(requirements)}::jsonb, ${activatedAt})`.execute(
    trx,
  );
}
