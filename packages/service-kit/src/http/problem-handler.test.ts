import { person } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { conflict, invalid, notFound, Problem, unavailable } from '../problems/problem.ts';
import { routeFor } from './route.ts';

const route = routeFor<SampleApp>();
const detail = { en: 'It is `b`. Read it again.', fr: 'C’est `b`. Relisez-le.' };

const routes = {
  getProblem: route(
    {
      method: 'get',
      path: '/problems/{which}',
      summary: 'Throws what it is asked for',
      access: 'public',
      params: z.object({ which: z.enum(['conflict', 'forbidden', 'absent', 'away']) }),
      responds: { status: 204 },
      problems: ['state-conflict', 'forbidden', 'not-found'],
    },
    async ({ params }) => {
      if (params.which === 'conflict') throw conflict(detail);
      if (params.which === 'away')
        throw unavailable({ upstream: 'store', reason: 'late', attempt: 2, err: new Error('quiet') });
      throw params.which === 'absent' ? notFound() : new Problem('forbidden');
    },
  ),
};

let service: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  service = await startSample(routes);
});
afterAll(() => service[Symbol.asyncDispose]());

const get = (path: string, language?: string) =>
  service.get(path, { headers: language === undefined ? {} : { 'accept-language': language } });

test('L3 every 503 has Retry-After', async () => {
  const { status, headers } = await get('/problems/away');
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
});

test('a 503 is logged with its cause, which the answer does not tell', async () => {
  const { body } = await get('/problems/away');
  expect(JSON.stringify(body)).not.toMatch(/store|late|quiet/);
  const line = service.logged.map((one) => JSON.parse(one)).find(({ requestId }) => requestId === body.requestId);
  expect(line).toMatchObject({
    ...{ level: 'warn', status: 503, slug: 'unavailable', upstream: 'store', reason: 'late', attempt: 2 },
    err: { type: 'Error' },
  });
});

test('an error of the client is logged without a warning', async () => {
  const { body } = await get('/problems/conflict');
  const line = service.logged.map((one) => JSON.parse(one)).find(({ requestId }) => requestId === body.requestId);
  expect(line).toMatchObject({ level: 'info', status: 409 });
});

test.each([
  [undefined, 'en'],
  ['*', 'en'],
  ['de', 'en'],
  ['fr', 'fr'],
  ['fr-CA, en;q=0.8', 'fr'],
  ['de, en;q=0.4, fr;q=0.9', 'fr'],
  ['fr;q=0, en;q=0.1', 'en'],
  ['\t;;q=nonsense,,', 'en'],
] as const)('Accept-Language %s gets a problem in %s', async (header, language) => {
  const { status, headers, body } = await get('/problems/conflict', header);
  const title = { en: 'State conflict', fr: 'Conflit d’état' }[language];
  expect({ status, ...body }).toMatchObject({ status: 409, title, detail: detail[language] });
  expect(headers.get('content-language')).toBe(language);
  expect(headers.get('vary')).toMatch(/Accept-Language/);
});

test('a problem without a detail uses the catalogue’s text and untranslated codes', async () => {
  const [en, fr] = [await get('/problems/forbidden'), await get('/problems/forbidden', 'fr')];
  expect(en.body.detail).toMatch(/^Your roles .* requires\. Ask someone who has the permission/);
  expect(fr.body.detail).toMatch(/^Vos rôles .* opération\. Adressez-vous/);
  const unknown = await get('/problems/forbidden?unknown=1', 'fr');
  expect(unknown.body).toMatchObject({ title: 'Requête non valide', errors: [{ code: 'unknown_field' }] });
});

test('translates problems of the kit itself: unknown route, no session, malformed path', async () => {
  const title = async (path: string) => (await get(path, 'fr')).body.title;
  expect(await title('/nowhere')).toBe('Introuvable');
  expect(await title('/problems/%')).toBe('Requête non valide');
  const { body } = await service.get('/problems/absent', { headers: { 'accept-language': 'fr' }, actor: person() });
  expect(body.title).toBe('Introuvable');
});

test('logs in English for every caller', () => {
  expect(new Problem('not-found').message).toBe('Not found');
});

test('names the first three fields in detail, each with what is wrong', () => {
  const text = {
    en: 'Must be in the future.',
    fr: 'La date doit être future.',
  };
  expect(invalid('at', 'must_be_future').detail).toEqual({ en: `\`at\`: ${text.en}`, fr: `\`at\`\u00a0: ${text.fr}` });
  const error = (code: 'must_be_future' | 'required') => ({ field: code, code });
  const of = (...codes: ('must_be_future' | 'required')[]) =>
    new Problem('invalid-request', undefined, { errors: codes.map(error) }).detail;
  expect(of('must_be_future', 'required').en).toBe(
    '`must_be_future`: Must be in the future. `required`: This field is required.',
  );
  expect(of('required', 'required', 'required', 'required', 'required').en).toMatch(/\. `errors` lists 2 more\.$/);
  expect(invalid('at', 'must_be_future', detail).detail).toBe(detail);
});

test('a text in one language, and a code that is not of the problem, do not compile', () => {
  // @ts-expect-error a plain string is no text
  new Problem('not-found', 'English only');
  // @ts-expect-error no French
  conflict({ en: 'English only' });
  // @ts-expect-error not listed
  invalid('field', 'no_such_code');
  // @ts-expect-error listed, but for another problem
  new Problem('state-conflict', undefined, { errors: [{ field: 'a', code: 'antimeridian' }] });
  // @ts-expect-error a problem without codes
  new Problem('not-found', undefined, { errors: [{ field: 'a', code: 'required' }] });
  expect(new Problem('state-conflict', undefined, { errors: [{ field: 'a', code: 'versions' }] }).status).toBe(409);
});
