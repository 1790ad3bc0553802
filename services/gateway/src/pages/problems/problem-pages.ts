import type { OpenApiDocument } from '@trust/openapi/fragment';
import { Problem } from '@trust/service-kit/problems/problem';
import { Router } from 'express';
import { type Reader, readerOf } from '../layout.ts';
import { sendJson, sendPage, wantsPage } from '../send.ts';
import { problemEntry, problemSlugs } from './problem-entry.ts';
import { problemListPage } from './problem-list-page.ts';
import { problemPage } from './problem-page.ts';

const unknownType = {
  en: 'There is no such problem type. GET /problems lists all of them.',
  fr: 'Ce type de problème n’existe pas. GET /problems les liste tous.',
};

/** Serves the `type` URLs of problems, as a page or as JSON. */
export function problemPages(publicUrl: string, contract: () => OpenApiDocument): Router {
  const router = Router();
  const entriesFor = ({ language }: Reader) =>
    problemSlugs.map((slug) => problemEntry(slug, { contract: contract(), publicUrl, language }));
  router.get('/problems', (request, response) => {
    const reader = readerOf(request);
    const items = entriesFor(reader);
    if (wantsPage(request)) return sendPage(request, response, problemListPage(items, reader));
    sendJson(request, response, reader, {
      items: items.map(({ codes: _codes, example: _example, operations: _operations, mend: _mend, ...item }) => item),
    });
  });
  router.get('/problems/:slug', (request, response) => {
    const reader = readerOf(request);
    const slug = problemSlugs.find((known) => known === request.params.slug);
    if (!slug && !wantsPage(request)) throw new Problem('not-found', unknownType);
    if (!slug) {
      const list = problemListPage(entriesFor(reader), reader, request.params.slug);
      return sendPage(request, response.status(404), list, 'no-store');
    }
    const entry = problemEntry(slug, { contract: contract(), publicUrl, language: reader.language });
    if (wantsPage(request)) sendPage(request, response, problemPage(entry, reader));
    else sendJson(request, response, reader, entry);
  });
  return router;
}
