import { hash } from 'node:crypto';
import { parse, stringify } from 'node:querystring';
import { isSameSecret } from '@trust/service-kit/sealing/secret';
import { hmac, isSignedByAny } from './any-secret.ts';
import type { SignedRequest } from './signed-request.ts';

/**
 * `X-Twilio-Signature`: base64 of HMAC-SHA1 over the URL and the sorted form fields. A JSON body is signed by its
 * hash in `bodySHA256` of the URL. There is no timestamp.
 */
export function isSignedByTwilio({ body, header, url, secrets }: SignedRequest): boolean {
  const presented = header('x-twilio-signature') ?? '';
  const bodyHash = new URL(url).searchParams.get('bodySHA256');
  if (bodyHash !== null && !isSameSecret(bodyHash, hash('sha256', body, 'hex'))) return false;
  const fields = bodyHash === null ? signedFields(body) : '';
  return urlForms(url).some((form) =>
    isSignedByAny([presented], secrets, (secret) => hmac('sha1', secret, form, fields).toString('base64')),
  );
}

/** Repeated fields count once per value. */
function signedFields(body: Buffer): string {
  const fields = new URLSearchParams(body.toString());
  return [...new Set(fields.keys())]
    .sort()
    .flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value))
    .join('');
}

/** Twilio signs the URL with or without its port, and with the query in the form of its back end. */
function urlForms(url: string): string[] {
  const [, scheme = '', host = '', rest = ''] = /^(https?:)\/\/([^/:]+)(?::\d+)?(\/.*)?$/.exec(url) ?? [];
  const port = new URL(url).port || (scheme === 'https:' ? '443' : '80');
  const queryAt = rest.indexOf('?');
  const legacy = queryAt < 0 ? rest : `${rest.slice(0, queryAt)}?${stringify(parse(rest.slice(queryAt + 1)))}`;
  const origins = [`${scheme}//${host}`, `${scheme}//${host}:${port}`];
  return [...new Set([rest, legacy])].flatMap((end) => origins.map((origin) => origin + end));
}
