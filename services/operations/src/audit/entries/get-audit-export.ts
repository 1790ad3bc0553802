import { Readable } from 'node:stream';
import { RawReply } from '@trust/service-kit/http/reply';
import { runOutsideRequest } from '@trust/service-kit/request-scope';
import type { z } from 'zod';
import { audit, type Db, route } from '../../app.ts';
import { assertRepresentsNobody } from './assert-represents-nobody.ts';
import { entryView } from './entry-view.ts';
import { type EntryRow, findEntries } from './find-entries.ts';
import { AuditEntry, AuditFilter } from './schema.ts';

const batch = 500;

export const getAuditExport = route(
  {
    method: 'get',
    path: '/operations/audit/export',
    summary: 'Export audit entries',
    description:
      'One `AuditEntry` a line (JSON Lines), newest first, with the filters of the list. Streamed: a response that breaks off is incomplete. Each export is an entry of the audit log itself.',
    access: 'operations.audit.read',
    query: AuditFilter,
    streams: true,
    responds: { status: 200, media: ['application/x-ndjson'] },
    problems: ['separation-of-duties'],
  },
  async (input, { db, now }) => {
    await assertRepresentsNobody(db, input.actor, now());
    // The export does not contain entries that arrive while it runs.
    const filter = { ...input.query, endAt: earliest(input.query.endAt, now()) };
    await db.transact((trx) =>
      audit(trx, input, { objectType: 'audit_log', objectId: null, after: { ...input.query, endAt: filter.endAt } }),
    );
    const headers = { 'Content-Disposition': 'attachment; filename="audit.jsonl"' };
    return new RawReply(Readable.from(linesOf(db, filter)), 'application/x-ndjson', headers);
  },
);

function earliest(endAt: string | undefined, now: Date): string {
  return endAt !== undefined && new Date(endAt) < now ? endAt : now.toISOString();
}

async function* linesOf(db: Db, filter: z.output<typeof AuditFilter>): AsyncGenerator<string> {
  let last: EntryRow | undefined;
  do {
    const after = last && ([last.occurred_at.toISOString(), last.seq] as const);
    // An export may last longer than the deadline of its request.
    const rows = await runOutsideRequest(() => findEntries(db, filter, { after, limit: batch }));
    if (rows.length > 0) yield `${rows.map((row) => JSON.stringify(AuditEntry.parse(entryView(row)))).join('\n')}\n`;
    last = rows.length === batch ? rows.at(-1) : undefined;
  } while (last);
}
