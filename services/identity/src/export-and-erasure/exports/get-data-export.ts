import { requireFreshSignIn } from '@trust/service-kit/actors/step-up';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { findSealer } from '../../people/subject-keys.ts';
import { exportView, pendingOf } from './export-view.ts';
import { findExport, findParts } from './queries.ts';
import { DataExport } from './schema.ts';

export const getDataExport = route(
  {
    method: 'get',
    path: '/account/exports/{exportId}',
    summary: 'Get a data export',
    description:
      'Poll until `state` is `ready`. Each service adds its part independently. The file needs a sign-in of at most five minutes ago: 401 `step-up-required` once it is ready.',
    access: 'session',
    stepUp: 'some',
    params: z.object({ exportId: z.uuid().describe('Identifier of the data export.') }),
    responds: { status: 200, body: DataExport },
    problems: ['not-found'],
  },
  async ({ actor, params }, { db, vault, now }) => {
    const row = await findExport(db, { id: params.exportId, personId: actor.userId }, now());
    if (!row) throw notFound();
    const sealer = await findSealer(db, vault, actor.userId);
    if (!sealer) throw new Problem('unauthenticated');
    const parts = await findParts(db, row.id);
    if (pendingOf(parts).length === 0) requireFreshSignIn(actor, now());
    return exportView(row, parts, sealer);
  },
);
