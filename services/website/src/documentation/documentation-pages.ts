import { readFileSync } from 'node:fs';
import type { ContractDocument } from '@trust/openapi/contract-document';
import { type Document, documentOf, fileOf, sendDocument } from '@trust/service-kit/document';
import { Router } from 'express';
import { liveDocument } from '../api/live-document.ts';
import type { PublicApi } from '../api/public-api.ts';
import { contentSecurityPolicy, page, type Reader, readerOf } from '../page/layout.ts';
import { sendJson, sendPage, wantsPage } from '../page/send.ts';
import { brunoArchive } from './bruno/bruno-archive.ts';
import { cachedPerContract } from './cached-per-contract.ts';
import { type EventsDocument, eventsPage } from './events/events-page.ts';
import { landingPage } from './landing/landing-page.ts';
import { problemPages } from './problems/problem-pages.ts';
import { clientPackageIn, clientPackageRoutes } from './reference/client-package.ts';
import { referenceContract } from './reference/reference-contract.ts';
import { sendReference } from './reference/reference-page.ts';
import { scalarFile, scalarPath } from './reference/scalar-file.ts';

const brunoHeaders = { 'Content-Disposition': 'attachment; filename="provider-trust-platform-bruno.zip"' };

/** `clientFolder` holds the tarball of `@trust/client`. */
type Source = { api: PublicApi; publicUrl: string; clientFolder: string };

/** Pages for developers. They show the contract of the running platform, development routes included. */
export function documentationPages({ api, publicUrl, clientFolder }: Source): Router {
  const openapi = liveDocument<ContractDocument>(api, '/api/v1/openapi.json');
  const asyncapi = liveDocument<EventsDocument>(api, '/api/v1/asyncapi.json');
  const jsonOf = (value: object) => documentOf('application/json', JSON.stringify(value));
  const client = clientPackageIn(clientFolder);
  const referenceJson = cachedPerContract(
    (contract: ContractDocument, name: string | undefined) =>
      jsonOf(referenceContract(contract, { publicUrl, client: name })),
    (name = '') => name,
  );
  const bruno = cachedPerContract((contract: ContractDocument) =>
    fileOf('application/zip', brunoArchive(contract), brunoHeaders),
  );
  const asyncapiJson = cachedPerContract(jsonOf);
  const events = cachedPerContract(eventsOf, ({ language, query }) => language + query);
  const startReference = readFileSync(new URL('./reference/start-reference.js', import.meta.url), 'utf8');
  const referenceScript = documentOf('text/javascript', startReference.replace('/assets/scalar.js', scalarPath));
  const script = documentOf('text/javascript', readFileSync(new URL('../page/copy.js', import.meta.url), 'utf8'));

  const router = Router();
  router.get('/', async (request, response) => {
    const reader = readerOf(request);
    const landing = landingPage(await openapi(request), reader);
    if (wantsPage(request)) sendPage(request, response, landing.page);
    else sendJson(request, response, reader, landing.links);
  });
  router.get('/docs', sendReference(openapi, { publicUrl, client }));
  router.get('/docs/contract.json', async (request, response) =>
    sendDocument(request, response, referenceJson(await openapi(request), client())),
  );
  router.get('/docs/bruno.zip', async (request, response) =>
    sendDocument(request, response, bruno(await openapi(request))),
  );
  router.use(clientPackageRoutes(clientFolder));
  router.get('/assets/reference.js', (request, response) => sendDocument(request, response, referenceScript));
  router.get(scalarPath, (request, response) => sendDocument(request, response, scalarFile));
  router.get('/events', async (request, response) => {
    response.vary('Accept');
    const contract = await asyncapi(request);
    if (!wantsPage(request)) return sendDocument(request, response, asyncapiJson(contract));
    response.vary('Accept-Language');
    sendDocument(request, response, events(contract, readerOf(request)));
  });
  router.get('/assets/copy.js', (request, response) => sendDocument(request, response, script));
  router.use(problemPages(publicUrl, openapi));
  return router;
}

function eventsOf(contract: EventsDocument, reader: Reader): Document {
  const content = eventsPage(contract, reader);
  return documentOf('text/html', page(content), {
    'Content-Language': reader.language,
    'Content-Security-Policy': contentSecurityPolicy(content),
  });
}
