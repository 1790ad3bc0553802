import type { OpenApiDocument } from '@trust/openapi/fragment';
import { notFound } from '@trust/service-kit/http/problem';
import { Router } from 'express';
import { readerOf } from '../layout.ts';
import { sendJson, sendPage, wantsPage } from '../send.ts';
import { problemEntry, problemSlugs } from './problem-entry.ts';
import { problemListPage } from './problem-list-page.ts';
import { problemPage } from './problem-page.ts';

/** Serves the `type` URLs of problems, as a page or as JSON. */
export function problemPages(publicUrl: string, contract: () => OpenApiDocument): Router {
  const router = Router();
  router.get('/problems', (request, response) => {
    const reader = readerOf(request);
    const items = problemSlugs.map((slug) =>
      problemEntry(slug, { contract: contract(), publicUrl, language: reader.language }),
    );
    if (wantsPage(request)) return sendPage(request, response, problemListPage(items, reader));
    sendJson(request, response, reader, {
      items: items.map(({ type, slug, status, title, when, retry }) => ({ type, slug, status, title, when, retry })),
    });
  });
  router.get('/problems/:slug', (request, response) => {
    const slug = problemSlugs.find((known) => known === request.params.slug);
    if (!slug) throw notFound();
    const reader = readerOf(request);
    const entry = problemEntry(slug, { contract: contract(), publicUrl, language: reader.language });
    if (wantsPage(request)) sendPage(request, response, problemPage(entry, reader));
    else sendJson(request, response, reader, entry);
  });
  return router;
}
