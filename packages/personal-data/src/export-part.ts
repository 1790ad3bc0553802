import { type ExportingService, exportPartSealed } from '@trust/contracts/events/any';
import { exportRequested } from '@trust/contracts/events/identity';
import type { AnyTrx } from '@trust/service-kit/database/transaction';
import { emit } from '@trust/service-kit/events/outbox';
import type { onFor, Subscription, TrxOf } from '@trust/service-kit/events/subscription';
import { sealerTo } from './sealed-box.ts';

/** What is kept of a person, by the name of the thing: rows of plain JSON, as the person should read them. */
export type ExportContent = Record<string, unknown>;

// Sealed and in base64 a piece is a third larger, and still fits an event.
const pieceBytes = 96 * 1024;

/** JSON in pieces, each sealed to the key. */
export async function sealExport(content: ExportContent, sealTo: Record<string, string>): Promise<string[]> {
  const bytes = Buffer.from(JSON.stringify(content));
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  return Promise.all(pieces.map(await sealerTo(sealTo)));
}

/** A service's answer to a person who wants all that is kept of them: `collect` reads it, through `trx` only. */
export function exporting<App>(
  on: ReturnType<typeof onFor<App>>,
  service: ExportingService,
  collect: (trx: TrxOf<App>, personId: string) => Promise<ExportContent>,
): Subscription<App> {
  return on(exportRequested, async ({ exportId, userId: personId, sealTo }, { trx }) => {
    const pieces = await sealExport(await collect(trx, personId), sealTo);
    for (const [index, sealed] of pieces.entries()) {
      const place = { exportId, part: index + 1, of: pieces.length };
      await emit(trx as AnyTrx, exportPartSealed[service], { ...place, sealed });
    }
  });
}
