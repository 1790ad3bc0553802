import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { compareActions } from '@trust/service-testing/compare-actions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitApproval } from './await-approval.ts';
import { changeCase, dutiesOf } from './make.ts';
import {
  makeAgent,
  makeStarted,
  move,
  photoArrives,
  readResults,
  reason,
  requestVisit,
  results,
  schedule,
  submit,
  type Visit,
} from './make-field-work.ts';
import { type Operations, startOperations } from './service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

type Planned = Visit & Partial<Record<'agent' | 'manager' | 'judge', Actor>> & { submissionId?: string | undefined };

async function submitted(body: object = {}): Promise<Planned> {
  const visit = await makeStarted(operations);
  const { body: submission } = await submit(operations, visit.agent, visit.id, body);
  return { ...visit, submissionId: submission.id };
}

async function moved(visit: Planned, by: Actor, transition: string, body: object = {}): Promise<Planned> {
  expect((await move(operations, by, visit.id, transition, body)).status).toBe(200);
  // Who reads the item now finds no results that wait for review.
  return { ...visit, submissionId: undefined };
}

const situations: Record<string, () => Promise<Planned>> = {
  'being planned': () => requestVisit(operations),
  scheduled: async () => {
    const [visit, agent] = [await requestVisit(operations), await makeAgent(operations)];
    await schedule(operations, operations.operator('triage'), visit.id, agent.userId);
    return { ...visit, agent };
  },
  'scheduled for another day': async () => {
    const [visit, agent] = [await requestVisit(operations), await makeAgent(operations)];
    await schedule(operations, operations.operator('triage'), visit.id, agent.userId, 48);
    return { ...visit, agent };
  },
  'in progress': () => makeStarted(operations),
  'on hold': async () => {
    const visit = await makeStarted(operations);
    return moved(visit, visit.agent, 'hold');
  },
  submitted,
  'submitted, exposing private data': () => submitted({ exposes: { ...results.exposes, personalData: true } }),
  'submitted, with a photo that has not arrived': () => submitted({ photoIds: [randomUUID()] }),
  'submitted, before who judges the case': async () => {
    const visit = await submitted();
    const judge = operations.operator('triage');
    await changeCase(operations, visit.made, { duties: dutiesOf({ review: judge.userId }) });
    return { ...visit, judge };
  },
  returned: async () => {
    const visit = await submitted();
    return moved(visit, operations.operator('triage'), 'return', { submissionId: visit.submissionId });
  },
  accepted: async () => {
    const visit = await submitted();
    return moved(visit, operations.operator('triage'), 'accept', { submissionId: visit.submissionId });
  },
  cancelled: async () => {
    const visit = await requestVisit(operations);
    const body = { reasonCode: 'not_needed', reason };
    const path = `/operations/field-work-items/${visit.id}/cancel`;
    expect((await operations.post(path, { actor: operations.operator('triage'), body })).status).toBe(200);
    return visit;
  },
  impossible: async () => {
    const visit = await makeStarted(operations);
    return moved(visit, visit.agent, 'cannot_complete', { obstacle: 'nobody_present' });
  },
};

const steps: Record<string, string> = {
  start_field_work: 'start',
  hold_field_work: 'hold',
  resume_field_work: 'resume',
};

async function requestOf(key: string, { agent, submissionId = randomUUID() }: Planned): Promise<[string, object]> {
  const at = (hours: number) => new Date(operations.clock.now.getTime() + hours * 3_600_000).toISOString();
  if (steps[key]) return ['transitions', { transition: steps[key], reason }];
  switch (key) {
    case 'schedule_field_work': {
      const { userId: assigneeId } = agent ?? (await makeAgent(operations));
      return ['transitions', { transition: 'schedule', startsAt: at(1), endsAt: at(3), assigneeId, reason }];
    }
    case 'reassign_field_work':
      return ['reassign', { assigneeId: (await makeAgent(operations)).userId, reason }];
    case 'cancel_field_work':
      return ['cancel', { reasonCode: 'not_needed', reason }];
    case 'report_impossible_visit':
      return ['transitions', { transition: 'cannot_complete', obstacle: 'nobody_present', reason }];
    case 'accept_results':
      return ['transitions', { transition: 'accept', submissionId, reason }];
    case 'return_results':
      return ['transitions', { transition: 'return', submissionId, reason }];
    case 'save_draft':
      return ['submissions', { id: randomUUID(), ...results, kind: 'draft' }];
    case 'submit_results':
      return ['submissions', { id: randomUUID(), ...results }];
    default:
      throw new Error(`Add the request of the action ${key}.`);
  }
}

test.each(Object.entries(situations))(
  'T7 `actions` say what each request gets about a visit that is %s',
  async (_name, make) => {
    const visit = await make();
    if (visit.agent) await photoArrives(operations, { id: visit.id, agent: visit.agent });
    const both = operations.operator('triage');
    const people: Record<string, Actor> = {
      ...(visit.agent && {
        agent: visit.agent,
        'the agent as a manager': { ...visit.agent, permissions: [...visit.agent.permissions, ...both.permissions] },
      }),
      ...(visit.judge && { judge: visit.judge }),
      'another agent': operations.operator('field-agent'),
      triage: both,
      supervisor: operations.operator('supervisor'),
      represents: operations.operator('triage'),
    };
    await awaitApproval(operations, people.represents as Actor, visit.made.providerId);
    const path = `/operations/field-work-items/${visit.id}`;
    await compareActions({
      db: operations.db,
      people,
      readers: ['triage', 'supervisor', 'represents', ...(visit.agent ? ['agent'] : [])],
      async read(actor) {
        await readResults(operations, actor, visit.id);
        const { status, body } = await operations.get(path, { actor });
        return status === 200 ? [body] : undefined;
      },
      async request(key, _thing, actor) {
        const [verb, body] = await requestOf(key, visit);
        return () => operations.post(`${path}/${verb}`, { actor, body });
      },
    });
  },
);
