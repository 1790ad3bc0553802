import type { Declaration } from '@trust/service-kit/http/route';
import { needsSession } from '@trust/service-kit/request-info';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { routes as evidence } from '../../services/evidence/src/routes.ts';
import { routes as identity } from '../../services/identity/src/routes.ts';
import { routes as operations } from '../../services/operations/src/routes.ts';
import { routes as provider } from '../../services/provider/src/routes.ts';
import { routes as verification } from '../../services/verification/src/routes.ts';
import { routes as webhooks } from '../../services/webhooks/src/routes.ts';

/** Why a text of an answer may be stored for a day. `operation.path` of every text without a closed form. */
const mayBeStored: readonly (readonly [RegExp, string])[] = [
  [/[.](key|types?|requirementKey|categoryKey|clientIntentKey|planKey|policyVersion|languages\[\])$/, 'a code'],
  [
    /[.](mediaTypes?|documentKinds?|refusedClaims|claimTypes)(\[\])?$|[.](reasonCodes?|limitations)(\[\])?$|[.]publicProviderId$/,
    'a code',
  ],
  [/[.](label|text|limitations\[\])[.][*]$|[.]advice$|[.]headers[.][*]$/, 'words of the platform'],
  [/^(geocode|reverseGeocode)[.]/, 'words of the gazetteer'],
  [/^readNotification[.]/, 'words of the platform, to the one who reads them'],
  [/[.]displayName$/, 'a name that the public reads, and that was sent before'],
  [/^(verifyContactPoint|createPasskey|createDataExport)[.]/, 'of the person who asks, whose answers are erased'],
  [/^(createEnquiry|createEnquiryMessage)[.]/, 'of the person who asks, whose answers are erased'],
  [/[.]actions\[\][.](operation|reason[.](code|text))$/, 'not stored: added when the answer is sent'],
  [/[.]snooze[.]reason$/, 'of the person who asks, whose answers are erased'],
  [/[.](reason|title|summary|publicSummary|text)$/, 'words of operators, which no erasure deletes (erasure 22)'],
];

/** The last rule is about services in which only operators write what is answered. */
const writtenByOperators = { identity, operations, verification };
const others = { provider, evidence, webhooks };

function storedTexts(routes: Record<string, { declaration: Declaration }>): string[] {
  return Object.entries(routes).flatMap(([operation, { declaration: d }]) => {
    if (d.method !== 'post' || !needsSession(d) || d.idempotency === 'own' || d.repeat === 'read') return [];
    return d.responds.body ? openTexts(d.responds.body).map((path) => `${operation}${path}`) : [];
  });
}

type Json = { [key: string]: unknown };

/** Paths of strings without a format, a pattern or a list of values, and of what has no schema. */
function openTexts(schema: z.ZodType): string[] {
  const root = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json & {
    $defs?: Record<string, Json>;
  };
  const found = new Set<string>();
  const visit = (referring: Json, path: string): void => {
    const node = root.$defs?.[String(referring.$ref).split('/').at(-1) ?? ''] ?? referring;
    const { anyOf, oneOf, allOf, properties, items, additionalProperties: any } = node as Record<string, never>;
    for (const one of [anyOf, oneOf, allOf].flatMap((all) => all ?? [])) visit(one, path);
    for (const [name, one] of Object.entries(properties ?? {})) visit(one as Json, `${path}.${name}`);
    if (items) visit(items, `${path}[]`);
    if (any && typeof any === 'object') visit(any, `${path}.*`);
    const isOpenString = node.type === 'string' && !['enum', 'const', 'format', 'pattern'].some((key) => key in node);
    const hasSchema = ['type', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((key) => key in node);
    if (isOpenString || !hasSchema) found.add(path);
  };
  visit(root, '');
  return [...found];
}

const reasonOf = (text: string, rules = mayBeStored) => rules.find(([pattern]) => pattern.test(text))?.[1];

test('P2 no answer is stored with words of others that an erasure deletes', () => {
  const byOperators = Object.values(writtenByOperators).flatMap((routes) => storedTexts(routes));
  const byOthers = Object.values(others).flatMap((routes) => storedTexts(routes));
  expect(byOperators.filter((text) => !reasonOf(text))).toEqual([]);
  expect(byOthers.filter((text) => !reasonOf(text, mayBeStored.slice(0, -1)))).toEqual([]);
  const texts = [...byOperators, ...byOthers];
  expect(mayBeStored.filter(([pattern]) => !texts.some((text) => pattern.test(text)))).toEqual([]);
});

test('P2 the answers of enquiries, disputes and reviews would be found', () => {
  const { acceptEnquiry, withdrawDispute, withdrawReview } = provider;
  const texts = Object.entries({ acceptEnquiry, withdrawDispute, withdrawReview }).flatMap(
    ([operation, { declaration }]) =>
      storedTexts({ [operation]: { declaration: { ...declaration, repeat: 'stored' } } }),
  );
  expect(texts.filter((text) => !reasonOf(text, mayBeStored.slice(0, -1)))).toEqual([
    'acceptEnquiry.messages[].text',
    'acceptEnquiry.contact.identifier',
    'withdrawDispute.statements[].text',
    'withdrawReview.response.text',
  ]);
});
