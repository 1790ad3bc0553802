import { rewrapKeys } from '@trust/service-admin/rewrap-keys';
import type { Stores } from '../with-vault.ts';

/** Wraps the data key of every person with the current secret that another accepted one has wrapped. */
export function rewrapDataKeys({ db, vault }: Stores, report: (line: string) => void = () => {}): Promise<number> {
  return rewrapKeys(db, { table: 'data_key', id: 'subject_id', rewrap: vault.rewrap, report });
}
