import { expect, test } from 'vitest';
import { dueStatusOf, type RequirementFacts } from './requirements-due.ts';

const at = new Date('2026-01-05T09:00:00Z');
const day = (days: number) => new Date(at.getTime() + days * 86_400_000);
const none: RequirementFacts = {
  case: undefined,
  evidence: undefined,
  documentUntil: undefined,
  hasFailedEvidence: false,
  validUntil: undefined,
};
type Case = NonNullable<RequirementFacts['case']>;
const inCase = (state: Case['state'], dueAt: Date | null = null) => ({ case: { state, dueAt, changedAt: day(-1) } });
const sent = (state: 'pending_scan' | 'available' | 'rejected' | 'withdrawn', when = day(-2)) => ({
  evidence: { state, at: when },
});
const claimed = (days: number) => ({ validUntil: day(days) });

test.each<[string, Partial<RequirementFacts>, string, number | null]>([
  ['without a case', {}, 'eventuallyDue evidence_expected', null],
  ['without a case, and verified before', claimed(90), 'eventuallyDue evidence_expected', 90],
  ['whose case was withdrawn', inCase('withdrawn'), 'eventuallyDue evidence_expected', null],
  ['that awaits evidence', inCase('awaiting_evidence'), 'currentlyDue evidence_missing', null],
  [
    'that awaits evidence while a claim holds',
    { ...inCase('awaiting_evidence'), ...claimed(9) },
    'currentlyDue evidence_missing',
    9,
  ],
  [
    'that awaits evidence since its claim ended',
    { ...inCase('awaiting_evidence'), ...claimed(-1) },
    'pastDue evidence_missing',
    -1,
  ],
  [
    'whose file is being scanned',
    { ...inCase('awaiting_evidence'), ...sent('pending_scan') },
    'pendingVerification scan_pending',
    null,
  ],
  [
    'whose evidence waits for the rest',
    { ...inCase('awaiting_evidence'), ...sent('available') },
    'pendingVerification review_pending',
    null,
  ],
  [
    'whose file was rejected',
    { ...inCase('awaiting_evidence'), ...sent('rejected') },
    'currentlyDue evidence_rejected',
    null,
  ],
  [
    'whose file was taken back',
    { ...inCase('awaiting_evidence'), ...sent('withdrawn') },
    'currentlyDue evidence_missing',
    null,
  ],
  ['in review', { ...inCase('in_review'), ...sent('available') }, 'pendingVerification review_pending', null],
  [
    'in review, turned down a moment ago',
    { ...inCase('in_review'), ...sent('rejected') },
    'currentlyDue evidence_rejected',
    null,
  ],
  [
    'in review, taken back a moment ago',
    { ...inCase('in_review'), ...sent('withdrawn') },
    'currentlyDue evidence_missing',
    null,
  ],
  ['in review, without an event about its file', inCase('in_review'), 'pendingVerification review_pending', null],
  [
    'with a recommendation',
    { ...inCase('recommended'), ...sent('available') },
    'pendingVerification decision_pending',
    null,
  ],
  [
    'to correct',
    { ...inCase('awaiting_correction', day(3)), ...sent('rejected') },
    'currentlyDue evidence_rejected',
    3,
  ],
  ['to correct, without a file', inCase('awaiting_correction', day(3)), 'currentlyDue evidence_missing', 3],
  [
    'to correct, taken back',
    { ...inCase('awaiting_correction', day(3)), ...sent('withdrawn', at) },
    'currentlyDue evidence_missing',
    3,
  ],
  [
    'to correct, without a named requirement',
    { ...inCase('awaiting_correction', day(3)), ...sent('available') },
    'currentlyDue correction_requested',
    3,
  ],
  [
    'beside the one to correct',
    { ...inCase('awaiting_correction', day(3)), ...sent('available'), hasFailedEvidence: true },
    'pendingVerification review_pending',
    null,
  ],
  [
    'that the correction does not ask for',
    { ...inCase('awaiting_correction', day(3)), ...sent('available'), isAwaited: false },
    'pendingVerification review_pending',
    null,
  ],
  [
    'that the correction asks for beside a failed one',
    { ...inCase('awaiting_correction', day(3)), ...sent('available'), hasFailedEvidence: true, isAwaited: true },
    'currentlyDue correction_requested',
    3,
  ],
  [
    'corrected',
    { ...inCase('awaiting_correction', day(3)), ...sent('pending_scan', at) },
    'pendingVerification scan_pending',
    null,
  ],
  [
    'to correct until a moment ago',
    { ...inCase('awaiting_correction', at), ...sent('rejected') },
    'pastDue correction_overdue',
    0,
  ],
  ['whose case has expired', inCase('expired', day(-2)), 'pastDue correction_overdue', -2],
  ['not verified', inCase('decided'), 'currentlyDue not_verified', null],
  ['under appeal', inCase('under_appeal'), 'pendingVerification appeal_pending', null],
  ['verified', { ...inCase('decided'), ...claimed(31) }, 'eventuallyDue renewal_due', 31],
  ['verified for thirty more days', { ...inCase('closed'), ...claimed(30) }, 'currentlyDue renewal_due', 30],
  [
    'verified by a document that is too old in ten days',
    { ...inCase('decided'), ...claimed(31), documentUntil: day(10) },
    'currentlyDue renewal_due',
    10,
  ],
  [
    'verified by a document that is too old',
    { ...inCase('decided'), ...claimed(31), documentUntil: at },
    'pastDue renewal_due',
    0,
  ],
  [
    'verified for less than its document is good',
    { ...inCase('decided'), ...claimed(31), documentUntil: day(90) },
    'eventuallyDue renewal_due',
    31,
  ],
  ['whose claim has expired', { ...inCase('decided'), ...claimed(0) }, 'pastDue claim_expired', 0],
])('M4 a requirement %s has its status when read', (_name, facts, listed, dueIn) => {
  const { list, code, dueAt } = dueStatusOf({ ...none, ...facts }, at);
  expect({ listed: `${list} ${code}`, dueAt }).toEqual({ listed, dueAt: dueIn === null ? null : day(dueIn) });
});
