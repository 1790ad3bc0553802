import { Page } from '@trust/contracts/page';
import { z } from 'zod';

const SessionName = z.object({ id: z.uuid(), label: z.string() });

export const Tokens = z
  .object({
    accessToken: z.string(),
    accessTokenExpiresAt: z.iso.datetime(),
    refreshToken: z.string(),
    refreshTokenExpiresAt: z.iso.datetime(),
    session: SessionName,
  })
  .meta({ id: 'Tokens' });
export type Tokens = z.output<typeof Tokens>;

/** For a cookie session: no script may read the tokens (promise A9). */
export const CookieSession = z
  .object({ accessTokenExpiresAt: z.iso.datetime(), refreshTokenExpiresAt: z.iso.datetime(), session: SessionName })
  .meta({ id: 'CookieSession' });

/** Tokens first: `CookieSession` would match them as well. */
export const SignedIn = z.union([Tokens, CookieSession]);
export type SignedIn = z.output<typeof SignedIn>;

export const Transport = z.enum(['bearer', 'cookie']);
export type Transport = z.output<typeof Transport>;

export const TokenRefresh = z
  .strictObject({ refreshToken: z.string().min(1).max(200).optional() })
  .meta({ id: 'TokenRefresh' });
export type TokenRefresh = z.output<typeof TokenRefresh>;

const Device = z
  .object({ kind: z.string().nullable(), browser: z.string().nullable(), system: z.string().nullable() })
  .meta({ id: 'SessionDevice' });

export const Session = z
  .object({
    id: z.uuid(),
    label: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
    authenticatedBy: z.enum(['one_time_code', 'passkey']),
    device: Device,
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof Session>;

export const SessionPage = Page(Session).meta({ id: 'SessionPage' });
