import { createHmac, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { fromNodeHeaders } from 'better-auth/node';
import express from 'express';
import pg from 'pg';

// Reference of the session check: `getSession` over Express, as in better-auth's documentation.
const { PORT, DATABASE_URL, COOKIES_FILE, SESSIONS } = process.env as Record<string, string>;
const secret = randomBytes(32).toString('base64url');
const database = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const options = {
  database,
  secret,
  baseURL: `http://127.0.0.1:${PORT}`,
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
};
await (await getMigrations(options)).runMigrations();
const auth = betterAuth(options);
const { user } = await auth.api.signUpEmail({
  body: { email: 'someone@example.test', name: 'Someone', password: randomBytes(16).toString('hex') },
});
await database.query(
  `insert into session (id, "userId", token, "expiresAt", "createdAt", "updatedAt")
   select 's' || n, $1, md5(random()::text) || md5(random()::text), now() + interval '7 days', now(), now()
   from generate_series(1, $2::int) n`,
  [user.id, Number(SESSIONS)],
);
await database.query('analyze session');
const { rows } = await database.query(`select token from session where id like 's%'`);
const cookies = rows.map(({ token }) => {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
});
writeFileSync(COOKIES_FILE, JSON.stringify(cookies));

const http = express().disable('x-powered-by').disable('etag');
http.get('/me', async (request, response) => {
  const session = await auth.api.getSession({ headers: fromNodeHeaders(request.headers) });
  response.status(session ? 200 : 401).json(session ? { userId: session.user.id, sessionId: session.session.id } : {});
});
http.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
http.listen(Number(PORT), '127.0.0.1');
