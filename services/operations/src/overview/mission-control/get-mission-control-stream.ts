import { Readable } from 'node:stream';
import { RawReply } from '@trust/service-kit/http/reply';
import { unavailable } from '@trust/service-kit/problems/problem';
import { runOutsideRequest } from '@trust/service-kit/request-scope';
import { z } from 'zod';
import { type App, route } from '../../app.ts';
import { type Visibility, visibilityOf } from '../../queue/visibility.ts';
import { readMissionControl } from './read-mission-control.ts';
import { MissionControl } from './schema.ts';
import { stateEvents } from './state-stream.ts';

/** A replica allows fewer than MAX_STREAMS, so that exports and documents keep their place. */
const maxConnections = 50;

export const getMissionControlStream = route(
  {
    method: 'get',
    path: '/operations/mission-control/stream',
    summary: 'Watch the state of the desk',
    description:
      'Server-sent events `mission-control`, each with a whole `MissionControl`: one at the beginning and one within 2 seconds after a change. The connection ends after 20 seconds, and when the session ends or its roles change; an `EventSource` reconnects and sends `Last-Event-ID`, and gets an event only if something changed. 50 connections of a replica are served at a time; more get 503.',
    access: 'operations.mission-control.read',
    headers: z.object({
      'last-event-id': z.string().max(100).optional().describe('The id of the last event that you received.'),
    }),
    streams: true,
    responds: { status: 200, media: ['text/event-stream'] },
  },
  async ({ actor, request }, app) => {
    if (app.openStreams.count >= maxConnections) throw unavailable({ upstream: 'self', reason: 'too many streams' });
    const stream = app.openStreams.open(actor);
    const visibility = visibilityOf(actor);
    const events = stateEvents({
      // The deadline of the request ends with the first event.
      read: () => runOutsideRequest(async () => MissionControl.parse(await shared(app, visibility))),
      identityOf: ({ countedAt: _countedAt, eventFlow, ...state }) => [
        state,
        { ...eventFlow, services: eventFlow.services.map(({ reportedAt: _reportedAt, ...flow }) => flow) },
      ],
      lastEventId: request.header('last-event-id'),
      times: app.streamTimes,
      signal: stream.signal,
      name: 'mission-control',
    });
    const content = Readable.from(events).once('close', () => stream[Symbol.dispose]());
    return new RawReply(content, 'text/event-stream', { 'X-Accel-Buffering': 'no' });
  },
);

type Read = { at: number; state: ReturnType<typeof readMissionControl> };
const reads = new WeakMap<App, Map<string, Read>>();

/** Connections that see the same share one read a second. */
function shared(app: App, visibility: Visibility): Read['state'] {
  const known = reads.get(app) ?? new Map<string, Read>();
  reads.set(app, known);
  const key = JSON.stringify(visibility);
  const at = performance.now();
  const recent = known.get(key);
  if (recent && at - recent.at < 1000) return recent.state;
  for (const [other, { at: readAt }] of known) if (at - readAt > 60_000) known.delete(other);
  const state = readMissionControl(app, visibility);
  known.set(key, { at, state });
  return state;
}
