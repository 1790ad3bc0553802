import { randomUUID } from 'node:crypto';
import { evidenceRejected } from '@trust/contracts/events/evidence';
import { serviceRemoved } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-testing/actors';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseOf, check, decide, makeProvider, pass, reason, recommend, submit } from '../../../test/make.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { keys } from '../../../test/make-version.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import type { CaseState } from '../../db/schema.ts';
import { openStates } from '../record/transitions.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

type Key = (typeof keys)[number];
type Request = 'assign' | 'check' | 'correct' | 'recommend' | 'decide';
type Step = { act: Request | 'submit' | 'reject' | 'remove' | 'wait'; key: Key };

const weights = {
  submit: 6,
  reject: 1,
  assign: 4,
  check: 6,
  correct: 1,
  recommend: 4,
  decide: 3,
  remove: 0.3,
  wait: 0.5,
};
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(
    ...Object.entries(weights).map(([act, weight]) => ({
      weight: weight * 10,
      arbitrary: fc.constant(act as Step['act']),
    })),
  ),
  key: fc.constantFrom(...keys),
});

function modelCase() {
  const evidence = new Map<Key, string>();
  const checked = new Set<Key>();
  let hasReviewer = false;
  let state: CaseState = 'awaiting_evidence';
  const responses: Record<Request, (key: Key) => number> = {
    assign() {
      if (state !== 'in_review') return 400;
      if (hasReviewer) return 409;
      hasReviewer = true;
      return 200;
    },
    check(key) {
      if (!hasReviewer || state !== 'in_review') return hasReviewer ? 400 : 404;
      checked.add(key);
      return 201;
    },
    correct(key) {
      if (!hasReviewer || state !== 'in_review') return hasReviewer ? 400 : 404;
      evidence.delete(key);
      checked.delete(key);
      state = 'awaiting_correction';
      return 201;
    },
    recommend() {
      if (!hasReviewer) return 404;
      if (state !== 'in_review') return 400;
      if (checked.size < keys.length) return 409;
      state = 'recommended';
      return 201;
    },
    decide() {
      if (state !== 'recommended') return 400;
      state = 'decided';
      return 201;
    },
  };
  const isOpen = () => openStates.some((open) => open === state);
  return {
    state: () => state,
    evidence,
    responses,
    submit(key: Key, versionId: string) {
      if (state !== 'awaiting_evidence' && (state !== 'awaiting_correction' || evidence.has(key))) return;
      evidence.set(key, versionId);
      checked.delete(key);
      if (evidence.size === keys.length) state = 'in_review';
    },
    reject(key: Key) {
      if (!isOpen() || !evidence.delete(key)) return;
      checked.delete(key);
      if (state === 'in_review' || state === 'recommended') state = 'awaiting_correction';
    },
    remove() {
      if (isOpen() && state !== 'recommended') state = 'withdrawn';
    },
    wait() {
      if (state === 'awaiting_correction') state = 'expired';
    },
  };
}

async function walk(steps: readonly Step[], visited: Set<CaseState>): Promise<void> {
  const provider = await makeProvider(service);
  const { providerId, selectionId, categoryKey } = provider;
  const { id: caseId } = await caseOf(service, provider);
  const reviewer = operator('reviewer');
  const decider = operator('decider');
  const model = modelCase();
  const send: Record<Request, (key: Key) => Promise<{ status: number }>> = {
    assign: () => service.post(`/verification-cases/${caseId}/assign`, { actor: reviewer, body: { reason } }),
    check: (requirementKey) => check(service, { caseId, reviewer }, { requirementKey }),
    correct: (key) => requestCorrection(service, { caseId, reviewer }, [key]),
    recommend: () => recommend(service, { caseId, reviewer }),
    decide: () => decide(service, caseId, { actor: decider }),
  };
  for (const { act, key } of steps) {
    if (act === 'submit') {
      const confirmed = await submit(service, provider, caseId, key);
      await pass(service, confirmed);
      model.submit(key, confirmed.evidenceVersionId);
    } else if (act === 'reject') {
      const evidenceVersionId = model.evidence.get(key) ?? randomUUID();
      const about = { caseId, providerId, requirementKey: key, occurredAt: service.clock.now.toISOString() };
      await service.deliver(evidenceRejected, { evidenceVersionId, ...about, reason: 'malware' });
      model.reject(key);
    } else if (act === 'remove') {
      await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
      model.remove();
    } else if (act === 'wait') {
      service.advanceClock(14 * 86_400);
      model.wait();
    } else {
      const { status } = await send[act](key);
      expect([act, key, status]).toEqual([act, key, model.responses[act](key)]);
    }
    visited.add(model.state());
    expect([act, key, (await caseOf(service, provider)).state]).toEqual([act, key, model.state()]);
  }
}

const both = (act: Step['act']): Step[] => keys.map((key) => ({ act, key }));
const one = (act: Step['act']): Step => ({ act, key: keys[0] });
const recommended = [...both('submit'), one('assign'), ...both('check'), one('recommend')];
const examples: Step[][] = [
  [...recommended, one('decide'), one('decide'), one('check'), one('remove')],
  [...recommended, one('reject'), one('submit'), one('recommend'), one('reject'), one('wait'), one('submit')],
  [...recommended.slice(0, -1), one('correct'), one('correct'), one('submit'), one('check'), one('recommend')],
  [...both('submit'), one('remove'), one('submit'), one('reject')],
  [...recommended, one('remove'), one('decide')],
];
const visitable = [...openStates, 'decided', 'expired', 'withdrawn'];

test('M1 random walks: state and responses of a case match the contract', async () => {
  const visited = new Set<CaseState>();
  const walks = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), (steps) => walk(steps, visited));
  await fc.assert(walks, {
    numRuns: examples.length + 3,
    endOnFailure: true,
    examples: examples.map((steps) => [steps]),
  });
  expect([...visited].sort()).toEqual(visitable.sort());
});
