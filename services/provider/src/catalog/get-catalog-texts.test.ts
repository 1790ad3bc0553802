import { DocumentKind } from '@trust/contracts/catalog/document-kinds';
import { CaseState } from '@trust/contracts/events/verification';
import { problemCatalogue } from '@trust/contracts/problems/problem';
import { labelOf, meaningsOf } from '@trust/contracts/values/value-list';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProviderService, startProvider } from '../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const textsOf = (headers = {}) => service.get('/catalog/texts', { headers });

test('everybody reads the texts of lists, document kinds and problems as they are declared', async () => {
  const { status, body } = await textsOf();
  expect(status).toBe(200);
  const { awaiting_evidence: declared } = meaningsOf(CaseState);
  expect(body.lists.caseState.awaiting_evidence).toEqual({
    label: { en: declared.en, fr: declared.fr },
    help: declared.means,
  });
  expect(Object.keys(body.lists.caseState)).toEqual(CaseState.options);
  expect(Object.keys(body.lists.documentKind)).toEqual(DocumentKind.options);
  expect(Object.keys(body.problems).sort()).toEqual(Object.keys(problemCatalogue).sort());
  expect(body.problems['state-conflict'].codes.check_missing.label.fr).toMatch(/contrôle/);
});

test('a label that says enough has no help', async () => {
  const { body } = await textsOf();
  expect(body.lists.decisionReason.all_checks_clear).toEqual({ label: expect.anything() });
});

test('C3 an unchanged version is 304, in whatever language it is asked for', async () => {
  const first = await textsOf({ 'accept-language': 'fr' });
  expect(first.body.version).toMatch(/^[0-9a-f]{12}$/);
  const etag = first.headers.get('etag') ?? '';
  expect((await textsOf({ 'if-none-match': etag, 'accept-language': 'en' })).status).toBe(304);
  expect((await textsOf({ 'if-none-match': '"other"' })).status).toBe(200);
});

test('a value that has left its list is said in its own words', () => {
  expect(labelOf(DocumentKind, 'guild_letter')).toEqual({ en: 'Guild letter', fr: 'Guild letter' });
  expect(labelOf(DocumentKind, 'constructor')).toEqual({ en: 'Constructor', fr: 'Constructor' });
});
