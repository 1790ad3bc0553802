import { type Idempotency, once } from '@trust/service-kit/http/idempotency';
import { type Reply, reply } from '@trust/service-kit/http/reply';
import type { AnyInput } from '@trust/service-kit/http/route';
import { type App, audit, type Trx } from '../app.ts';
import { announceIntent } from './announce.ts';
import {
  assertAsked,
  assertConsent,
  assertReplaces,
  assertRoomForBytes,
  assertRoomForIntent,
  assertRoomForVersion,
  assertSameContract,
} from './contract.ts';
import { intentAnswer, receivedParts } from './intent-answer.ts';
import { newSession } from './new-session.ts';
import { mayStillArrive, notYetKnown } from './not-yet-known.ts';
import { lockOpening, type Opening } from './opening.ts';
import {
  findIntentByKey,
  findOwnIntent,
  type IntentRow,
  insertIntent,
  lockOwnIntent,
  type NewSession,
  type Owner,
  readIntent,
} from './queries.ts';
import { renewSession } from './renew-session.ts';
import type { UploadIntentAnswer, UploadIntentCreate } from './schema.ts';
import { intentStateNow } from './states.ts';

type Asking = AnyInput & { actor: { userId: string }; providerId: string; idempotency: Idempotency | undefined };

export type Wanted = {
  contract: UploadIntentCreate;
  /** A repeat gets a fresh session where the last one has ended; otherwise the intent as it is. */
  renews: boolean;
};

type Session = Omit<NewSession, 'sizeLimitBytes'>;

/** Opens an upload, or returns the one that its `clientIntentKey` names (promise C2). Only a session that is new counts for the limit. */
export async function openUpload(input: Asking, app: App, wanted: Wanted): Promise<Reply<UploadIntentAnswer>> {
  const { actor, providerId, idempotency } = input;
  const owner = { providerId, userId: actor.userId };
  const seen = await findIntentByKey(app.db, owner, wanted.contract.clientIntentKey);
  const needsSession = !seen || (wanted.renews && intentStateNow(seen, app.now()) === 'retryable');
  if (needsSession) await app.limits.take('upload-session', providerId);
  const received = await receivedParts(app, seen);
  const session = needsSession ? await newSession(app) : undefined;

  return app.db.transact((trx) =>
    once(trx, idempotency, async () => {
      const opening = await lockOpening(trx, { owner, contract: wanted.contract, now: app.now() });
      if (opening.intentUnderKey) {
        const existing = await readIntent(trx, opening.intentUnderKey);
        assertSameContract(existing, wanted.contract);
        const renewed =
          wanted.renews && session && (await renew(trx, app, input, { owner, opening, existing, session }));
        return renewed
          ? reply(await intentAnswer(app, renewed, input.request), { status: 201 })
          : reply(await intentAnswer(app, existing, { ...input.request, received }), { status: 200, changed: false });
      }
      if (!session) throw new Error('An intent has vanished.');
      const intent = await open(trx, app, { owner, opening, contract: wanted.contract, session });
      await audit(trx, input, {
        objectType: 'upload_intent',
        objectId: intent.id,
        after: { state: 'open' },
      });
      return reply(await intentAnswer(app, intent, input.request), { status: 201 });
    }),
  );
}

type New = { owner: Owner; opening: Opening; contract: UploadIntentCreate; session: Session };

async function open(trx: Trx, app: App, { owner, opening, contract, session }: New): Promise<IntentRow> {
  const now = app.now();
  if (!opening.caseState && (await mayStillArrive(trx, contract.caseId, now))) throw notYetKnown('caseId');
  if (contract.replacesIntentId) assertReplaces(await findOwnIntent(trx, owner, contract.replacesIntentId), contract);
  const sizeLimitBytes = assertAsked(opening, contract, now);
  assertConsent(opening.consents);
  assertRoomForIntent(opening.openIntents);
  assertRoomForBytes(opening.bytes + contract.sizeBytes, app.quotaBytes);
  assertRoomForVersion(opening.versions);
  const intent = await insertIntent(trx, owner, { id: app.newId(), contract, session: { ...session, sizeLimitBytes } });
  await announceIntent(trx, intent, 'open');
  return intent;
}

type Renewal = { owner: Owner; opening: Opening; existing: IntentRow; session: Session };

/** Undefined if the intent is not retryable, or not any more. */
async function renew(
  trx: Trx,
  app: App,
  input: AnyInput,
  { owner, opening, existing, session }: Renewal,
): Promise<IntentRow | undefined> {
  const locked = await lockOwnIntent(trx, owner, existing.id);
  if (!locked || intentStateNow(locked, app.now()) !== 'retryable') return undefined;
  return renewSession(trx, app, input, { owner, opening, locked, session });
}
