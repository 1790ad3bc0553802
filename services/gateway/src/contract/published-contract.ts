import asyncapi from '@trust/contracts/asyncapi.json' with { type: 'json' };
import { type Contact, type ContractDocument, exampleContact } from '@trust/openapi/contract-document';
import type { OpenApiDocument } from '@trust/openapi/fragment';
import { type Document, documentOf, sendDocument } from '@trust/service-kit/document';
import { Router } from 'express';
import type { PublicReads } from '../config.ts';

const exampleUrl = 'http://127.0.0.1:8080';

type Options = {
  contract: { current: () => OpenApiDocument };
  publicUrl: string;
  contactEmail: string | undefined;
  publicReads: PublicReads;
};

/** The contracts of the running platform, for programs and for the website. */
export function publishedContract({ contract, publicUrl, contactEmail, publicReads }: Options): Router {
  // A shared cache would serve a `public` response to callers without a session (ADR 0030).
  const headers: Record<string, string> =
    publicReads === 'session' ? { 'Cache-Control': 'private, max-age=0, must-revalidate' } : {};
  const jsonOf = (value: object) => documentOf('application/json', JSON.stringify(value), headers);
  const contact = { ...exampleContact, url: publicUrl, ...(contactEmail && { email: contactEmail }) };
  const asyncapiJson = jsonOf({ ...asyncapi, info: { ...asyncapi.info, contact } });
  let cached: { contract: OpenApiDocument; document: Document } | undefined;
  const openapiJson = () => {
    const current = contract.current();
    if (cached?.contract !== current)
      cached = { contract: current, document: jsonOf(ofThisPlatform(current, publicUrl, contact)) };
    return cached.document;
  };
  const router = Router();
  router.get('/api/v1/openapi.json', (request, response) => sendDocument(request, response, openapiJson()));
  router.get('/api/v1/asyncapi.json', (request, response) => sendDocument(request, response, asyncapiJson));
  for (const name of ['openapi.json', 'asyncapi.json'])
    router.get(`/${name}`, (_request, response) => response.redirect(308, `/api/v1/${name}`));
  return router;
}

/** The contract whose example commands address this server, with the contact of its operator. */
function ofThisPlatform(document: OpenApiDocument, publicUrl: string, contact: Contact): ContractDocument {
  const contract = document as unknown as ContractDocument;
  const description = contract.info.description.replaceAll(exampleUrl, publicUrl);
  return { ...contract, info: { ...contract.info, description, contact } };
}
