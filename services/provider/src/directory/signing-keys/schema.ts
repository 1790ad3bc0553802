import { z } from 'zod';

export const ClaimKeys = z
  .object({
    keys: z
      .array(
        z.object({
          kty: z.string().meta({ description: 'Key type: `OKP` (RFC 8037).', examples: ['OKP'] }),
          crv: z.string().meta({ description: 'Curve: `Ed25519`.', examples: ['Ed25519'] }),
          x: z.string().meta({
            description: 'The public key, base64url.',
            examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
          }),
          kid: z
            .string()
            .meta({ description: 'Key identifier, as in the header of a signed card.', examples: ['2026-11'] }),
          alg: z.string().meta({ description: 'Signature algorithm: `EdDSA`.', examples: ['EdDSA'] }),
          use: z.string().meta({ description: 'Use of the key: `sig`.', examples: ['sig'] }),
        }),
      )
      .describe('Public keys that verify signed cards, as a JSON Web Key Set (RFC 7517).'),
  })
  .meta({ id: 'ClaimKeys' });
