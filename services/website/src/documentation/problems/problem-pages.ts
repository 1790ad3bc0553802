import type { ContractDocument } from '@trust/openapi/contract-document';
import { Problem } from '@trust/service-kit/problems/problem';
import { Router } from 'express';
import type { LiveDocument } from '../../api/live-document.ts';
import { type Reader, readerOf } from '../../page/layout.ts';
import { sendJson, sendPage, wantsPage } from '../../page/send.ts';
import { problemEntry, problemSlugs } from './problem-entry.ts';
import { problemListPage } from './problem-list-page.ts';
import { problemPage } from './problem-page.ts';

const unknownType = {
  en: 'There is no such problem type. GET /problems lists all of them.',
  fr: 'Ce type de problème n’existe pas. GET /problems les liste tous.',
};

/** Serves the `type` URLs of problems, as a page or as JSON. */
export function problemPages(publicUrl: string, openapi: LiveDocument<ContractDocument>): Router {
  const router = Router();
  const entriesFor = (contract: ContractDocument, { language }: Reader) =>
    problemSlugs.map((slug) => problemEntry(slug, { contract, publicUrl, language }));
  router.get('/problems', async (request, response) => {
    const reader = readerOf(request);
    const items = entriesFor(await openapi(request), reader);
    if (wantsPage(request)) return sendPage(request, response, problemListPage(items, reader));
    sendJson(request, response, reader, {
      items: items.map(({ codes: _codes, example: _example, operations: _operations, mend: _mend, ...item }) => item),
    });
  });
  router.get('/problems/:slug', async (request, response) => {
    const reader = readerOf(request);
    const contract = await openapi(request);
    const slug = problemSlugs.find((known) => known === request.params.slug);
    if (!slug && !wantsPage(request)) throw new Problem('not-found', unknownType);
    if (!slug) {
      const list = problemListPage(entriesFor(contract, reader), reader, request.params.slug);
      return sendPage(request, response.status(404), list, 'no-store');
    }
    const entry = problemEntry(slug, { contract, publicUrl, language: reader.language });
    if (wantsPage(request)) sendPage(request, response, problemPage(entry, reader));
    else sendJson(request, response, reader, entry);
  });
  return router;
}
