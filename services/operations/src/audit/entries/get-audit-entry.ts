import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { assertRepresentsNobody } from './assert-represents-nobody.ts';
import { entryView } from './entry-view.ts';
import { findEntry } from './find-entries.ts';
import { AuditEntry } from './schema.ts';

export const getAuditEntry = route(
  {
    method: 'get',
    path: '/operations/audit/{entryId}',
    summary: 'Get an audit entry',
    description: 'Who did what to which object, when and why. Entries never change.',
    access: 'operations.audit.read',
    params: z.object({ entryId: z.uuid().describe('Identifier of the audit entry.') }),
    responds: { status: 200, body: AuditEntry },
    problems: ['not-found', 'separation-of-duties'],
  },
  async ({ actor, params }, { db, now }) => {
    await assertRepresentsNobody(db, actor, now());
    const entry = await findEntry(db, params.entryId);
    if (!entry) throw notFound();
    return entryView(entry);
  },
);
