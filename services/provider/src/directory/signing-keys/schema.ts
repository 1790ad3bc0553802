import { z } from 'zod';

export const ClaimKeys = z
  .object({
    keys: z.array(
      z.object({ kty: z.string(), crv: z.string(), x: z.string(), kid: z.string(), alg: z.string(), use: z.string() }),
    ),
  })
  .meta({ id: 'ClaimKeys' });
