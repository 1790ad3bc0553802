import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { operator, representative } from '@trust/service-testing/actors';
import { expect } from 'vitest';
import { appeal, type Decided, makeAppealInReview, makeDecided, makeRecommendedAppeal } from './appeals.ts';
import { holding } from './holding.ts';
import {
  caseOf,
  check,
  currentVersions,
  decide,
  makeAssigned,
  makeProvider,
  makeRecommended,
  makeReviewable,
  openReview,
  read,
  reason,
} from './make.ts';
import { requestCorrection } from './make-correction.ts';
import { requestVisit } from './make-visit.ts';
import type { Verification } from './service.ts';

/** A case with those who had to do with it. Each has read its documents if they hold a duty of it. */
export type Situation = { caseId: string; providerId: string; people: Record<string, Actor> };

type Made = { caseId: string; providerId: string; owner: Actor } & Partial<
  Record<'reviewer' | 'decider' | 'assignee' | 'recommender', Actor>
>;

async function situation(service: Verification, made: Made): Promise<Situation> {
  const { caseId, providerId, owner } = made;
  const people: Record<string, Actor> = {
    ...Object.fromEntries(
      (['reviewer', 'decider', 'assignee', 'recommender'] as const).flatMap((role) => {
        const actor = made[role];
        return actor ? [[role, actor]] : [];
      }),
    ),
    'another reviewer': operator('reviewer'),
    'another decider': operator('decider'),
    triage: operator('triage'),
    supervisor: operator('supervisor'),
    security: operator('security'),
    auditor: operator('auditor'),
    'a reviewer who represents the provider': operator('reviewer', { assignments: owner.assignments }),
    owner,
    contributor: representative(providerId, 'contributor'),
    'an owner of another provider': representative(randomUUID()),
  };
  const versions = await currentVersions(service, caseId);
  for (const actor of Object.values(people)) {
    await service.known(actor);
    await read(service, actor, caseId, versions.values());
  }
  return { caseId, providerId, people };
}

async function decided(service: Verification) {
  const made = await makeRecommended(service);
  const decider = operator('decider');
  expect((await decide(service, made.caseId, { actor: decider })).status).toBe(201);
  return { ...made, decider };
}

async function withDecider(service: Verification) {
  const made = await makeRecommended(service);
  const decider = await service.known(operator('decider'));
  const body = { duty: 'decide', reason };
  expect((await service.post(`/verification-cases/${made.caseId}/assign`, { actor: decider, body })).status).toBe(200);
  return { ...made, decider };
}

/** A case of kind `review` that waits for its provider. */
async function waitingReview(service: Verification) {
  const first = await decided(service);
  await openReview(service, first);
  return { ...first, caseId: (await caseOf(service, first)).id as string };
}

async function appealed(service: Verification): Promise<Decided & { appealId: string }> {
  const made = await makeDecided(service);
  const { body } = await appeal(service, made);
  return { ...made, appealId: body.id };
}

/** Each state of a case and what changes its rules, reached by requests and events. */
export const situations: Record<string, (service: Verification) => Promise<Made>> = {
  'awaits evidence': async (service) => {
    const made = await makeProvider(service);
    return { ...made, caseId: (await caseOf(service, made)).id };
  },
  'in review, free': (service) => makeReviewable(service),
  'in review, claimed in the queue by somebody else': async (service) => {
    const made = await makeReviewable(service);
    await holding(service).claimed(made.caseId, operator('reviewer'));
    return made;
  },
  'in review, assigned': (service) => makeAssigned(service),
  'in review, frozen': async (service) => {
    const made = await makeAssigned(service);
    const startedAt = service.clock.now.toISOString();
    const endsAt = new Date(service.clock.now.getTime() + 3_600_000).toISOString();
    const freeze = { actionId: randomUUID(), kind: 'freeze_case' as const, targetId: made.caseId };
    await service.deliver(emergencyActionChanged, { ...freeze, startedAt, endsAt, occurredAt: startedAt });
    return made;
  },
  'in review, everything checked': async (service) => {
    const made = await makeAssigned(service);
    for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
    return made;
  },
  'in review, with a doubtful check': async (service) => {
    const made = await makeAssigned(service);
    await check(service, made, { requirementKey: 'identity', result: 'consider' });
    return made;
  },
  'in review, with a visit': (service) => requestVisit(service),
  'awaits a correction': async (service) => {
    const made = await makeAssigned(service);
    expect((await requestCorrection(service, made, ['identity'])).status).toBe(201);
    return made;
  },
  'awaits a correction that is overdue': async (service) => {
    const made = await makeAssigned(service);
    expect((await requestCorrection(service, made, ['identity'])).status).toBe(201);
    service.advanceClock(15 * 24 * 3600);
    return made;
  },
  'recommended, free': (service) => makeRecommended(service),
  'recommended, assigned': withDecider,
  decided,
  'decided, with something to appeal': (service) => makeDecided(service),
  'decided, after the period of appeal': async (service) => {
    const made = await makeDecided(service);
    service.advanceClock(30 * 24 * 3600);
    return made;
  },
  'a review that waits': waitingReview,
  'under appeal, free': appealed,
  'under appeal, assigned': async (service) => makeAppealInReview(service, await makeDecided(service)),
  'under appeal, recommended': async (service) =>
    makeRecommendedAppeal(service, await makeAppealInReview(service, await makeDecided(service))),
  'closed after an appeal': async (service) => {
    const made = await appealed(service);
    const path = `/verification-cases/${made.caseId}/appeals/${made.appealId}/withdraw`;
    expect((await service.post(path, { actor: made.owner })).status).toBe(200);
    return made;
  },
  withdrawn: async (service) => {
    const made = await makeAssigned(service);
    const path = `/verification-cases/${made.caseId}/withdraw`;
    expect((await service.post(path, { actor: made.owner, body: {} })).status).toBe(200);
    return made;
  },
};

export async function makeSituation(service: Verification, name: string): Promise<Situation> {
  const make = situations[name];
  if (!make) throw new Error(`No situation ${name}.`);
  return situation(service, await make(service));
}
