import { assignToFirst, listPresentOperators } from '@trust/assignee-choice/present-operators';
import type { Actor } from '@trust/contracts/actor';
import type { Permission } from '@trust/contracts/permissions';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../../app.ts';
import { announceAssignment } from '../../field-work/announce.ts';
import { mapAssigneeErrors } from '../../field-work/assignee.ts';
import { lockItem, updateItem } from '../../field-work/queries.ts';
import { scopeOf } from '../../field-work/scope.ts';
import { lockEscalation, markStarted as startEscalation } from '../../interventions/escalations/queries.ts';
import { scopeOf as escalationScopeOf } from '../../interventions/escalations/scope.ts';
import { lockIncident, markStarted as startIncident } from '../../interventions/incidents/queries.ts';
import { assertCanBecome } from '../../interventions/operations-records/states.ts';
import { notifyAssignee } from '../../notify-operator.ts';
import { ownProviders } from '../../own-providers.ts';
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
  async escalation(trx, { actor, id, at }) {
    const scope = escalationScopeOf(actor);
    const found = scope.everything ? await lockEscalation(trx, id, scope) : undefined;
    if (!found) throw notFound();
    assertCanBecome('in_progress', found);
    const assign = (assigneeId: string) => startEscalation(trx, id, assigneeId, at);
    return { permission: 'verification.cases.assign', except: found.opened_by, assign };
  },
  async incident(trx, { actor, id, at }) {
    const found = await lockIncident(trx, id, ownProviders(actor));
    if (!found) throw notFound();
    assertCanBecome('in_progress', found);
    const assign = (assigneeId: string) => startIncident(trx, id, assigneeId, at);
    return { permission: 'operations.incidents.manage', assign };
  },
  async field_work_item(trx, { actor, id, at }) {
    const before = await lockItem(trx, id, scopeOf(actor));
    if (!before) throw notFound();
    if (before.assignee_id !== null)
      throw conflict({
        en: 'An agent holds this work item. Reassign it to replace them.',
        fr: 'Une personne est chargée de cette visite. Réattribuez-la pour la remplacer.',
      });
    const assign = async (assigneeId: string) => {
      const after = await updateItem(trx, id, { assignee_id: assigneeId });
      await announceAssignment(trx, after, { before, at });
    };
    return { permission: 'operations.field-work.perform', assign };
  },
};
