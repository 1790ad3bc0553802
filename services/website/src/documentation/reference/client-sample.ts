import type { ContractOperation, Parameter } from '@trust/openapi/contract-document';

const client = '@trust/client';

/** A call of `@trust/client`; undefined for what only other programs send. */
export function clientSample(operation: ContractOperation, baseUrl: string): string | undefined {
  if (operation['x-access'] === 'webhook') return undefined;
  return `import { createTrustClient } from '${client}';

const client = createTrustClient({ baseUrl: ${textOf(baseUrl)} });
${callOf(operation)}
`;
}

function callOf(operation: ContractOperation): string {
  const { operationId, parameters = [] } = operation;
  if (operationId === 'verifyChallenge') {
    const [id, body] = [exampleOf(parameters, 'challengeId'), bodyOf(operation)];
    return `await client.signIn(${textOf(String(id))}, ${literalOf(withoutTransport(body))});`;
  }
  if (operationId === 'verifyPasskey') return 'await client.signInWithPasskey();';
  if (operationId === 'logout') return 'await client.signOut();';
  const input = inputOf(operation);
  const options = Object.keys(input).length > 0 ? literalOf(input) : '';
  const isJson = operation.responses['200']?.content?.['application/json'] !== undefined;
  if (isJson && parameters.some(({ name }) => name === 'cursor'))
    return `for await (const item of client.paginate(${[textOf(operationId), options].filter(Boolean).join(', ')})) console.log(item);`;
  const call = `await client.api.${operationId}(${options});`;
  return hasResult(operation) ? `const result = ${call}` : call;
}

/** Required parameters; the client sends keys and the id of the device itself. */
function inputOf(operation: ContractOperation): Record<string, unknown> {
  const own = ['Idempotency-Key', 'X-Device-Id'];
  const required = (operation.parameters ?? []).filter((one) => one.required && !own.includes(one.name));
  const places = ['path', 'query', 'header'].flatMap((place) => {
    const values = required.filter((one) => one.in === place).map((one) => [one.name, one.example]);
    return values.length > 0 ? [[place, Object.fromEntries(values)]] : [];
  });
  const body = bodyOf(operation);
  return {
    ...(places.length > 0 && { params: Object.fromEntries(places) }),
    ...(body !== undefined && { body }),
    ...formatOf(operation),
  };
}

const file = Symbol('a file');

function bodyOf({ requestBody }: ContractOperation): unknown {
  if (!requestBody) return undefined;
  const json = requestBody.content['application/json'];
  return json ? json.example : file;
}

function formatOf({ responses }: ContractOperation): { parseAs?: string } {
  const content = Object.keys(responses['200']?.content ?? {});
  if (content.length === 0 || content.includes('application/json')) return {};
  if (content.some((type) => type === 'text/event-stream' || type === 'application/x-ndjson'))
    return { parseAs: 'stream' };
  return { parseAs: content.some((type) => type.startsWith('text/')) ? 'text' : 'blob' };
}

function hasResult({ responses }: ContractOperation): boolean {
  return Object.entries(responses).some(([status, { content }]) => Number(status) < 300 && content !== undefined);
}

function exampleOf(parameters: Parameter[], wanted: string): unknown {
  return parameters.find(({ name }) => name === wanted)?.example;
}

function withoutTransport(body: unknown): unknown {
  const { transport: _own, ...rest } = body as Record<string, unknown>;
  return rest;
}

/** JavaScript as a person writes it: names without quotes, texts in single ones. */
function literalOf(value: unknown, indent = ''): string {
  if (value === file) return 'file';
  if (typeof value === 'string') return textOf(value);
  if (value === null || typeof value !== 'object') return String(value);
  const inner = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((one) => literalOf(one, inner))
    : Object.entries(value).map(([name, one]) => `${nameOf(name)}: ${literalOf(one, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const line = open + entries.join(', ') + close;
  if (entries.length === 0) return Array.isArray(value) ? '[]' : '{}';
  if (line.length <= 72 && !line.includes('\n')) return line;
  return `${open.trim()}\n${entries.map((one) => inner + one).join(',\n')},\n${indent}${close.trim()}`;
}

function nameOf(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : textOf(name);
}

function textOf(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
