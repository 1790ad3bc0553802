import { person } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { reply } from './reply.ts';
import { routeFor } from './route.ts';

const route = routeFor<SampleApp>();
const responds = { status: 200, body: z.object({ text: z.string() }).meta({ id: 'Echo' }) };
const echo = async (text: string, { db }: SampleApp) => {
  const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(db);
  return { text: rows[0]?.text ?? '' };
};

const routes = {
  postText: route(
    {
      method: 'post',
      path: '/texts',
      summary: 'Returns the text of the body',
      access: 'session',
      body: z.strictObject({ text: z.string() }),
      responds,
    },
    async ({ body }, app) => reply(await echo(body.text, app), { changed: false }),
  ),
  getText: route(
    {
      method: 'get',
      path: '/texts/{text}',
      summary: 'Returns the texts of path, query and header',
      access: 'public',
      params: z.object({ text: z.string() }),
      query: z.strictObject({ more: z.string().optional() }),
      responds,
    },
    ({ params, query }, app) => echo(params.text + (query.more ?? ''), app),
  ),
};

test('I2 after bad characters in body, path, query and header, 100 requests on one connection succeed', async () => {
  await using service = await startSample(routes, { connections: 1 });
  const actor = person();
  for (const bad of ['\u0000', '\u0007', '\ud800', '\u202e']) {
    const encoded = bad === '\ud800' ? '%ED%A0%80' : encodeURIComponent(bad);
    const [inBody, inQuery, inPath] = await Promise.all([
      service.post('/texts', { actor, body: { text: `a${bad}` } }),
      service.get(`/texts/a?more=a${encoded}`),
      service.get(`/texts/a${encoded}`),
    ]);
    expect([inBody.status, inQuery.status]).toEqual([400, 400]);
    expect([400, 404]).toContain(inPath.status);
  }
  const headers = { 'idempotency-key': `${'a'.repeat(20)}\u0085` };
  const inHeader = await service.post('/texts', { actor, body: { text: 'a' }, headers });
  expect([200, 400]).toContain(inHeader.status);
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => service.get(`/texts/${n}`)));
  expect(answers.map(({ status, body }) => [status, body.text])).toEqual(answers.map((_, n) => [200, `${n}`]));
});
