import { areaOf } from '@trust/openapi/areas';
import type { ContractDocument, ContractOperation, Parameter } from '@trust/openapi/contract-document';
import { envJsonToBruV2, jsonToBruV2, jsonToCollectionBru } from '@usebruno/lang';

type Pair = { name: string; value: string; enabled: boolean; type?: string };
type Place = { method: string; path: string; operation: ContractOperation };

/** A Bruno collection: a folder per area, a request per operation with its example. By file name. */
export function brunoCollection({ info, paths, tags }: ContractDocument): [string, string][] {
  const places = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  const requests = tags.flatMap(({ name: area }) =>
    places
      .filter(({ path }) => areaOf(path) === area)
      .map((place, index): [string, string] => [
        `${area}/${place.operation.operationId}.bru`,
        jsonToBruV2(request(place, index + 1)),
      ]),
  );
  return [
    ['bruno.json', `${JSON.stringify({ version: '1', name: info.title, type: 'collection' }, null, 2)}\n`],
    ['collection.bru', jsonToCollectionBru({ auth: bearer, docs: guide })],
    ['environments/Local.bru', envJsonToBruV2({ variables: local })],
    [`Authentication/readMailbox.bru`, jsonToBruV2(readMailbox)],
    ...requests,
  ].map(([name, text]) => [`${name}`, `${text?.trimEnd()}\n`]);
}

const bearer = { mode: 'bearer', bearer: { token: '{{accessToken}}' } };
const pair = (name: string, value: string, enabled = true): Pair => ({ name, value, enabled });

const local = [
  pair('baseUrl', 'http://127.0.0.1:8080'),
  pair('deviceId', '0f8fad5b-d9cb-469f-a165-70867728950e'),
  pair('identifier', 'claire@example.test'),
];

const guide = `Sign in: send createChallenge, readMailbox and verifyChallenge of the folder Authentication, in this order, in the environment
Local. They store the code and the tokens. All other requests send the access token.`;

/** Development only, so not in the contract. */
const readMailbox = {
  meta: { name: 'readMailbox', type: 'http', seq: 100 },
  http: { method: 'get', url: '{{baseUrl}}/dev/mailbox?to={{identifier}}', body: 'none', auth: 'none' },
  params: [{ ...pair('to', '{{identifier}}'), type: 'query' }],
  vars: { res: [pair('code', 'res.body.items[0].code')] },
};

/** A response stores these values for the requests after it. */
const stored: Record<string, Pair[]> = {
  createChallenge: [pair('challengeId', 'res.body.challengeId')],
  verifyChallenge: [pair('accessToken', 'res.body.accessToken'), pair('refreshToken', 'res.body.refreshToken')],
  refreshSession: [pair('accessToken', 'res.body.accessToken'), pair('refreshToken', 'res.body.refreshToken')],
  createProvider: [pair('providerId', 'res.body.id')],
};

/** Fields whose example is replaced by a variable. */
const variables: Record<string, object> = {
  createChallenge: { channel: 'email', identifier: '{{identifier}}' },
  verifyChallenge: { code: '{{code}}' },
  refreshSession: { refreshToken: '{{refreshToken}}' },
};

function request({ method, path, operation }: Place, seq: number) {
  const { operationId, summary, description, parameters = [], security = [] } = operation;
  const body = bodyOf(operation);
  const url = path.replace(/\{(\w+)\}/g, ':$1');
  return {
    meta: { name: operationId, type: 'http', seq },
    http: {
      method,
      url: `{{baseUrl}}${url}`,
      body: body === undefined ? 'none' : 'json',
      auth: security.length > 0 ? 'inherit' : 'none',
    },
    params: parameters.filter((one) => one.in !== 'header').map(parameter),
    headers: parameters.filter((one) => one.in === 'header').map(header),
    ...(body !== undefined && { body: { json: JSON.stringify(body, null, 2) } }),
    ...(stored[operationId] && { vars: { res: stored[operationId] } }),
    docs: [summary, description].filter(Boolean).join('\n\n'),
  };
}

function parameter({ name, in: place, required = false, example = '' }: Parameter) {
  const isStored = name === 'challengeId' || name === 'providerId';
  return { ...pair(name, isStored ? `{{${name}}}` : String(example), required), type: place };
}

function header({ name, required = false, example = '' }: Parameter): Pair {
  if (name === 'Idempotency-Key') return pair(name, '{{$guid}}');
  if (name === 'X-Device-Id') return pair(name, '{{deviceId}}');
  return pair(name, String(example), required);
}

function bodyOf({ operationId, requestBody }: ContractOperation): unknown {
  const example = requestBody?.content['application/json']?.example;
  return example === undefined ? undefined : { ...(example as object), ...variables[operationId] };
}
