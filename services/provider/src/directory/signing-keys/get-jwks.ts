import { route } from '../../app.ts';
import { ClaimKeys } from './schema.ts';

export const getJwks = route(
  {
    method: 'get',
    path: '/.well-known/jwks.json',
    base: 'root',
    summary: 'Get the signing keys',
    description:
      'JSON Web Key Set (RFC 7517) for signed claim cards. Fetch it again when a card has an unknown `kid`. A key is listed before it signs, and stays listed while a card that it signed can be valid. A compromised key is removed at once.',
    access: 'public',
    cache: 'public',
    alwaysOpen: true,
    responds: { status: 200, body: ClaimKeys },
  },
  async (_input, { db, now, signer }) => ({ keys: await signer.publicKeys(db, now()) }),
);
