import { type AuditedService, exportPartSealed } from '@trust/contracts/events/any';
import { exportRequested } from '@trust/contracts/events/identity';
import type { TrxOf } from '@trust/service-kit/database/db';
import type { AnyTrx } from '@trust/service-kit/database/transaction';
import type { onFor, Subscription } from '@trust/service-kit/inbox/subscription';
import { emit } from '@trust/service-kit/outbox/outbox';
import { createSealer } from './sealed-box.ts';

/** A person's data by name, as plain JSON. */
export type PersonalData = Record<string, unknown>;

// Sealed and in base64 a piece grows by a third and still fits into an event.
const pieceBytes = 96 * 1024;

export async function sealExportPart(content: PersonalData, sealTo: Record<string, string>): Promise<string[]> {
  const bytes = Buffer.from(JSON.stringify(content));
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  return Promise.all(pieces.map(await createSealer(sealTo)));
}

/** Handles export requests (docs/domain/erasure.md 31). `collect` must only read through `trx`. */
export function exportHandler<App>(
  on: ReturnType<typeof onFor<App>>,
  service: AuditedService,
  collect: (trx: TrxOf<App>, personId: string, app: App) => Promise<PersonalData>,
): Subscription<App> {
  return on(exportRequested, async ({ exportId, userId: personId, sealTo }, { trx }, app) => {
    const pieces = await sealExportPart(await collect(trx, personId, app), sealTo);
    for (const [index, sealed] of pieces.entries()) {
      const place = { exportId, part: index + 1, of: pieces.length };
      await emit(trx as AnyTrx, exportPartSealed[service], { ...place, sealed });
    }
  });
}
