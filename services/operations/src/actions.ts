import type { ActedOn } from '@trust/contracts/actions/actions';
import { answer } from '@trust/service-kit/actions/with-actions';
import type { z } from 'zod';
import { FieldWorkItem } from './field-work/items/schema.ts';
import { EmergencyAction } from './interventions/emergency-actions/schema.ts';
import { Escalation } from './interventions/escalations/schema.ts';
import { Incident } from './interventions/incidents/schema.ts';
import { Override } from './interventions/overrides/schema.ts';

/** Whose answers say what their reader may do (docs/domain/actions.md). */
export const answersWithActions = [
  ofOne(FieldWorkItem, 'field_work_item', 'workItemId'),
  ofOne(Incident, 'incident', 'incidentId'),
  ofOne(Escalation, 'escalation', 'escalationId'),
  ofOne(Override, 'override', 'overrideId'),
  ofOne(EmergencyAction, 'emergency_action', 'actionId'),
];

/** `param`: of the paths of its operations. */
function ofOne<Schema extends z.ZodType<{ id: string }, { id: string }>>(schema: Schema, on: ActedOn, param: string) {
  return answer(schema, async (body, { actionsOf }) => ({
    ...body,
    actions: await actionsOf(on, { [param]: body.id }, 'operators'),
  }));
}
