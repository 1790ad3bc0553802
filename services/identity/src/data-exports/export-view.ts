import { type ExportingService, exportingServices } from '@trust/contracts/events/any';
import { compactDecrypt, importJWK } from 'jose';
import type { z } from 'zod';
import type { Sealer } from '../subject-keys/vault.ts';
import type { ExportRow, PartRow } from './queries.ts';
import type { DataExport } from './schema.ts';

/** An export as its person sees it: the whole file once every service has answered. */
export async function exportView(
  row: ExportRow,
  parts: readonly PartRow[],
  sealer: Sealer,
): Promise<z.input<typeof DataExport>> {
  const partsOf = (service: ExportingService) => parts.filter((part) => part.service === service);
  const isWhole = (own: readonly PartRow[]) => own.length > 0 && own.length === own[0]?.total;
  const pending = exportingServices.filter((service) => !isWhole(partsOf(service)));
  const file: Record<string, Record<string, never>> = {};
  if (pending.length === 0) {
    const key = await importJWK(JSON.parse(sealer.open('export key', row.sealed_key)), 'ECDH-ES');
    for (const service of exportingServices) file[service] = await open(partsOf(service), key);
  }
  return {
    id: row.id,
    state: pending.length === 0 ? 'ready' : 'collecting',
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    pending,
    file: pending.length === 0 ? file : null,
  };
}

async function open(parts: readonly PartRow[], key: Awaited<ReturnType<typeof importJWK>>) {
  const pieces = parts.map(async ({ sealed }) => {
    const { plaintext } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return plaintext;
  });
  return JSON.parse(Buffer.concat(await Promise.all(pieces)).toString());
}
