import { hash } from 'node:crypto';
import { canonicalJson } from '@trust/service-kit/http/input';
import { type Reply, reply } from '@trust/service-kit/http/reply';
import { Problem } from '@trust/service-kit/problems/problem';
import type { RequestInfo } from '@trust/service-kit/request-info';
import { seal, sealingKey, unseal } from '@trust/service-kit/sealing/seal';
import { z } from 'zod';
import type { App, Db, Trx } from '../../app.ts';
import { readDeviceId } from '../known-devices/requesting-device.ts';
import { deleteSignInReply, findSignInReply, insertSignInReply } from '../queries.ts';
import { type SignedIn, Tokens, type Transport } from '../schema.ts';
import { cookieReply } from '../session-cookie.ts';

type Body = { code?: string; credential?: unknown; sessionLabel?: string | undefined; transport: Transport };

/** A sign-in with an `Idempotency-Key`. `secretFor`: of this body and key, sent from a device. */
export type KeyedSignIn = {
  challengeId: string;
  transport: Transport;
  deviceId: string | undefined;
  secretFor: (deviceId: string | undefined) => Buffer;
};

const Answer = z.object({ tokens: Tokens, deviceId: z.string().optional() });
type Answer = z.output<typeof Answer>;

const replaySeconds = 60;

export function readKeyedSignIn(
  { vault }: App,
  request: Pick<RequestInfo, 'header'>,
  challengeId: string,
  body: Body,
): KeyedSignIn | undefined {
  const key = request.header('idempotency-key');
  if (!key) return undefined;
  const secretFor = (deviceId = '') => vault.signInSecret(canonicalJson([key, challengeId, deviceId, body]));
  return { challengeId, transport: body.transport, deviceId: readDeviceId(request), secretFor };
}

/** Kept for a minute, for a client that lost the answer and repeats the request under its key (promise A8). */
export async function storeSignInReply(trx: Trx, signIn: KeyedSignIn, answer: Answer, now: Date): Promise<void> {
  const secret = signIn.secretFor(signIn.deviceId);
  await insertSignInReply(trx, {
    challenge_id: signIn.challengeId,
    session_id: answer.tokens.session.id,
    request_hash: hashOf(secret),
    answer: seal(replyKey(secret), JSON.stringify(answer)),
    expires_at: new Date(now.getTime() + replaySeconds * 1000),
  });
}

/** Answers a repeat. Looks again after a refusal: the first request may have used the challenge meanwhile. */
export async function signInOnce(
  { db, now }: App,
  keyed: KeyedSignIn | undefined,
  signIn: () => Promise<Reply<SignedIn>>,
): Promise<Reply<SignedIn>> {
  if (!keyed) return signIn();
  const replayed = await replaySignIn(db, keyed, now());
  if (replayed) return replayed;
  try {
    return await signIn();
  } catch (refusal) {
    const late = refusal instanceof Problem && (await replaySignIn(db, keyed, now()));
    if (late) return late;
    throw refusal;
  }
}

/** Another request ends the repeats: who saw the code can guess the key once. */
async function replaySignIn(db: Db, signIn: KeyedSignIn, now: Date): Promise<Reply<SignedIn> | undefined> {
  const { challengeId, transport, deviceId, secretFor } = signIn;
  const stored = await findSignInReply(db, challengeId, now);
  if (!stored) return undefined;
  const open = (presented: string | undefined): Answer | undefined => {
    const secret = secretFor(presented);
    if (!hashOf(secret).equals(stored.request_hash)) return undefined;
    return Answer.parse(JSON.parse(unseal(replyKey(secret), stored.answer).toString()));
  };
  const answer = open(deviceId) ?? issuedWith(open(undefined), deviceId);
  if (!answer) {
    await deleteSignInReply(db, challengeId);
    return undefined;
  }
  const headers = { 'Idempotency-Replayed': 'true' };
  return transport === 'cookie'
    ? cookieReply(answer.tokens, now, { headers, deviceId: answer.deviceId })
    : reply(answer.tokens, { headers });
}

/** The cookie of the device arrived with the first answer, whose body was lost. */
function issuedWith(answer: Answer | undefined, deviceId: string | undefined): Answer | undefined {
  return answer?.deviceId === deviceId ? answer : undefined;
}

function hashOf(secret: Buffer): Buffer {
  return hash('sha256', secret, 'buffer');
}

function replyKey(secret: Buffer): Buffer {
  return sealingKey(secret, 'sign-in reply');
}
