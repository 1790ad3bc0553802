import type { z } from 'zod';
import type { App } from '../../app.ts';
import { triageKinds } from '../../queue/triage-kind.ts';
import type { Visibility } from '../../queue/visibility.ts';
import type { SlaStatus } from '../../sla-status.ts';
import { readFlowOfServices } from './event-flow.ts';
import { countLoad, countQueues, type QueueRow } from './queries.ts';
import type { LoadRole, MissionControl } from './schema.ts';

export async function readMissionControl(app: App, visibility: Visibility): Promise<MissionControl> {
  const { db, now, calendar } = app;
  const asOf = now();
  const rows = await countQueues(db, { visibility, calendar, asOf });
  const load = await countLoad(db);
  return {
    countedAt: asOf.toISOString(),
    queues: triageKinds.map((kind) =>
      queueOf(
        kind,
        rows.filter((row) => row.kind === kind),
      ),
    ),
    load: load.map(({ role, operators, assigned, most }) => ({
      role: role as z.output<typeof LoadRole>,
      operators,
      assigned,
      mostAssigned: most,
    })),
    eventFlow: await readFlowOfServices(app),
  };
}

function queueOf(kind: QueueRow['kind'], rows: readonly QueueRow[]): MissionControl['queues'][number] {
  const sum = (some: readonly QueueRow[], column: 'open' | 'unassigned') =>
    some.reduce((total, row) => total + row[column], 0);
  const of = (status: SlaStatus) =>
    sum(
      rows.filter(({ sla }) => sla === status),
      'open',
    );
  const oldest = rows.map((row) => row.oldest.getTime()).sort((a, b) => a - b)[0];
  return {
    kind,
    open: sum(rows, 'open'),
    unassigned: sum(rows, 'unassigned'),
    oldestOpenedAt: oldest === undefined ? null : new Date(oldest).toISOString(),
    sla: { breached: of('breached'), dueSoon: of('due_soon'), onTrack: of('on_track'), paused: of('paused') },
    states: [...Map.groupBy(rows, ({ state }) => state)].map(([state, some]) => ({ state, open: sum(some, 'open') })),
  };
}
