import type { ContractOperation } from './contract-document.ts';

/** A curl command that expects `BASE_URL` and `ACCESS_TOKEN` in the shell. */
export function codeSample(method: string, path: string, operation: ContractOperation): string {
  const parameters = operation.parameters ?? [];
  const exampleFor = (name: string) => encodeURIComponent(String(parameters.find((one) => one.name === name)?.example));
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map((one) => `${one.name}=${exampleFor(one.name)}`)
    .join('&');
  const target = path.replace(/\{(\w+)\}/g, (_whole, name: string) => exampleFor(name));
  const headers = parameters
    .filter((one) => one.in === 'header' && one.required)
    .map((one) => `-H ${quoted(`${one.name}: ${one.example}`)}`);
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$BASE_URL${target}${query && `?${query}`}"`,
    ...(['public', 'webhook'].includes(operation['x-access'] ?? '')
      ? []
      : ['-H "Authorization: Bearer $ACCESS_TOKEN"']),
    ...headers,
    ...bodyOf(operation),
  ].join(' \\\n  ');
}

function bodyOf({ requestBody }: ContractOperation): string[] {
  const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!mediaType) return [];
  const type = `-H 'Content-Type: ${mediaType}'`;
  if (mediaType !== 'application/json') return [type, '--data-binary @file'];
  return [type, `-d ${quoted(JSON.stringify(content?.example, null, 2))}`];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
