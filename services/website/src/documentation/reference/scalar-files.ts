import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Document, documentOf, sendDocument } from '@trust/service-kit/document';
import type { RequestHandler } from 'express';

const folder = new URL('./browser/', import.meta.resolve('@scalar/api-reference'));
const { version } = JSON.parse(readFileSync(new URL('../../package.json', folder), 'utf8')) as { version: string };

/** Contains the version, so that browsers can cache the files forever. */
export const scalarPath = `/assets/scalar-${version}`;

const servedPath = /^\/(standalone\.esm|chunks\/[\w.-]+)\.js$/;
const cache = new Map<string, Document>();

export const scalarFiles: RequestHandler = (request, response, next) => {
  const document = servedPath.test(request.path) ? fileOf(request.path) : undefined;
  if (!document) return next();
  sendDocument(request, response, document);
};

function fileOf(path: string): Document | undefined {
  const cached = cache.get(path);
  if (cached) return cached;
  try {
    const document = documentOf('text/javascript', readFileSync(fileURLToPath(new URL(`.${path}`, folder)), 'utf8'), {
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    cache.set(path, document);
    return document;
  } catch {
    return undefined;
  }
}
