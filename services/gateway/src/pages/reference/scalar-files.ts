import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';
import { type Document, documentOf, sendDocument } from '../document.ts';

const folder = new URL('./browser/', import.meta.resolve('@scalar/api-reference'));
const { version } = JSON.parse(readFileSync(new URL('../../package.json', folder), 'utf8')) as { version: string };

/** Where the browser's files of Scalar are served: another version is another address, so that they never change. */
export const scalarPath = `/assets/scalar-${version}`;

const name = /^\/(standalone\.esm|chunks\/[\w.-]+)\.js$/;
const kept = new Map<string, Document>();

/** The files of the npm package that browsers load, compressed once. Nothing comes from another host. */
export const scalarFiles: RequestHandler = (request, response, next) => {
  const document = name.test(request.path) ? fileOf(request.path) : undefined;
  if (!document) return next();
  sendDocument(request, response, document);
};

function fileOf(path: string): Document | undefined {
  const known = kept.get(path);
  if (known) return known;
  try {
    const document = documentOf('text/javascript', readFileSync(fileURLToPath(new URL(`.${path}`, folder)), 'utf8'), {
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    kept.set(path, document);
    return document;
  } catch {
    return undefined;
  }
}
