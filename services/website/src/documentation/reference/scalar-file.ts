import { readFileSync } from 'node:fs';
import { documentOf } from '@trust/service-kit/document';

const folder = new URL('../../../vendor/scalar/', import.meta.url);
const { version, file } = JSON.parse(readFileSync(new URL('vendor.json', folder), 'utf8')) as Record<string, string>;

/** Contains the version, so that browsers can cache the file forever. */
export const scalarPath = `/assets/scalar-${version}.js`;

/** Scalar sets `window.Scalar`. */
export const scalarFile = documentOf('text/javascript', readFileSync(new URL(`${file}`, folder), 'utf8'), {
  'Cache-Control': 'public, max-age=31536000, immutable',
});
