import type { ContractDocument } from '@trust/openapi/contract-document';
import { strToU8, zipSync } from 'fflate';
import { brunoCollection } from './bruno-collection.ts';

// The first date that a zip can hold: the same contract gives the same bytes.
const mtime = '1980-01-01';

/** A zip with one folder, which Bruno opens as a collection. */
export function brunoArchive(contract: ContractDocument): Buffer {
  const files = brunoCollection(contract).map(([name, text]) => [`provider-trust-platform/${name}`, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(files), { mtime }));
}
