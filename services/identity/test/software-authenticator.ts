import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { passkeys, portal } from './service.ts';

/** An honest authenticator and browser never answer these. */
export type Deviation = {
  origin?: string;
  rpId?: string;
  isUserVerified?: boolean;
  signCount?: number;
  challenge?: string;
  userHandle?: string;
  crossOrigin?: boolean;
  attestation?: Map<string, unknown>;
  format?: string;
};

const flag = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 };

/** WebAuthn with ES256 and without attestation, as a security key does it. */
export function softwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let signCount = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, { origin = portal, crossOrigin = false }: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));

  function authenticatorData({ rpId = passkeys.rpId, ...deviation }: Deviation, attested?: Buffer): Buffer {
    const { isUserVerified = true } = deviation;
    const flags = flag.userPresent | (isUserVerified ? flag.userVerified : 0) | (attested ? flag.attested : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviation.signCount ?? ++signCount);
    const rpIdHash = createHash('sha256').update(rpId).digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, ...(attested ? [attested] : [])]);
  }

  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };

  return {
    id,
    register(options: { challenge: string; user: { id: string } }, deviation: Deviation = {}) {
      userHandle = options.user.id;
      // COSE: kty EC2, alg ES256, crv P-256.
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, Buffer.from(isoCBOR.encode(key as never))]);
      const object = new Map<string, unknown>([
        ['fmt', deviation.format ?? 'none'],
        ['attStmt', deviation.attestation ?? new Map()],
        ['authData', new Uint8Array(authenticatorData(deviation, attested))],
      ]);
      const clientDataJSON = clientData('webauthn.create', deviation.challenge ?? options.challenge, deviation);
      return {
        ...credential,
        clientExtensionResults: { credProps: { rk: true } },
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(object as never)).toString('base64url'),
          transports: ['usb'],
        },
      };
    },
    assert({ challenge }: { challenge: string }, deviation: Deviation = {}) {
      const clientDataJSON = clientData('webauthn.get', deviation.challenge ?? challenge, deviation);
      const data = authenticatorData(deviation);
      const signed = Buffer.concat([data, createHash('sha256').update(clientDataJSON).digest()]);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: deviation.userHandle ?? (userHandle || undefined),
        },
      };
    },
  };
}

export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;
