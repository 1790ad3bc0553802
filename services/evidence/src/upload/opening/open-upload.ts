import { documentSizeBytes } from '@trust/contracts/document';
import { type Idempotency, once } from '@trust/service-kit/http/idempotency';
import { type Reply, reply } from '@trust/service-kit/http/reply';
import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, audit, type Trx } from '../../app.ts';
import type { UploadPurpose } from '../../db/schema.ts';
import { mayStillArrive, notYetKnown } from '../../from-other-services/cases/not-yet-known.ts';
import { announceIntent } from '../intents/announce.ts';
import { intentResponse, receivedParts } from '../intents/intent-response.ts';
import { findOwnIntent, type IntentRow, lockOwnIntent, type Owner, readIntent } from '../intents/queries.ts';
import type { UploadIntentResponse } from '../intents/schema.ts';
import { intentStateNow } from '../intents/states.ts';
import { assertVersionLimit } from '../intents/version-limit.ts';
import { newSession } from './new-session.ts';
import {
  assertConsent,
  assertOpenIntentLimit,
  assertQuota,
  assertReplaces,
  assertRequested,
  assertSameContract,
} from './opening-rules.ts';
import {
  findKnownIntent,
  insertIntent,
  type NewSession,
  type UploadContext,
  type UploadContract,
  uploadContextUnderLock,
} from './queries.ts';
import { renewSession } from './renew-session.ts';

type OpenInput = AnyInput & { actor: { userId: string }; providerId: string; idempotency: Idempotency | undefined };
type OpenOptions = {
  contract: UploadContract;
  renews: boolean;
  purpose?: UploadPurpose;
  /** Operators give it for the audit log. */
  reason?: string | null;
};
type View<Body> = (intent: UploadIntentResponse, opening: { trx: Trx; isNew: boolean }) => Body | Promise<Body>;

/**
 * Opens an upload, or returns the one that its `clientIntentKey` names (promise C2). `view` inserts what a new upload
 * of another purpose than evidence needs. What it returns is stored under the `Idempotency-Key`: it must be the body of
 * the response.
 */
export async function openUpload<Body = UploadIntentResponse>(
  input: OpenInput,
  app: App,
  { contract, renews, purpose = 'evidence', reason = null }: OpenOptions,
  view: View<Body> = (intent) => intent as Body,
): Promise<Reply<Body>> {
  const { actor, providerId, idempotency, request } = input;
  const owner = { providerId, userId: actor.userId, purpose };
  const seen = await findKnownIntent(app.db, owner, contract.clientIntentKey);
  const needsSession = !seen || (renews && intentStateNow(seen, app.now()) === 'retryable');
  // Only new sessions count for the limit.
  if (needsSession && purpose === 'evidence') {
    await app.limits.take('refused-request', actor.userId);
    await app.limits.take('upload-session', providerId);
  }
  const received = await receivedParts(app, seen);
  const session = needsSession ? await newSession(app) : undefined;

  return app.db.transact((trx) => {
    const open = async ([, [context]]: [unknown[], UploadContext[]]) => {
      if (!context) throw new Error('The context query returned no row.');
      if (!context.existingIntentId) {
        if (!session) throw new Error('The intent disappeared between two reads.');
        const intent = await createIntent(trx, app, { owner, context, contract, session });
        await audit(trx, input, {
          objectType: 'upload_intent',
          objectId: intent.id,
          reason,
          after: { state: 'open' },
        });
        return reply(await view(await intentResponse(app, intent, request), { trx, isNew: true }), { status: 201 });
      }
      const existing = await readIntent(trx, context.existingIntentId);
      assertSameContract(existing, contract);
      const locked = renews && session && (await lockRetryable(trx, app, owner, existing.id));
      if (!locked) {
        const unchanged = await intentResponse(app, existing, { ...request, received });
        return reply(await view(unchanged, { trx, isNew: false }), { status: 200, changed: false });
      }
      const renewed = await renewSession(trx, app, input, { owner, context, locked, session, reason });
      return reply(await view(await intentResponse(app, renewed, request), { trx, isNew: false }), { status: 201 });
    };
    return once(trx, idempotency, open, uploadContextUnderLock(trx, { owner, contract, now: app.now() }));
  });
}

type NewIntent = {
  owner: Owner;
  context: UploadContext;
  contract: UploadContract;
  session: Omit<NewSession, 'sizeLimitBytes'>;
};

async function createIntent(trx: Trx, app: App, { owner, context, contract, session }: NewIntent): Promise<IntentRow> {
  const { purpose = 'evidence' } = owner;
  const sizeLimitBytes = await admissions[purpose](trx, { owner, context, contract }, app.now());
  assertOpenIntentLimit(context.openIntents);
  assertQuota(context.bytes + contract.sizeBytes, app.quotaBytes);
  assertVersionLimit(context.versions, purpose);
  const made = { id: app.newId(), contract, session: { ...session, sizeLimitBytes } };
  const intent = await insertIntent(trx, owner, made, { isRead: purpose === 'public_media' });
  await announceIntent(trx, intent, 'open');
  return intent;
}

type Admission = (trx: Trx, upload: Omit<NewIntent, 'session'>, now: Date) => Promise<number>;

/** Throws unless the upload may be opened; returns its size limit. */
const admissions: Record<UploadPurpose, Admission> = {
  async evidence(trx, { owner, context, contract }, now) {
    const { caseId } = contract;
    if (!context.caseState && caseId && (await mayStillArrive(trx, caseId, now))) throw notYetKnown('caseId');
    if (contract.replacesIntentId) assertReplaces(await findOwnIntent(trx, owner, contract.replacesIntentId), contract);
    const sizeLimitBytes = assertRequested(context, contract, now);
    assertConsent(context.consents);
    return sizeLimitBytes;
  },
  // The route has found the assignment, and the database guards the confirmation.
  async field_work(_trx, { context }) {
    if (!context.caseState) throw notYetKnown('workItemId');
    return documentSizeBytes.max;
  },
  async public_media(_trx, { context }) {
    assertConsent(context.consents);
    return documentSizeBytes.max;
  },
};

async function lockRetryable(trx: Trx, { now }: App, owner: Owner, id: string): Promise<IntentRow | undefined> {
  const locked = await lockOwnIntent(trx, owner, id);
  return locked && intentStateNow(locked, now()) === 'retryable' ? locked : undefined;
}
