import { createHash } from 'node:crypto';
import type { Problem } from '@trust/service-kit/problems/problem';
import { expect, test } from 'vitest';
import { assertConfirmable, type Confirmable, type SealedUpload } from './conditions.ts';

const sha256 = createHash('sha256').update('the document').digest();
const actor = { providerId: 'provider', userId: 'representative' };
const now = new Date('2026-01-05T09:00:00Z');

const confirmable: Confirmable = {
  purpose: 'evidence',
  isWorkOpen: null,
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

function problemOf(changes: Partial<Confirmable>, given: { upload: SealedUpload | undefined } = { upload }) {
  try {
    assertConfirmable({ ...confirmable, ...changes }, actor, given.upload, now);
    return undefined;
  } catch (error) {
    const { status, slug, extras } = error as Problem;
    return [status, slug, extras.errors?.[0]?.code];
  }
}

test('C4 an upload that meets all six conditions is confirmable', () => {
  expect(problemOf({})).toBeUndefined();
  expect(problemOf({ caseState: 'awaiting_correction' })).toBeUndefined();
});

// broken-conditions.test.ts cannot break these through the API.
test.each([
  ['the session is of another provider', { sessionProvider: 'other' }, 'session_provider'],
  ['the case is of another provider', { caseProvider: 'other' }, 'case_provider'],
  ['the requirement does not accept the document', { isAccepted: false }, 'case_requirement'],
  ['the correction window has just ended', { caseState: 'awaiting_correction', caseDueAt: now }, 'correction_overdue'],
] as const)('C4 returns 400 when %s', (_name, changes, code) => {
  expect(problemOf(changes)).toEqual([400, 'confirmation-scope', code]);
});

test('C4 M4 returns 409 from the moment on in which the session expires', () => {
  expect(problemOf({ expiresAt: now })).toEqual([409, 'upload-state', 'session_expired']);
});

test.each([
  ['a part is missing', undefined, 'parts_missing'],
  ['the bytes are of an earlier session', { ...upload, sessionId: 'older' }, 'session_ended'],
  ['there is a byte more', { ...upload, sealed: { ...sealed, bytes: 2001 } }, 'size_mismatch'],
  ['there is a byte less', { ...upload, sealed: { ...sealed, bytes: 1999 } }, 'size_mismatch'],
  ['the hash differs', { ...upload, sealed: { ...sealed, sha256: Buffer.alloc(32) } }, 'hash_mismatch'],
  ['the media type differs', { ...upload, sealed: { ...sealed, mediaType: 'image/png' } }, 'media_type_mismatch'],
  ['the media type is unknown', { ...upload, sealed: { ...sealed, mediaType: undefined } }, 'media_type_mismatch'],
])('U1 returns 409 when %s', (_name, given, code) => {
  expect(problemOf({}, { upload: given })).toEqual([409, 'upload-state', code]);
});
