import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, audit, type Trx } from '../../app.ts';
import { announceIntent } from '../intents/announce.ts';
import { endSession, type IntentRow, markRetryable, type Owner, readIntent } from '../intents/queries.ts';
import { assertConsent, assertOpenIntentLimit, assertQuota } from './opening-rules.ts';
import { type NewSession, replaceSession, type UploadContext } from './queries.ts';

type Renewal = {
  owner: Owner;
  context: UploadContext;
  locked: IntentRow;
  session: Omit<NewSession, 'sizeLimitBytes'>;
  reason?: string | null;
};

export async function renewSession(
  trx: Trx,
  app: Pick<App, 'quotaBytes'>,
  input: AnyInput,
  { owner, context, locked, session, reason = null }: Renewal,
): Promise<IntentRow> {
  // An agent of field work sends nothing of their own.
  if (locked.purpose !== 'field_work') assertConsent(context.consents);
  assertOpenIntentLimit(context.openIntents);
  assertQuota(context.bytes + locked.size_bytes, app.quotaBytes);
  // Expiry is computed when read, so the row of an expired session may still say `requested`.
  await endSession(trx, locked.current_session_id, 'expired');
  await markRetryable(trx, locked.id, locked.session_expires_at);
  await replaceSession(trx, owner, locked.id, { ...session, sizeLimitBytes: locked.size_limit_bytes });
  const intent = await readIntent(trx, locked.id);
  await announceIntent(trx, intent, 'uploading');
  await audit(trx, input, {
    objectType: 'upload_intent',
    objectId: locked.id,
    reason,
    before: { state: 'retryable', attemptCount: locked.attempt_count },
    after: { state: 'uploading', attemptCount: intent.attempt_count },
  });
  return intent;
}
