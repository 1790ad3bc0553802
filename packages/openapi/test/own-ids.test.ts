import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; oneOf?: Schema[] };

const contract = JSON.parse(readFileSync(join(import.meta.dirname, '../../contracts/openapi.json'), 'utf8'));
const schemas = contract.components.schemas as Record<string, Schema>;

/** A thing with its own properties: each schema, and each object within one by the name of its property. */
type Thing = { place: string; name: string; properties: string[] };

function thingsOf(schema: Schema, place: string, name: string): Thing[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  const singular = (key: string) => key.replace(/ies$/, 'y').replace(/s$/, '');
  return [
    { place, name, properties: Object.keys(properties) },
    ...Object.entries(properties).flatMap(([key, one]) => thingsOf(one, `${place}.${key}`, singular(key))),
    ...[...(items ? [items] : []), ...anyOf, ...oneOf].flatMap((one) => thingsOf(one, place, name)),
  ];
}

/** `FieldPhotoCreate` may call its id `fieldPhotoId` or `photoId`. */
function namesOfOwnId(name: string): string[] {
  const words = name.replace(/(Create|Update|Summary|Detail|Page|Item)$/, '').match(/[A-Z]?[a-z0-9]+/g) ?? [];
  return words.map((_, from) => {
    const rest = words.slice(from).join('');
    return `${rest.charAt(0).toLowerCase()}${rest.slice(1)}Id`;
  });
}

/** Names that the specification or its walk-through of requests gives; ADR 0117 says where. */
const given = [
  /^(Passkey(Registration)?)?Challenge\.challengeId$/,
  /^ReviewGrant\.grantId$/,
  /^(ClaimSummary|VerifiedClaim|ClaimVerificationItem)\.claimId$/,
  /^PublicProvider\.publicProviderId$/,
];
/** What these say is a fact about the thing that they name, which is another. */
const references = [
  /^RepresentedProvider\.providerId$/,
  /^EmergencyTarget\.targetId$/,
  /^(OperatorCase\.requirements|UploadIntent|UploadIntentSummary)\.(evidence|claimEvidence)\.evidenceId$/,
  /^VerificationDecision\.claims\.claimId$/,
];

test('a thing calls its own id `id`; `…Id` is another thing', () => {
  const things = Object.entries(schemas).flatMap(([name, schema]) => thingsOf(schema, name, name));
  const called = things.flatMap(({ place, name, properties }) =>
    namesOfOwnId(name)
      .filter((id) => properties.includes(id))
      .map((id) => `${place}.${id}`),
  );
  const allowed = [...given, ...references];
  expect(things.length).toBeGreaterThan(500);
  expect(called.filter((place) => !allowed.some((one) => one.test(place)))).toEqual([]);
  expect(allowed.filter((one) => !called.some((place) => one.test(place)))).toEqual([]);
});
