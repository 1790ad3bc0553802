import type { Actor } from '@trust/contracts/actor';
import { operatorChanged } from '@trust/contracts/events/identity';
import { type OperatorRole, operatorPermissions } from '@trust/contracts/permissions';
import { compareActions } from '@trust/service-testing/compare-actions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitApproval } from './await-approval.ts';
import { makeCase, makeLabels } from './make.ts';
import { type Operations, startOperations } from './service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'A customer found another person at the door.';

type Thing = { path: string; people: Record<string, Actor> };

async function knownProvider(): Promise<{ providerId: string; caseId: string }> {
  const made = await makeCase(operations);
  await makeLabels(operations, made);
  return made;
}

async function post(path: string, actor: Actor, body: object): Promise<{ id: string }> {
  const { status, body: answer } = await operations.post(path, { actor, body });
  expect([path, status]).toEqual([path, status < 300 ? status : 201]);
  return answer;
}

async function incident() {
  const { providerId } = await knownProvider();
  const opener = operations.operator('supervisor');
  const { id } = await post('/operations/incidents', opener, {
    severity: 'high',
    title: 'Wrong person',
    providerId,
    reason,
  });
  return { path: `/operations/incidents/${id}`, people: { opener, represents: await representing(providerId) } };
}

async function escalation() {
  const { caseId } = await knownProvider();
  const opener = operations.operator('reviewer');
  const subject = { type: 'verification_case', id: caseId };
  const { id } = await post('/operations/escalations', opener, { subject, reasonCode: 'evidence_conflict', reason });
  return { path: `/operations/escalations/${id}`, people: { opener } };
}

async function override() {
  const requester = operations.operator('supervisor');
  const { id } = await post('/operations/overrides', requester, { kind: 'publication-gate', action: 'open', reason });
  return { path: `/operations/overrides/${id}`, people: { requester } };
}

async function emergency() {
  const { providerId } = await knownProvider();
  const actor = operations.operator('security');
  const action = { kind: 'suspend_provider_listing', targetId: providerId, reason, expiresInHours: 24 };
  const { id } = await post('/operations/emergency-actions', actor, action);
  return { path: `/operations/emergency-actions/${id}`, people: { actor, represents: await representing(providerId) } };
}

/** The sessions of a triage operator, by a colleague. */
async function againstOperator() {
  const [actor, target] = [operations.operator('security'), operations.operator('triage')];
  for (const known of [actor, target, operations.operator('security'), operations.operator('supervisor')])
    await operations.deliver(operatorChanged, {
      ...{ userId: known.userId, permissions: known.permissions, occurredAt: operations.clock.now.toISOString() },
    });
  const action = { kind: 'revoke_sessions', targetId: target.userId, reason, expiresInHours: 1 };
  const { id } = await post('/operations/emergency-actions', actor, action);
  const permissions = [...operatorPermissions.security];
  return { path: `/operations/emergency-actions/${id}`, people: { actor, target: { ...target, permissions } } };
}

/** Has accepted an invitation of the provider, which the session does not know yet. */
async function representing(providerId: string): Promise<Actor> {
  const actor = operations.operator('security');
  await awaitApproval(operations, actor, providerId);
  return actor;
}

const start = async (thing: Thing, by = operations.operator('supervisor')) => {
  await post(`${thing.path}/start`, by, { reason });
  return { ...thing, people: { ...thing.people, starter: by } };
};

const situations: Record<string, () => Promise<Thing>> = {
  'an open incident': incident,
  'an incident in progress': async () => start(await incident()),
  'a resolved incident': async () => {
    const thing = await start(await incident());
    await post(`${thing.path}/resolve`, operations.operator('security'), { reason });
    return thing;
  },
  'an open escalation': escalation,
  'an escalation in progress': async () => start(await escalation()),
  'an override without a vote': override,
  'an override with one vote': async () => {
    const thing = await override();
    const voter = operations.operator('security');
    await post(`${thing.path}/approvals`, voter, { decision: 'approve', reason });
    return { ...thing, people: { ...thing.people, voter } };
  },
  'a rejected override': async () => {
    const thing = await override();
    await post(`${thing.path}/approvals`, operations.operator('security'), { decision: 'reject', reason });
    return thing;
  },
  'a withdrawn override': async () => {
    const thing = await override();
    await post(`${thing.path}/withdraw`, thing.people.requester, { reason });
    return thing;
  },
  'an override that has expired': async () => {
    const thing = await override();
    operations.advanceClock(73 * 3600);
    return thing;
  },
  'an emergency action in force': emergency,
  'an emergency action against an operator': againstOperator,
  'a lifted emergency action': async () => {
    const thing = await emergency();
    await post(`${thing.path}/lift`, operations.operator('security'), { reason });
    return thing;
  },
  'a reviewed emergency action': async () => {
    const thing = await emergency();
    await post(`${thing.path}/lift`, operations.operator('security'), { reason });
    await post(`${thing.path}/review`, operations.operator('security'), { outcome: 'justified', reason });
    return thing;
  },
};

const requests: Record<string, [path: string, body: object]> = {
  start_incident: ['start', { reason }],
  resolve_incident: ['resolve', { reason }],
  start_escalation: ['start', { reason }],
  resolve_escalation: ['resolve', { reason }],
  approve_override: ['approvals', { decision: 'approve', reason }],
  reject_override: ['approvals', { decision: 'reject', reason }],
  withdraw_override: ['withdraw', { reason }],
  lift_emergency_action: ['lift', { reason }],
  review_emergency_action: ['review', { outcome: 'justified', reason }],
};

const roles: readonly OperatorRole[] = ['triage', 'reviewer', 'decider', 'supervisor', 'security', 'auditor'];

test.each(Object.entries(situations))('T7 `actions` say what each request gets about %s', async (_name, make) => {
  const started = operations.clock.now;
  const { path, people } = await make();
  const everybody = { ...people, ...Object.fromEntries(roles.map((role) => [role, operations.operator(role)])) };
  const authenticatedAt = Math.floor(operations.clock.now.getTime() / 1000);
  await compareActions({
    db: operations.db,
    people: Object.fromEntries(Object.entries(everybody).map(([who, one]) => [who, { ...one, authenticatedAt }])),
    readers: [
      path.includes('emergency') ? 'security' : 'supervisor',
      ...('represents' in people ? ['represents'] : []),
    ],
    async read(actor) {
      const { status, body } = await operations.get(path, { actor });
      return status === 200 ? [body] : undefined;
    },
    async request(key, _thing, actor) {
      const [verb, body] = requests[key] ?? [];
      if (!verb) throw new Error(`Add the request of the action ${key}.`);
      return () => operations.post(`${path}/${verb}`, { actor, body });
    },
  });
  operations.clock.now = started;
});
