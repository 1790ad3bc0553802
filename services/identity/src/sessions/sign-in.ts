import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/events/outbox';
import { type Reply, reply } from '@trust/service-kit/http/reply';
import type { AnyInput } from '@trust/service-kit/http/route';
import { type App, audit, type Trx } from '../app.ts';
import type { Answered } from '../challenges/queries.ts';
import { acceptInvitation } from '../invitations/accept-invitation.ts';
import { rememberDevice } from '../known-devices/queries.ts';
import { deviceIdOf, hashOfDevice } from '../known-devices/requesting-device.ts';
import { type Device, deviceOf, labelOf } from './device.ts';
import { endSession } from './end-session.ts';
import { hashToken, openSession } from './open-session.ts';
import { countSessions, findSessionOfRefreshToken } from './queries.ts';
import type { SignedIn, Transport } from './schema.ts';
import { heldBy, readCookie } from './session-cookie.ts';

type SignIn = {
  personId: string;
  label: string | undefined;
  transport: Transport;
  /** What they answered, and after how many tries. */
  challenge: Answered;
};

/** Opens a session for a person who has just proved who they are, with its audit entry; they are told if the device is new. */
export async function signIn(
  trx: Trx,
  app: App,
  input: AnyInput,
  { personId, label, transport, challenge }: SignIn,
): Promise<Reply<SignedIn>> {
  const device = deviceOf(input.request.header('user-agent'));
  const isNew = await isNewDevice(trx, personId, device);
  await endFormer(trx, app, input);
  const deviceId = deviceIdOf(input.request) ?? (transport === 'cookie' ? app.newToken() : undefined);
  const tokens = await openSession(trx, app, {
    personId,
    device,
    deviceHash: deviceId === undefined ? null : await remember(trx, app, challenge, deviceId),
    label: label ?? labelOf(device, input.request.language),
  });
  await acceptInvitation(trx, personId, app.now());
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
      after: { transport, challengeId: challenge.id, tries: challenge.attempts },
    },
  );
  return transport === 'cookie' ? heldBy(tokens, app.now(), { deviceId }) : reply(tokens);
}

/** From now on the device is known for the number or address. Returns its hash. */
async function remember(trx: Trx, { vault, now }: App, challenge: Answered, deviceId: string): Promise<Buffer> {
  const { channel, identifier_index: identifierIndex } = challenge;
  const hash = hashOfDevice(vault, identifierIndex, deviceId);
  await rememberDevice(trx, { hash, channel, identifierIndex, now: now() });
  return hash;
}

/** Not at the first sign-in of all: every device is new then. */
async function isNewDevice(trx: Trx, personId: string, device: Device): Promise<boolean> {
  const { all, alike } = await countSessions(trx, personId, device);
  return all > 0 && alike === 0;
}

/** The session that the browser's cookie still holds ends: nothing of it, planted or real, outlives a sign-in (promise A9). */
async function endFormer(trx: Trx, app: App, { request }: AnyInput): Promise<void> {
  const former = readCookie(request);
  const found = former && (await findSessionOfRefreshToken(trx, hashToken(former.refreshToken)));
  if (found) await endSession(trx, found.session_id, 'signed_in_again', app.now());
}
