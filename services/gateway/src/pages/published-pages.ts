import { readFileSync } from 'node:fs';
import asyncapi from '@trust/contracts/asyncapi.json' with { type: 'json' };
import type { ContractDocument } from '@trust/openapi/contract-document';
import type { OpenApiDocument } from '@trust/openapi/fragment';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { cachedPerContract, documentOf, sendDocument } from './document.ts';
import { eventsPage } from './events/events-page.ts';
import { landingPage } from './landing/landing-page.ts';
import { contentSecurityPolicy, type Page, page, type Reader, readerOf } from './layout.ts';
import { withOwnAddress } from './own-address.ts';
import { problemPages } from './problems/problem-pages.ts';
import { referenceContract } from './reference/reference-contract.ts';
import { sendReference } from './reference/reference-page.ts';
import { scalarFiles, scalarPath } from './reference/scalar-files.ts';
import { sendJson, sendPage, wantsPage } from './send.ts';

export function publishedPages(publicUrl: string, contract: () => OpenApiDocument): Router {
  const current = contract as unknown as () => ContractDocument;
  const router = Router();
  const referenceJson = cachedPerContract(current, (document) =>
    documentOf('application/json', JSON.stringify(referenceContract(document, publicUrl))),
  );
  const events = cachedPage(() => asyncapi, eventsPage);
  const openapiJson = cachedPerContract(current, (document) =>
    documentOf('application/json', JSON.stringify(withOwnAddress(document, publicUrl))),
  );
  const asyncapiJson = documentOf('application/json', JSON.stringify(asyncapi));
  const startReference = readFileSync(new URL('./reference/start-reference.js', import.meta.url), 'utf8');
  const referenceScript = documentOf('text/javascript', startReference.replace('/assets/scalar', scalarPath));
  const script = documentOf('text/javascript', readFileSync(new URL('./copy.js', import.meta.url), 'utf8'));

  router.get('/', (request, response) => {
    const reader = readerOf(request);
    const landing = landingPage(current(), reader);
    if (wantsPage(request)) sendPage(request, response, landing.page);
    else sendJson(request, response, reader, landing.links);
  });
  router.get('/docs', sendReference(current));
  router.get('/docs/contract.json', (request, response) => sendDocument(request, response, referenceJson()));
  router.get('/assets/reference.js', (request, response) => sendDocument(request, response, referenceScript));
  router.use(scalarPath, scalarFiles);
  router.get('/events', (request, response, next) => {
    response.vary('Accept');
    if (wantsPage(request)) events(request, response, next);
    else sendDocument(request, response, asyncapiJson);
  });
  router.get('/assets/copy.js', (request, response) => sendDocument(request, response, script));
  router.get('/api/v1/openapi.json', (request, response) => sendDocument(request, response, openapiJson()));
  router.get('/api/v1/asyncapi.json', (request, response) => sendDocument(request, response, asyncapiJson));
  for (const name of ['openapi.json', 'asyncapi.json'])
    router.get(`/${name}`, (_request, response) => response.redirect(308, `/api/v1/${name}`));
  router.use(problemPages(publicUrl, contract));
  return router;
}

function cachedPage<Contract extends object>(
  current: () => Contract,
  make: (contract: Contract, reader: Reader) => Page,
): RequestHandler {
  const readers = new Map<string, Reader>();
  const documentFor = cachedPerContract(current, (contract, key) => {
    const reader = readers.get(key) as Reader;
    const content = make(contract, reader);
    return documentOf('text/html', page(content), {
      'Content-Language': reader.language,
      'Content-Security-Policy': contentSecurityPolicy(content),
    });
  });
  return (request: Request, response: Response) => {
    const reader = readerOf(request);
    const key = `${reader.language}${reader.query}`;
    readers.set(key, reader);
    response.vary('Accept-Language');
    sendDocument(request, response, documentFor(key));
  };
}
