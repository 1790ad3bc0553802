import { z } from 'zod';

/** What a sign-in and a refresh answer with. The tokens are opaque: they carry references only, and nothing to read. */
export const Tokens = z
  .object({
    accessToken: z.string(),
    accessTokenExpiresAt: z.iso.datetime(),
    refreshToken: z.string(),
    refreshTokenExpiresAt: z.iso.datetime(),
    session: z.object({ id: z.uuid(), label: z.string() }),
  })
  .meta({ id: 'Tokens' });
export type Tokens = z.output<typeof Tokens>;

export const TokenRefresh = z.strictObject({ refreshToken: z.string().min(1).max(200) }).meta({ id: 'TokenRefresh' });
