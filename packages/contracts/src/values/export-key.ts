import { z } from 'zod';

/** X25519 (RFC 8037). */
export const ExportKey = z.strictObject({
  kty: z.literal('OKP').describe('Key type: always `OKP`.'),
  crv: z.literal('X25519').describe('Curve: always `X25519`.'),
  x: z
    .string()
    .meta({ description: 'The public key, base64url.', examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'] }),
});
