import { expect, test } from 'vitest';
import { type ReadinessFacts, readinessOf } from './readiness.ts';

const at = new Date('2026-01-05T09:00:00Z');
const caseId = '019b8d3f-0000-7000-8000-000000000001';
const facts: ReadinessFacts = {
  position: { state: 'active', publication: 'unpublished' },
  missing: [],
  services: [
    { categoryKey: 'plumber', isHidden: false, hasAvailability: true, isOutdated: false, hasUnconfirmed: false },
  ],
  cases: [],
  claims: [{ categoryKey: 'plumber', validUntil: new Date('2026-12-05T09:00:00Z') }],
  name: { isPublic: true, isRefused: false },
  gate: 'open',
  missingConsents: [],
  missingSubjects: [],
  naming: null,
};
const codes = (changes: Partial<ReadinessFacts>) =>
  readinessOf({ ...facts, ...changes }, at).tasks.map(({ code }) => code);

test('`publish` is a task only when it would succeed', () => {
  expect(codes({})).toEqual(['publish']);
  expect(codes({ gate: 'closed' })).toEqual([]);
  expect(codes({ position: { state: 'active', publication: 'published' } })).toEqual([]);
  expect(codes({ position: { state: 'suspended', publication: 'unpublished' } })).toEqual([]);
  expect(codes({ name: { isPublic: false, isRefused: false } })).toEqual([]);
  expect(codes({ name: { isPublic: false, isRefused: true } })).toEqual(['change_name']);
  expect(codes({ claims: [{ categoryKey: 'plumber', validUntil: at }] })).toEqual(['renew_claim']);
  expect(codes({ services: facts.services.map((one) => ({ ...one, isHidden: true })) })).toEqual([]);
});

test('ended cases are not counted, and only cases that await the representative are tasks', () => {
  const one = (state: ReadinessFacts['cases'][number]['state']) => ({
    caseId,
    categoryKey: 'plumber',
    state,
    dueAt: null,
  });
  const { openCases, casesAwaitingYou } = readinessOf(
    {
      ...facts,
      cases: [one('in_review'), one('awaiting_evidence'), one('decided'), one('withdrawn'), one('under_appeal')],
    },
    at,
  );
  expect({ openCases, casesAwaitingYou }).toEqual({ openCases: 3, casesAwaitingYou: 1 });
});

test('an expired claim is a renewal task until a case is open', () => {
  const claims = [{ categoryKey: 'plumber', validUntil: at }];
  const { tasks, claimsExpiringSoon } = readinessOf({ ...facts, claims }, at);
  expect(tasks).toEqual([{ code: 'renew_claim', categoryKey: 'plumber', dueAt: at.toISOString() }]);
  expect(claimsExpiringSoon).toBe(0);
  const opened = { caseId, categoryKey: 'plumber', state: 'awaiting_evidence' as const, dueAt: null };
  expect(codes({ claims, cases: [opened] })).toEqual(['submit_evidence']);
  expect(codes({ claims, cases: [{ ...opened, categoryKey: 'roofer' }] })).toContain('renew_claim');
});

test('M4 beginning again is a task once the last case has ended without a claim, and says when', () => {
  const services = [
    { categoryKey: 'plumber', isHidden: false, hasAvailability: true, isOutdated: false, hasUnconfirmed: true },
  ];
  const nextCaseAt = new Date('2026-01-19T09:00:00Z');
  const ended = (state: ReadinessFacts['cases'][number]['state']) => ({
    caseId,
    categoryKey: 'plumber',
    state,
    dueAt: null,
    nextCaseAt: state === 'decided' ? nextCaseAt : null,
  });
  const tasks = (changes: Partial<ReadinessFacts>, now = at) =>
    readinessOf({ ...facts, gate: 'closed', services, claims: [], ...changes }, now).tasks;
  const again = { code: 'begin_again', categoryKey: 'plumber' };
  expect(tasks({ cases: [ended('decided')] })).toEqual([{ ...again, availableAt: nextCaseAt.toISOString() }]);
  expect(tasks({ cases: [ended('decided')] }, nextCaseAt)).toEqual([again]);
  for (const state of ['expired', 'withdrawn'] as const) expect(tasks({ cases: [ended(state)] })).toEqual([again]);
  for (const state of ['in_review', 'under_appeal'] as const)
    expect(tasks({ cases: [ended('expired'), ended(state)] })).toEqual([]);
  expect(tasks({})).toEqual([]);
  const outdated = services.map((service) => ({ ...service, isOutdated: true }));
  expect(tasks({ services: outdated, cases: [ended('expired')] })).toEqual([
    { code: 'update_service', categoryKey: 'plumber' },
  ]);
  const validUntil = new Date(at.getTime() - 89 * 86_400_000);
  const claims = [{ categoryKey: 'plumber', validUntil }];
  expect(tasks({ claims, cases: [ended('decided')] }).map(({ code }) => code)).toEqual(['renew_claim']);
  const later = new Date(at.getTime() + 86_400_000);
  expect(tasks({ claims, cases: [ended('expired')] }, later)).toEqual([again]);
});

test('tasks of a kind are ordered by date', () => {
  const waiting = (categoryKey: string, day: string) => ({
    caseId,
    categoryKey,
    state: 'awaiting_correction' as const,
    dueAt: new Date(`2026-01-${day}T00:00:00Z`),
  });
  const { tasks } = readinessOf({ ...facts, gate: 'closed', cases: [waiting('a', '20'), waiting('b', '10')] }, at);
  expect(tasks.map(({ categoryKey }) => categoryKey)).toEqual(['b', 'a']);
});

test('consent to uploads comes first; tasks of a case name it', () => {
  const opened = { caseId, categoryKey: 'plumber', state: 'awaiting_evidence' as const, dueAt: null };
  const { tasks } = readinessOf(
    { ...facts, gate: 'closed', missing: ['profile'], cases: [opened], missingConsents: ['evidence-processing'] },
    at,
  );
  expect(tasks).toEqual([
    { code: 'give_consent', policyKey: 'evidence-processing' },
    { code: 'complete_profile' },
    { code: 'submit_evidence', categoryKey: 'plumber', caseId },
  ]);
});
