import { assignToFirst, listPresentOperators } from '@trust/assignee-choice/present-operators';
import type { Actor } from '@trust/contracts/actor';
import type { Permission } from '@trust/contracts/permissions';
import { conflict, Problem } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../../app.ts';
import { mapAssigneeErrors } from '../../field-work/assignee.ts';
import { lockFreeItem } from '../../field-work/lock-free-item.ts';
import { lockFreeEscalation } from '../../interventions/escalations/lock-free-escalation.ts';
import { lockFreeIncident } from '../../interventions/incidents/lock-free-incident.ts';
import { notifyAssignee } from '../../notify-operator.ts';
import { hasPermission, openWork } from './queries.ts';
import type { AssignableType } from './schema.ts';

export type Assigning = { actor: Actor; type: AssignableType; id: string; assigneeId: string | undefined; at: Date };

type Free = {
  /** Whom the work is assigned to needs it. */
  permission: Permission;
  /** Nobody chooses them automatically. */
  except?: string;
  assign: (assigneeId: string) => Promise<unknown>;
};

/** The assignee: the named one, or the present operator with the least load. */
export async function assignWork(trx: Trx, app: App, assigning: Assigning): Promise<string> {
  const { permission, except, assign } = await lockFree[assigning.type](trx, assigning);
  const { assigneeId, type, id, actor, at: now } = assigning;
  const assignOne = async (assigneeId: string) => {
    await mapAssigneeErrors(() => assign(assigneeId));
    await notifyAssignee(trx, { assigneeId, by: actor.userId, type, id });
    return assigneeId;
  };
  if (assigneeId !== undefined) {
    if (await hasPermission(trx, assigneeId, permission)) return assignOne(assigneeId);
    throw new Problem('state-conflict', undefined, { errors: [{ field: 'assigneeId', code: 'permission_missing' }] });
  }
  const choice = { permission, capacity: app.workPerOperator, now, work: openWork() };
  const present = (await listPresentOperators(trx, choice)).filter((userId) => userId !== except);
  const assigned = await assignToFirst(trx, present, assignOne);
  if (assigned !== undefined) return assigned;
  throw conflict({
    en: 'No operator is present who may do the work and has room for it. Name an assignee, or repeat the request later.',
    fr: 'Aucune personne présente ne peut faire ce travail ou n’a de place pour lui. Désignez quelqu’un, ou renouvelez la demande plus tard.',
  });
}

/** Locked and held by nobody; the database excludes who may not hold it. */
const lockFree: Record<AssignableType, (trx: Trx, assigning: Assigning) => Promise<Free>> = {
  escalation: lockFreeEscalation,
  incident: lockFreeIncident,
  field_work_item: lockFreeItem,
};
