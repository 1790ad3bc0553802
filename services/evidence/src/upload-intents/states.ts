import type { IntentState, SessionState } from '../db/schema.ts';

/** Contract §4. The rows of `allowed_transition` say the same to the database. */
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
  // Released, and nothing leads there: a confirmation that fails leaves its session as it was (ADR 0026).
  rejected: [],
};

export const retryableDays = 30;

type SessionFacts = { session_state: SessionState; session_expires_at: Date };
type IntentFacts = SessionFacts & { state: IntentState; retryable_since: Date | null };

/** A session's state as of now: nobody sweeps, so a requested one may have expired unnoticed (promise M4). */
export function sessionStateNow({ session_state, session_expires_at }: SessionFacts, now: Date): SessionState {
  return session_state === 'requested' && session_expires_at <= now ? 'expired' : session_state;
}

/** An intent's state as of now: one whose session ran out can be retried, for 30 days. */
export function intentStateNow(intent: IntentFacts, now: Date): IntentState {
  const { state } = intent;
  if (state === 'submitted' || state === 'cancelled' || state === 'expired') return state;
  if (state !== 'retryable' && sessionStateNow(intent, now) === 'requested') return state;
  const since = intent.retryable_since ?? intent.session_expires_at;
  return since.getTime() + retryableDays * 86_400_000 <= now.getTime() ? 'expired' : 'retryable';
}
