import type { IntentState, SessionState } from '../../db/schema.ts';

/** docs/domain/upload.md 22. The same rows as in table `allowed_transition`. */
export const intentTransitions: Record<IntentState, readonly IntentState[]> = {
  open: ['uploading', 'retryable', 'cancelled'],
  uploading: ['submitted', 'retryable', 'cancelled'],
  retryable: ['uploading', 'cancelled', 'expired'],
  submitted: [],
  cancelled: [],
  expired: [],
};

export const sessionTransitions: Record<SessionState, readonly SessionState[]> = {
  requested: ['confirmed', 'cancelled', 'expired'],
  confirmed: [],
  cancelled: [],
  expired: [],
  // In the contract, never reached: a failed confirmation leaves the session unchanged (docs/domain/upload.md 27).
  rejected: [],
};

export const retryableDays = 30;

type SessionFacts = { session_state: SessionState; session_expires_at: Date };
type IntentFacts = SessionFacts & { state: IntentState; retryable_since: Date | null };

/** Expiry is computed when read, so a row in `requested` may be expired (promise M4). */
export function sessionStateNow({ session_state, session_expires_at }: SessionFacts, now: Date): SessionState {
  return session_state === 'requested' && session_expires_at <= now ? 'expired' : session_state;
}

/** An intent whose session expired is retryable for 30 days (promise M4). */
export function intentStateNow(intent: IntentFacts, now: Date): IntentState {
  const { state } = intent;
  if (state === 'submitted' || state === 'cancelled' || state === 'expired') return state;
  if (state !== 'retryable' && sessionStateNow(intent, now) === 'requested') return state;
  const since = intent.retryable_since ?? intent.session_expires_at;
  return since.getTime() + retryableDays * 86_400_000 <= now.getTime() ? 'expired' : 'retryable';
}
