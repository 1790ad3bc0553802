import type { FieldCode } from '@trust/contracts/problem';
import { Problem } from '@trust/service-kit/http/problem';
import { awaitsDocuments, isOverdue } from '../cases/correction-window.ts';
import type { CaseState, SessionState } from '../db/schema.ts';
import type { Sealed } from '../storage/object-store.ts';
import { notYetKnown } from './not-yet-known.ts';

/** All that the confirmation of an upload depends on, as it is now. */
export type Confirmable = {
  sessionId: string;
  sessionProvider: string;
  sessionCreator: string;
  sessionState: SessionState;
  expiresAt: Date;
  sizeLimitBytes: number;
  /** The session that the intent names as its current one. */
  currentSessionId: string;
  caseProvider: string;
  caseState: CaseState;
  /** When the correction window of the case ends; null where none is open. */
  caseDueAt: Date | null;
  caseRequirements: readonly string[];
  requirementKey: string;
  /** Whether the case's requirement version accepts this kind of document in this media type. */
  accepted: boolean;
  /** The provider's selection of the case's requirement version; `unknown` until its event has arrived. */
  selection: 'current' | 'removed' | 'unknown';
  /** What the client declared. */
  mediaType: string;
  sizeBytes: number;
  sha256: Buffer;
};

type Confirming = { providerId: string; userId: string };

/** What was sealed, of which session; undefined where a part is missing. */
export type Upload = { sessionId: string; sealed: Sealed };

/** The first of the six conditions of the spec that does not hold: scope breaks are 400, the upload's state is 409. */
export function confirmationBreach(c: Confirmable, actor: Confirming, now: Date): Problem | undefined {
  if (c.sessionProvider !== actor.providerId) return outOfScope('session', 'session_provider');
  if (c.sessionCreator !== actor.userId) return outOfScope('session', 'session_creator');
  if (c.currentSessionId !== c.sessionId) return outOfScope('session', 'intent_session');
  if (c.caseProvider !== c.sessionProvider) return outOfScope('case', 'case_provider');
  if (!c.caseRequirements.includes(c.requirementKey) || !c.accepted)
    return outOfScope('requirementKey', 'case_requirement');
  if (!awaitsDocuments(c.caseState)) return outOfScope('case', 'case_state');
  if (isOverdue(c, now)) return outOfScope('case', 'correction_overdue');
  if (c.selection === 'unknown') return notYetKnown('service');
  if (c.selection === 'removed') return outOfScope('service', 'service_version');
  if (c.sessionState !== 'requested') return badState('session_ended');
  if (c.expiresAt <= now) return badState('session_expired');
  if (c.sizeBytes > c.sizeLimitBytes) return badState('over_limit');
  return undefined;
}

/** Throws unless all six conditions hold and the stored bytes are the declared ones (promises C4, U1). */
export function assertConfirmable(
  c: Confirmable,
  actor: Confirming,
  upload: Upload | undefined,
  now: Date,
): asserts upload is Upload {
  const breach = confirmationBreach(c, actor, now);
  if (breach) throw breach;
  // A retry that came in between has put another session in the place of the one whose bytes were read.
  if (upload && upload.sessionId !== c.sessionId) throw badState('session_ended');
  if (!upload) throw badState('parts_missing');
  const { bytes, sha256, mediaType } = upload.sealed;
  if (bytes !== c.sizeBytes || bytes > c.sizeLimitBytes) throw badState('size_mismatch');
  if (!sha256.equals(c.sha256)) throw badState('hash_mismatch');
  if (mediaType !== c.mediaType) throw badState('media_type_mismatch');
}

function outOfScope(field: string, code: FieldCode<'confirmation-scope'>): Problem {
  return new Problem('confirmation-scope', undefined, { errors: [{ field, code }] });
}

function badState(code: FieldCode<'upload-state'>): Problem {
  return new Problem('upload-state', undefined, { errors: [{ field: 'session', code }] });
}
