import { type AuditedService, auditedServices } from '@trust/contracts/events/any';
import { createOpener } from '@trust/personal-data/sealed-box';
import type { z } from 'zod';
import type { Sealer } from '../../app.ts';
import type { ExportRow, PartRow } from './queries.ts';
import type { DataExport } from './schema.ts';

/** The services that have not sent all their parts. */
export function pendingOf(parts: readonly PartRow[]): AuditedService[] {
  return auditedServices.filter((service) => {
    const own = partsOf(parts, service);
    return own.length === 0 || own.length !== own[0]?.total;
  });
}

function partsOf(parts: readonly PartRow[], service: AuditedService): PartRow[] {
  return parts.filter((part) => part.service === service);
}

/** `file` is null until every service has sent all its parts. */
export async function exportView(
  row: ExportRow,
  parts: readonly PartRow[],
  sealer: Sealer,
): Promise<z.input<typeof DataExport>> {
  const pending = pendingOf(parts);
  const file: Record<string, Record<string, never>> = {};
  if (pending.length === 0) {
    const open = await createOpener(JSON.parse(sealer.open('export key', row.sealed_key)));
    for (const service of auditedServices) file[service] = await read(partsOf(parts, service), open);
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

async function read(parts: readonly PartRow[], open: (sealed: string) => Promise<Uint8Array>) {
  const pieces = await Promise.all(parts.map(({ sealed }) => open(sealed)));
  return JSON.parse(Buffer.concat(pieces).toString());
}
