import { route } from '../../app.ts';
import { visibilityOf } from '../../queue/visibility.ts';
import { readMissionControl } from './read-mission-control.ts';
import { MissionControl } from './schema.ts';

export const getMissionControl = route(
  {
    method: 'get',
    path: '/operations/mission-control',
    summary: 'Get the state of the desk',
    description:
      'Open work by kind, state and service level, the load of operators by role, and the event flow of the operations service. Counts what your triage shows, and cases that wait for the provider; nothing of a provider that you represent.',
    access: 'operations.mission-control.read',
    responds: { status: 200, body: MissionControl },
  },
  ({ actor }, app) => readMissionControl(app, visibilityOf(actor)),
);
