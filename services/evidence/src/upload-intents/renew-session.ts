import type { AnyInput } from '@trust/service-kit/http/route';
import { type App, audit, type Trx } from '../app.ts';
import { announceIntent } from './announce.ts';
import { assertConsent, assertRoomForBytes, assertRoomForIntent } from './contract.ts';
import type { Opening } from './opening.ts';
import {
  endSession,
  type IntentRow,
  markRetryable,
  type NewSession,
  type Owner,
  readIntent,
  replaceSession,
} from './queries.ts';

type Renewal = {
  owner: Owner;
  opening: Opening;
  locked: IntentRow;
  session: Omit<NewSession, 'sizeLimitBytes'>;
};

/** A fresh session for an intent that can be retried, if there is room for it again; it keeps its id, and counts one attempt more. */
export async function renewSession(
  trx: Trx,
  app: Pick<App, 'quotaBytes'>,
  input: AnyInput,
  { owner, opening, locked, session }: Renewal,
): Promise<IntentRow> {
  assertConsent(opening.consents);
  assertRoomForIntent(opening.openIntents);
  assertRoomForBytes(opening.bytes + locked.size_bytes, app.quotaBytes);
  // A session that ran out unnoticed is written down as such, since the next one takes its place.
  await endSession(trx, locked.current_session_id, 'expired');
  await markRetryable(trx, locked.id, locked.session_expires_at);
  await replaceSession(trx, owner, locked.id, { ...session, sizeLimitBytes: locked.size_limit_bytes });
  const intent = await readIntent(trx, locked.id);
  await announceIntent(trx, intent, 'uploading');
  await audit(trx, input, {
    objectType: 'upload_intent',
    objectId: locked.id,
    before: { state: 'retryable', attemptCount: locked.attempt_count },
    after: { state: 'uploading', attemptCount: intent.attempt_count },
  });
  return intent;
}
