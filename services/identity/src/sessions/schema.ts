import { SessionId } from '@trust/contracts/fields';
import { Page } from '@trust/contracts/page';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';

export const AuthenticatedBy = valueList('authenticatedBy', {
  one_time_code: { en: 'One-time code', fr: 'Code à usage unique', means: 'With a one-time code.' },
  passkey: { en: 'Passkey', fr: 'Clé d’accès', means: 'With a passkey.' },
});

export type AuthenticatedBy = z.output<typeof AuthenticatedBy>;

export const Transport = valueList('sessionTransport', {
  bearer: { en: 'Tokens', fr: 'Jetons', means: 'The response contains the tokens.' },
  cookie: { en: 'Cookie', fr: 'Cookie', means: 'The response sets the session cookie and contains no token.' },
});
export type Transport = z.output<typeof Transport>;

const SessionLabel = z.string().meta({
  description: 'The label given at sign-in; without one the browser and system, in the language of the sign-in.',
  examples: ["Claire's phone"],
});
const SessionName = z.object({ id: SessionId, label: SessionLabel });

const expiry = {
  accessTokenExpiresAt: z.iso.datetime().meta({
    description: 'When the access token expires, 10 minutes after it was issued. Refresh shortly before.',
    examples: ['2026-11-03T09:40:00.000Z'],
  }),
  refreshTokenExpiresAt: z.iso.datetime().meta({
    description:
      'When the refresh token expires if unused: after 30 days, or 30 minutes for operators, at the latest with the session.',
    examples: ['2026-12-03T09:30:00.000Z'],
  }),
};

export const Tokens = z
  .object({
    accessToken: z.string().meta({
      description: 'Opaque bearer token for the `Authorization` header, valid for 10 minutes.',
      examples: ['f3Tq9cX0m2v1Yb7RkD4sWnZ8aLhJ6uPeGi5oQxC_NtE'],
    }),
    accessTokenExpiresAt: expiry.accessTokenExpiresAt,
    refreshToken: z.string().meta({
      description: 'Opaque token for the next refresh. It works once: using it again revokes the session.',
      examples: ['Zk8Qw1nH5yD2rV7uXc0LbT4mGe9pJs6AfIo3KvYqRt'],
    }),
    refreshTokenExpiresAt: expiry.refreshTokenExpiresAt,
    session: SessionName.describe('The session that the tokens belong to.'),
  })
  .meta({ id: 'Tokens' });
export type Tokens = z.output<typeof Tokens>;

export const StepUp = z
  .object({
    authenticatedAt: z.iso.datetime().meta({
      description: 'The sign-in of the session, from now on: what needs a fresh one is possible for 5 minutes.',
      examples: ['2026-11-03T09:30:00.000Z'],
    }),
  })
  .meta({ id: 'StepUp' });
export type StepUp = z.output<typeof StepUp>;

/** No script may read the tokens of a cookie session (promise A9). */
export const CookieSession = z
  .object({
    ...expiry,
    session: SessionName.describe('The session that was opened.'),
  })
  .meta({ id: 'CookieSession' });

/** Tokens first: `CookieSession` would match them as well. */
export const SignedIn = z.union([Tokens, CookieSession]);
export type SignedIn = z.output<typeof SignedIn>;

export const TokenRefresh = z
  .strictObject({
    refreshToken: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description:
          'The `refreshToken` of the last response. It works once: using it again revokes the session. Leave it out with a session cookie.',
        examples: ['Zk8Qw1nH5yD2rV7uXc0LbT4mGe9pJs6AfIo3KvYqRt'],
      }),
  })
  .meta({ id: 'TokenRefresh' });
export type TokenRefresh = z.output<typeof TokenRefresh>;

const Device = z
  .object({
    kind: z
      .string()
      .nullable()
      .meta({
        description: 'Kind of device: `desktop`, `mobile`, `tablet` or `tv`; null if it is not known.',
        examples: ['mobile'],
      }),
    browser: z
      .string()
      .nullable()
      .meta({ description: 'Name of the browser; null if it is not known.', examples: ['Firefox'] }),
    system: z
      .string()
      .nullable()
      .meta({ description: 'Name of the operating system; null if it is not known.', examples: ['Android'] }),
  })
  .meta({ id: 'SessionDevice' });

export const Session = z
  .object({
    id: SessionId,
    label: SessionLabel,
    createdAt: z.iso.datetime().describe('When the session was opened.'),
    lastUsedAt: z.iso.datetime().describe('When the session was last used, accurate to about a minute.'),
    authenticatedBy: AuthenticatedBy.describe('How the person signed in to the session.'),
    device: Device.describe('The device of the session, according to its `User-Agent`.'),
    current: z.boolean().describe('Whether this is the session of the request.'),
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof Session>;

export const SessionPage = Page(Session).meta({ id: 'SessionPage' });
