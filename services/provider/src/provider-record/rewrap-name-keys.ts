import { rewrapKeys } from '@trust/service-admin/rewrap-keys';
import type { Database } from '@trust/service-kit/database/db';
import type { Names } from '../app.ts';
import type { DB } from '../db/schema.ts';

/** Wraps the keys of names with the current secret that another accepted one has wrapped. */
export function rewrapNameKeys(
  db: Database<DB>,
  { rewrap }: Pick<Names, 'rewrap'>,
  report: (line: string) => void = () => {},
): Promise<number> {
  return rewrapKeys(db, { table: 'name_key', id: 'owner_id', rewrap, report });
}
