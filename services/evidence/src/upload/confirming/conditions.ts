import type { FieldCode } from '@trust/contracts/problems/problem';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import type { CaseState, SessionState, UploadPurpose } from '../../db/schema.ts';
import { awaitsDocuments, isOverdue } from '../../from-other-services/cases/correction-window.ts';
import { notYetKnown } from '../../from-other-services/cases/not-yet-known.ts';
import { workHasEnded } from '../../from-other-services/field-work/work-has-ended.ts';
import type { Sealed } from '../../object-store.ts';

export type Confirmable = {
  purpose: UploadPurpose;
  /** Set for field work; null unless its creator is the assigned agent. */
  isWorkOpen: boolean | null;
  sessionId: string;
  sessionProvider: string;
  sessionCreator: string;
  sessionState: SessionState;
  expiresAt: Date;
  sizeLimitBytes: number;
  currentSessionId: string;
  caseProvider: string;
  caseState: CaseState;
  caseDueAt: Date | null;
  caseRequirements: readonly string[];
  requirementKey: string;
  isAccepted: boolean;
  /** Compares with the case's requirement version; `unknown` until its event arrives. */
  selection: 'current' | 'removed' | 'unknown';
  mediaType: string;
  sizeBytes: number;
  sha256: Buffer;
};

type Scope = { providerId: string; userId: string };

export type SealedUpload = { sessionId: string; sealed: Sealed };

/** The first of the spec's six conditions that fails: 400 for the scope, 409 for the state. */
export function brokenCondition(c: Confirmable, scope: Scope, now: Date): Problem | undefined {
  if (c.sessionProvider !== scope.providerId) return outOfScope('session', 'session_provider');
  if (c.sessionCreator !== scope.userId) return outOfScope('session', 'session_creator');
  if (c.currentSessionId !== c.sessionId) return outOfScope('session', 'intent_session');
  const broken = brokenByPurpose[c.purpose](c, now);
  if (broken) return broken;
  if (c.sessionState !== 'requested') return badState('session_ended');
  if (c.expiresAt <= now) return badState('session_expired');
  if (c.sizeBytes > c.sizeLimitBytes) return badState('over_limit');
  return undefined;
}

/** The agent of an open work item; another agent gets the answer of an absent photo (promise D2). */
function brokenByWork({ isWorkOpen }: Confirmable): Problem | undefined {
  if (isWorkOpen === null) return notFound();
  return isWorkOpen ? undefined : workHasEnded();
}

function brokenByCase(c: Confirmable, now: Date): Problem | undefined {
  if (c.caseProvider !== c.sessionProvider) return outOfScope('case', 'case_provider');
  if (!c.caseRequirements.includes(c.requirementKey) || !c.isAccepted)
    return outOfScope('requirementKey', 'case_requirement');
  if (!awaitsDocuments(c.caseState)) return outOfScope('case', 'case_state');
  if (isOverdue(c, now)) return outOfScope('case', 'correction_overdue');
  if (c.selection === 'unknown') return notYetKnown('service');
  if (c.selection === 'removed') return outOfScope('service', 'service_version');
  return undefined;
}

/** Throws unless all six conditions hold and the bytes are the declared ones (promises C4, U1). */
export function assertConfirmable(
  c: Confirmable,
  scope: Scope,
  upload: SealedUpload | undefined,
  now: Date,
): asserts upload is SealedUpload {
  const broken = brokenCondition(c, scope, now);
  if (broken) throw broken;
  // A retry may have replaced the session whose bytes were read.
  if (upload && upload.sessionId !== c.sessionId) throw badState('session_ended');
  if (!upload) throw badState('parts_missing');
  const { bytes, sha256, mediaType } = upload.sealed;
  if (bytes !== c.sizeBytes || bytes > c.sizeLimitBytes) throw badState('size_mismatch');
  if (!sha256.equals(c.sha256)) throw badState('hash_mismatch');
  if (mediaType !== c.mediaType) throw badState('media_type_mismatch');
}

const brokenByPurpose: Record<UploadPurpose, (c: Confirmable, now: Date) => Problem | undefined> = {
  evidence: brokenByCase,
  field_work: brokenByWork,
  // Nothing but its session.
  public_media: () => undefined,
};

function outOfScope(field: string, code: FieldCode<'confirmation-scope'>): Problem {
  return new Problem('confirmation-scope', undefined, { errors: [{ field, code }] });
}

function badState(code: FieldCode<'upload-state'>): Problem {
  return new Problem('upload-state', undefined, { errors: [{ field: 'session', code }] });
}
