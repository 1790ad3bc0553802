import { answer } from '@trust/service-kit/actions/with-actions';
import { FieldWorkItem } from './field-work/items/schema.ts';
import { EmergencyAction } from './interventions/emergency-actions/schema.ts';
import { Escalation } from './interventions/escalations/schema.ts';
import { Incident } from './interventions/incidents/schema.ts';
import { Override } from './interventions/overrides/schema.ts';

/** Whose answers say what their reader may do (docs/domain/actions.md). */
export const answersWithActions = [
  answer(FieldWorkItem, async (body, { actionsOf }) => ({
    ...body,
    actions: await actionsOf('field_work_item', { workItemId: body.id }, 'operators'),
  })),
  answer(Incident, async (body, { actionsOf }) => ({
    ...body,
    actions: await actionsOf('incident', { incidentId: body.id }, 'operators'),
  })),
  answer(Escalation, async (body, { actionsOf }) => ({
    ...body,
    actions: await actionsOf('escalation', { escalationId: body.id }, 'operators'),
  })),
  answer(Override, async (body, { actionsOf }) => ({
    ...body,
    actions: await actionsOf('override', { overrideId: body.id }, 'operators'),
  })),
  answer(EmergencyAction, async (body, { actionsOf }) => ({
    ...body,
    actions: await actionsOf('emergency_action', { actionId: body.id }, 'operators'),
  })),
];
