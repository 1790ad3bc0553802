import { OpenAPIRegistry, OpenApiGeneratorV31, type ResponseConfig } from '@asteasolutions/zod-to-openapi';
import { contractVersion } from '@trust/contracts/contract-version';
import { ProblemDetails, type ProblemSlug, problemCatalogue } from '@trust/contracts/problems/problem';
import { sessionCookie } from '@trust/contracts/session-cookie';
import type { ValueMeanings } from '@trust/contracts/values/value-list';
import { heldSeconds, stepUpSeconds } from '@trust/service-kit/actors/step-up';
import { sunsetOf } from '@trust/service-kit/http/deprecation';
import {
  type Acts,
  type Declaration,
  hasEtag,
  isPublicRead,
  isStreaming,
  type Media,
  mediaTypesOf,
  pathOf,
  payloadsOf,
  problemsOf,
  type Route,
  type Routes,
  stepUpOf,
} from '@trust/service-kit/http/route';
import { needsSession } from '@trust/service-kit/request-info';
import { z } from 'zod';
import { linkComponents } from './description/component-uses.ts';
import { describeDocument, type FragmentDocument } from './description/describe-document.ts';

export type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>;

/** `missingDescription` gets each property and parameter without a description, `texts` each list of values. */
export function openapiFragment<App>(
  service: string,
  routes: Routes<App>,
  missingDescription?: (place: string) => void,
  texts?: (name: string, values: ValueMeanings) => void,
): OpenApiDocument {
  const registry = new OpenAPIRegistry();
  for (const [operationId, route] of Object.entries(routes)) {
    const { declaration: d } = route;
    registry.registerPath({
      method: d.method,
      path: pathOf(d),
      operationId,
      tags: [d.path.split('/')[1] ?? service],
      summary: d.summary,
      ...descriptionOf(d),
      security: securityOf(d),
      'x-service': service,
      'x-access': d.access,
      ...(d.scope && { 'x-scope': d.scope }),
      ...(d.operators && { 'x-operators': d.operators }),
      ...permissionsOf(d),
      ...((d.limit || d.ownLimits) && { 'x-limits': [d.limit, ...(d.ownLimits ?? [])].filter(Boolean) }),
      ...(stepUpOf(d) && { 'x-step-up': stepUpSeconds, 'x-step-up-for': stepUpOf(d) }),
      ...(d.stepUp === 'unless-held' && { 'x-step-up-held': heldSeconds }),
      ...(d.acts && { 'x-actions': actionsOf(d.acts) }),
      ...(d.rawBody && { 'x-max-body-bytes': d.rawBody.maxBytes }),
      ...(isStreaming(d) && { 'x-streams': true }),
      ...(isPublicRead(d) && { 'x-public-read': true }),
      ...(d.responds.body && d.responds.media && { 'x-accept': mediaTypesOf(d) }),
      request: requestOf(d),
      responses: { ...successesOf(d), ...problemResponses(problemsOf(route)) },
    });
  }
  const named = linkComponents([ProblemDetails, ...Object.values(routes).flatMap(wireSchemasOf)]);
  const { components, ...document } = new OpenApiGeneratorV31([
    ...named.map((schema) => ({ type: 'schema' as const, schema })),
    ...registry.definitions,
  ]).generateDocument({
    openapi: '3.1.0',
    info: { title: `Provider Trust Platform: ${service}`, version: contractVersion },
    servers: [{ url: '/' }],
  });
  const fragment = {
    ...document,
    components: {
      ...components,
      securitySchemes: {
        bearerSession: { type: 'http', scheme: 'bearer' },
        cookieSession: { type: 'apiKey', in: 'cookie', name: sessionCookie },
      },
    },
  };
  const described = describeDocument(fragment as unknown as FragmentDocument, missingDescription, texts);
  return described as unknown as OpenApiDocument;
}

function descriptionOf({ description, deprecated }: Declaration) {
  if (!deprecated) return description && { description };
  const { on, instead } = deprecated;
  const notice = `Deprecated on ${on}: use \`${instead}\`. It works until ${sunsetOf(deprecated)} at least.`;
  return { description: [description, notice].filter(Boolean).join('\n\n'), deprecated: true };
}

/** Throws on two schemas with one id: the document would keep only one. Not every start runs it, as it takes time. */
export function refuseDuplicateIds<App>(routes: Routes<App>): void {
  const schemas = Object.values(routes).flatMap(schemasOf);
  try {
    for (const io of ['input', 'output'] as const) z.toJSONSchema(z.union(schemas), { io, unrepresentable: 'any' });
  } catch (error) {
    const id = error instanceof Error && /Duplicate schema id "(.+?)"/.exec(error.message)?.[1];
    if (!id) throw error;
    const operations = Object.keys(routes).filter((operation) =>
      schemasOf(routes[operation] as Route<App>).some((schema) => usesId(schema, id)),
    );
    throw new Error(`Two schemas have the id "${id}". Rename one, or use one schema in: ${operations.join(', ')}.`);
  }
}

/** Parameters are described one by one: only what they contain can be a component. */
function wireSchemasOf<App>({ declaration }: Route<App>): z.ZodType[] {
  const { params, query, body, responds } = declaration;
  const fields = [params, query].flatMap((schema) =>
    schema instanceof z.ZodObject ? Object.values(schema.shape) : [],
  );
  const bodies = [body, responds.body, ...payloadsOf(declaration)].filter((schema) => schema !== undefined);
  return [...(fields as z.ZodType[]), ...bodies];
}

function schemasOf<App>({ declaration }: Route<App>): z.ZodType[] {
  const { params, query, body, responds } = declaration;
  return [params, query, body, responds.body, ...payloadsOf(declaration)].filter((schema) => schema !== undefined);
}

function usesId(schema: z.ZodType, id: string): boolean {
  let isUsed = false;
  const override = ({ zodSchema }: { zodSchema: z.core.$ZodType }) => {
    isUsed ||= z.globalRegistry.get(zodSchema)?.id === id;
  };
  try {
    z.toJSONSchema(schema, { unrepresentable: 'any', override });
    return isUsed;
  } catch {
    return true;
  }
}

/** A session is optional for public reads: the operator decides (`PUBLIC_READS`). */
function securityOf(d: Declaration) {
  const sessions = [{ bearerSession: [] }, { cookieSession: [] }];
  if (d.access === 'webhook') return [];
  if (d.access !== 'public') return sessions;
  return isPublicRead(d) ? [{}, ...sessions] : [];
}

const idempotencyKey =
  'A new value, such as a UUID, for each new request: up to 255 characters. Repeating the request within 24 hours returns the stored response ' +
  'and uses no rate limit. Errors are not stored: use the same key again.';

const keyOfSession =
  'A new value, such as a UUID, for each new request: up to 255 characters. Repeating the request within 60 s returns the stored tokens, under the conditions of the operation.';

const ifMatch =
  'The `ETag` that the change is based on. If the resource has changed since, the response is 409 with `current`.';

function nameOf(schema: z.ZodType): string {
  return String(schema.meta()?.id);
}

function contentOf(media: Media) {
  const text = { type: 'string' } as const;
  if (typeof media === 'string') return [media, { schema: text }] as const;
  const contentSchema = { $ref: `#/components/schemas/${nameOf(media.payload)}` };
  return [media.type, { schema: { ...text, contentSchema } }] as const;
}

function actionsOf({ on, as }: Acts) {
  return { on, keys: typeof as === 'string' ? [as] : Object.keys(as) };
}

function permissionsOf({ access, operators, permissions = [] }: Declaration) {
  const own = access === 'session' || !needsSession({ access }) ? [] : [access];
  const all = [...new Set([...own, ...(operators ? [operators] : []), ...permissions])];
  return all.length > 0 && { 'x-permissions': all };
}

function requestOf(d: Declaration) {
  const headers: Record<string, z.ZodType> = { ...(d.headers?.shape as Record<string, z.ZodType> | undefined) };
  if (d.idempotency || (d.method === 'post' && needsSession(d))) {
    const isRequired = d.idempotency === 'required';
    const description = `${isRequired ? 'Required.' : 'Optional.'} ${needsSession(d) ? idempotencyKey : keyOfSession}`;
    const key = z.string().min(1).max(255);
    headers['Idempotency-Key'] = (isRequired ? key : key.optional()).meta({
      description,
      examples: ['4f7c2f0a-2f5e-4c57-9b5b-0d3c8a1e6f42'],
    });
  }
  if (d.ifMatch) {
    const isRequired = d.ifMatch !== true;
    headers['If-Match'] = (isRequired ? z.string() : z.string().optional()).meta({
      description: isRequired ? `Required. ${ifMatch}` : `${ifMatch} Without \`If-Match\` the last write wins.`,
      examples: ['"r3"'],
    });
  }
  const raw =
    d.rawBody &&
    Object.fromEntries(d.rawBody.mediaTypes.map((type) => [type, { schema: rawSchema(d.rawBody?.example) }]));
  return {
    ...(d.params && { params: d.params as z.ZodObject }),
    ...(d.query && { query: d.query as z.ZodObject }),
    ...(Object.keys(headers).length > 0 && { headers: z.object(headers) }),
    ...(d.body && {
      body: { required: !d.body.safeParse({}).success, content: { 'application/json': { schema: d.body } } },
    }),
    ...(raw && { body: { required: true, content: raw } }),
  };
}

function rawSchema(example: object | undefined) {
  if (!example) return { type: 'string' as const, format: 'binary' };
  return { type: 'object' as const, additionalProperties: true, examples: [example] };
}

function successesOf(d: Declaration): Record<string, ResponseConfig> {
  const { responds } = d;
  // One shape for a status: what `Accept` selects beside JSON is in `x-accept`, not in the types of clients (ADR 0115).
  const content = responds.body
    ? { 'application/json': { schema: responds.body } }
    : Object.fromEntries((responds.media ?? []).map(contentOf));
  const hasContent = Object.keys(content).length > 0;
  const header = { schema: { type: 'string' } as const };
  const headers = { ...(hasEtag(d) && { ETag: header }), ...(responds.linksNext && { Link: header }) };
  const hasHeaders = Object.keys(headers).length > 0;
  const success: ResponseConfig = { description: 'OK', ...(hasHeaders && { headers }), ...(hasContent && { content }) };
  const created = { ...success, headers: { ...headers, Location: header } };
  const statuses = [responds.status, ...(responds.also ?? [])].map(
    (status) => [String(status), status === 201 ? created : success] as const,
  );
  const isRead = d.method === 'get';
  return {
    ...Object.fromEntries(statuses),
    ...(isRead && hasEtag(d) && { 304: { description: 'Not Modified', headers: { ETag: header } } }),
  };
}

// A reference, because its schema would be generated for every response.
const problemDetails = { $ref: `#/components/schemas/${nameOf(ProblemDetails)}` };

function problemResponses(slugs: ProblemSlug[]): Record<string, ResponseConfig> {
  const byStatus = Map.groupBy(slugs, (slug) => problemCatalogue[slug].status);
  const responses = [...byStatus].map(([status, these]) => {
    const description = these.map((slug) => `\`${slug}\`: ${problemCatalogue[slug].title.en}.`).join(' ');
    return [
      String(status),
      { description, 'x-problems': these, content: { 'application/problem+json': { schema: problemDetails } } },
    ];
  });
  return Object.fromEntries(responses);
}
