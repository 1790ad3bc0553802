import { expect, test } from 'vitest';
import { serviceDatabases } from '../../local/services.ts';
import type { RowCounts } from '../dump.ts';
import { refuseMissingDocuments, refuseOtherCounts } from './drill.ts';

const counts = (own: Record<string, number>) =>
  Object.fromEntries(
    serviceDatabases.map((service) => [service, service === 'identity' ? own : { 'public.audit_entry': 2 }]),
  ) as RowCounts;

test('F9 a drill refuses a database with other rows, but not what every restore changes', () => {
  const backedUp = counts({ 'public.account': 3, 'public.access_token': 4, 'guard.sealed': 0 });
  expect(() => refuseOtherCounts(backedUp, counts({ 'public.account': 3, 'public.access_token': 0 }))).not.toThrow();
  const lost = counts({ 'public.account': 2, 'public.access_token': 0 });
  expect(() => refuseOtherCounts(backedUp, lost)).toThrow('identity public.account: 2 rows, not 3');
  expect(() => refuseOtherCounts(backedUp, counts({}))).toThrow('identity public.account: no table rows, not 3');
  expect(() => refuseOtherCounts(undefined, lost)).toThrow('The backup has no row counts');
});

test('F9 a drill refuses a backup that lacks a document of a row, in a folder or a bucket', () => {
  const file = { bytes: 1, sha256: '' };
  const files = { 'evidence/objects/aa/aabb': file, 'evidence/ccdd': file, 'databases/evidence.dump': file };
  expect(() => refuseMissingDocuments(['aabb', 'ccdd'], files)).not.toThrow();
  expect(() => refuseMissingDocuments(['aabb', 'eeff'], files)).toThrow(
    '1 of 2 documents are not in the backup, such as eeff.',
  );
});
