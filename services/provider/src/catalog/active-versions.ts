import type { Requirement } from '@trust/contracts/events/catalog';
import { sql } from 'kysely';
import type { Db } from '../app.ts';

export type ActiveVersion = {
  id: string;
  category_key: string;
  label: Record<string, string>;
  number: number;
  policy_version: string;
  requirements: Requirement[];
};

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

/** Of all its versions, since a claim of an old one is still found. Undefined for an unknown category. */
export async function claimTypesOf(db: Db, key: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ types: string[] }>`
    select array(
      select distinct requirement -> 'claim' ->> 'type' from requirement_version v, jsonb_array_elements(v.requirements) requirement
      where v.category_key = c.key
    ) as types from category c where c.key = ${key}`.execute(db);
  return rows[0]?.types;
}
