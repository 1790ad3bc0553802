import { notificationRequested } from '@trust/contracts/events/any';
import { type Reply, reply } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, audit, type Trx } from '../../app.ts';
import { type Device, deviceOf, labelOf } from '../device.ts';
import { endSession } from '../end-session.ts';
import { hashToken } from '../hash-token.ts';
import { upsertDevice } from '../known-devices/queries.ts';
import { hashDeviceId, readDeviceId } from '../known-devices/requesting-device.ts';
import { countSessions, findSessionOfRefreshToken } from '../queries.ts';
import type { SignedIn, Transport } from '../schema.ts';
import { cookieReply, readSessionCookie } from '../session-cookie.ts';
import { openSession } from './open-session.ts';
import { type KeyedSignIn, storeSignInReply } from './sign-in-reply.ts';

/** The challenge whose code was right. */
type RedeemedChallenge = { id: string; channel: string; identifier_index: Buffer; attempts: number };

export type Proof = { challenge: RedeemedChallenge } | { passkeyId: string; challengeId: string };

type SignIn = {
  personId: string;
  label: string | undefined;
  transport: Transport;
  proof: Proof;
  keyed: KeyedSignIn | undefined;
};

/** Undefined if no session may be opened: the caller refuses, so that nothing is kept. */
export async function signIn(
  trx: Trx,
  app: App,
  input: AnyInput,
  { personId, label, transport, proof, keyed }: SignIn,
): Promise<Reply<SignedIn> | undefined> {
  const device = deviceOf(input.request.header('user-agent'));
  const isNew = await isNewDevice(trx, personId, device);
  await endPreviousSession(trx, app, input);
  const deviceId = readDeviceId(input.request) ?? (transport === 'cookie' ? app.newToken() : undefined);
  const tokens = await openSession(trx, app, {
    personId,
    device,
    deviceHash: deviceId && 'challenge' in proof ? await storeKnownDevice(trx, app, proof.challenge, deviceId) : null,
    passkeyId: 'passkeyId' in proof ? proof.passkeyId : null,
    label: label ?? labelOf(device, input.request.language),
  });
  if (!tokens) return undefined;
  const sessionId = tokens.session.id;
  if (isNew) {
    await emit(trx, notificationRequested.identity, {
      userId: personId,
      providerId: null,
      template: 'new_sign_in',
      data: { sessionId, device: labelOf(device, 'en') },
    });
  }
  await audit(
    trx,
    { ...input, actor: { userId: personId, sessionId } },
    {
      objectType: 'session',
      objectId: sessionId,
      after: { transport, ...auditedProof(proof) },
    },
  );
  if (keyed) await storeSignInReply(trx, keyed, { tokens, deviceId }, app.now());
  return transport === 'cookie' ? cookieReply(tokens, app.now(), { deviceId }) : reply(tokens);
}

export function auditedProof(proof: Proof): Record<string, string | number> {
  return 'challenge' in proof
    ? { authenticatedBy: 'one_time_code', challengeId: proof.challenge.id, tries: proof.challenge.attempts }
    : { authenticatedBy: 'passkey', ...proof };
}

async function storeKnownDevice(
  trx: Trx,
  { vault, now }: App,
  challenge: RedeemedChallenge,
  deviceId: string,
): Promise<Buffer> {
  const { channel, identifier_index: identifierIndex } = challenge;
  const hash = hashDeviceId(vault, identifierIndex, deviceId);
  await upsertDevice(trx, { hash, channel, identifierIndex, now: now() });
  return hash;
}

async function isNewDevice(trx: Trx, personId: string, device: Device): Promise<boolean> {
  const { total, onDevice } = await countSessions(trx, personId, device);
  return total > 0 && onDevice === 0;
}

/** A cookie planted before the sign-in becomes invalid (promise A9). */
async function endPreviousSession(trx: Trx, app: App, { request }: AnyInput): Promise<void> {
  const previous = readSessionCookie(request);
  const found = previous && (await findSessionOfRefreshToken(trx, hashToken(previous.refreshToken)));
  if (found) await endSession(trx, found.session_id, 'signed_in_again', app.now());
}
