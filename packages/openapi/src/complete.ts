import { codeSample } from './code-sample.ts';
import type { Content, ContractOperation, ContractResponse } from './contract-document.ts';
import { type ExampleOptions, exampleOf, type JsonSchema } from './description/example.ts';
import type { SharedHeader } from './shared-components.ts';

type Schemas = Record<string, JsonSchema>;

/** Adds area, examples, shared response headers and a curl command. Idempotent. */
export function completeOperation(
  operation: ContractOperation,
  place: { method: string; path: string; area: string },
  schemas: Schemas,
  missing?: ExampleOptions['missing'],
): ContractOperation {
  const examples: ExampleOptions = {
    resolve: (ref) => resolveIn(schemas, ref),
    ...(missing && { missing: (field) => missing(`${operation.operationId}: ${field}`) }),
  };
  const { requestBody } = operation;
  const completed: ContractOperation = {
    ...operation,
    tags: [place.area],
    ...(requestBody && {
      requestBody: { ...requestBody, content: contentWithExamples(requestBody.content, examples) },
    }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        completeResponse(status, response, operation, examples),
      ]),
    ),
  };
  const source = codeSample(place.method, place.path, completed);
  return { ...completed, 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source }] };
}

function resolveIn(schemas: Schemas, ref: string) {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return { name, schema: schemas[name] ?? {} };
}

function contentWithExamples(content: Content, examples: ExampleOptions): Content {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, { schema, ...rest }]) => [
      mediaType,
      mediaType === 'application/json'
        ? { schema, example: exampleOf(schema, { field: '', within: '' }, examples) }
        : { schema, ...rest },
    ]),
  );
}

function completeResponse(
  status: string,
  response: ContractResponse,
  operation: ContractOperation,
  examples: ExampleOptions,
): ContractResponse {
  const problems = response['x-problems'];
  const headers = Object.fromEntries(
    headersOf(status, response, operation).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
  if (problems) {
    const references = problems.map((slug) => [slug, { $ref: `#/components/examples/${slug}` }]);
    const content = Object.entries(response.content ?? {}).map(([mediaType, { schema }]) => [
      mediaType,
      { schema, examples: Object.fromEntries(references) },
    ]);
    return { ...response, headers, content: Object.fromEntries(content) };
  }
  return {
    ...response,
    description: reasonPhrases[status] ?? response.description,
    headers,
    ...(response.content && { content: contentWithExamples(response.content, examples) }),
  };
}

/** RFC 9110. */
const reasonPhrases: Record<string, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  304: 'Not Modified',
};

function headersOf(
  status: string,
  response: ContractResponse,
  { parameters = [], 'x-limits': limited, deprecated }: ContractOperation,
): SharedHeader[] {
  const accepts = (header: string) => parameters.some(({ name }) => name === header);
  const succeeded = status.startsWith('2');
  const isLimited = status === '429' || (succeeded && (limited?.length ?? 0) > 0);
  const names: Partial<Record<SharedHeader, boolean | undefined>> = {
    'X-Request-Id': true,
    ETag: 'ETag' in (response.headers ?? {}) || response['x-problems']?.includes('edit-conflict'),
    'Idempotency-Replayed': succeeded && accepts('Idempotency-Key'),
    'Retry-After': status === '429' || status === '503',
    RateLimit: isLimited,
    'RateLimit-Policy': isLimited,
    Location: status === '201',
    Link: 'Link' in (response.headers ?? {}),
    'WWW-Authenticate': status === '401',
    Deprecation: deprecated,
    Sunset: deprecated,
  };
  return (Object.keys(names) as SharedHeader[]).filter((name) => names[name]);
}
