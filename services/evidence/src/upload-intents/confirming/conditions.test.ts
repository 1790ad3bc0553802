import { createHash } from 'node:crypto';
import type { Problem } from '@trust/service-kit/http/problem';
import { expect, test } from 'vitest';
import { assertConfirmable, type Confirmable, type SealedUpload } from './conditions.ts';

const sha256 = createHash('sha256').update('the document').digest();
const actor = { providerId: 'provider', userId: 'representative' };
const now = new Date('2026-01-05T09:00:00Z');

const confirmable: Confirmable = {
  sessionId: 'session',
  sessionProvider: 'provider',
  sessionCreator: 'representative',
  sessionState: 'requested',
  expiresAt: new Date('2026-01-05T09:00:01Z'),
  sizeLimitBytes: 2000,
  currentSessionId: 'session',
  caseProvider: 'provider',
  caseState: 'awaiting_evidence',
  caseDueAt: null,
  caseRequirements: ['identity'],
  requirementKey: 'identity',
  isAccepted: true,
  selection: 'current',
  mediaType: 'application/pdf',
  sizeBytes: 2000,
  sha256,
};
const sealed = { objectKey: 'key', bytes: 2000, sha256, mediaType: 'application/pdf' };
const upload: SealedUpload = { sessionId: 'session', sealed };

function refusal(changes: Partial<Confirmable>, given: { upload: SealedUpload | undefined } = { upload }) {
  try {
    assertConfirmable({ ...confirmable, ...changes }, actor, given.upload, now);
    return undefined;
  } catch (error) {
    const { status, slug, extras } = error as Problem;
    return [status, slug, extras.errors?.[0]?.code];
  }
}

test('an upload that meets all six conditions is confirmable', () => {
  expect(refusal({})).toBeUndefined();
  expect(refusal({ caseState: 'awaiting_correction' })).toBeUndefined();
});

test.each([
  ['the session is of another provider', { sessionProvider: 'other' }, 'session_provider'],
  ['somebody else created the session', { sessionCreator: 'colleague' }, 'session_creator'],
  ['the intent names another session', { currentSessionId: 'newer' }, 'intent_session'],
  ['the case is of another provider', { caseProvider: 'other' }, 'case_provider'],
  ['the case does not ask the requirement', { caseRequirements: ['insurance'] }, 'case_requirement'],
  ['the requirement does not take the document', { isAccepted: false }, 'case_requirement'],
  ['the case is in review', { caseState: 'in_review' }, 'case_state'],
  ['the case is decided', { caseState: 'decided' }, 'case_state'],
  ['the correction window has just ended', { caseState: 'awaiting_correction', caseDueAt: now }, 'correction_overdue'],
  ['the selected version is not current', { selection: 'removed' }, 'service_version'],
] as const)('C4 it is out of scope when %s', (_name, changes, code) => {
  expect(refusal(changes)).toEqual([400, 'confirmation-scope', code]);
});

test.each([
  ['the session is confirmed', { sessionState: 'confirmed' }, 'session_ended'],
  ['the session is cancelled', { sessionState: 'cancelled' }, 'session_ended'],
  ['the session has just expired', { expiresAt: now }, 'session_expired'],
  ['it is over the size limit', { sizeLimitBytes: 1999 }, 'over_limit'],
] as const)('C4 its state is wrong when %s', (_name, changes, code) => {
  expect(refusal(changes)).toEqual([409, 'upload-state', code]);
});

test.each([
  ['a part is missing', undefined, 'parts_missing'],
  ['the bytes are of an earlier session', { ...upload, sessionId: 'older' }, 'session_ended'],
  ['there is a byte more', { ...upload, sealed: { ...sealed, bytes: 2001 } }, 'size_mismatch'],
  ['there is a byte less', { ...upload, sealed: { ...sealed, bytes: 1999 } }, 'size_mismatch'],
  ['the hash differs', { ...upload, sealed: { ...sealed, sha256: Buffer.alloc(32) } }, 'hash_mismatch'],
  [
    'the bytes are another media type',
    { ...upload, sealed: { ...sealed, mediaType: 'image/png' } },
    'media_type_mismatch',
  ],
  [
    'the bytes are no known media type',
    { ...upload, sealed: { ...sealed, mediaType: undefined } },
    'media_type_mismatch',
  ],
])('U1 it is refused when %s', (_name, given, code) => {
  expect(refusal({}, { upload: given })).toEqual([409, 'upload-state', code]);
});

test('a selection that has not been announced yet is no scope break: the request may be repeated', () => {
  expect(refusal({ selection: 'unknown' })).toEqual([409, 'state-conflict', 'not_yet_known']);
});

test('a scope break is told before a wrong state, and the earlier condition before the later', () => {
  expect(refusal({ sessionState: 'confirmed', caseState: 'decided' })).toEqual([
    400,
    'confirmation-scope',
    'case_state',
  ]);
  expect(refusal({ sessionCreator: 'colleague', caseState: 'decided' })?.[2]).toBe('session_creator');
});
