import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner, type Owner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
let owner: Owner;
let representativeId: string;
beforeAll(async () => {
  service = await startProvider();
  owner = await makeOwner(service);
  const { body } = await service.get(`/providers/${owner.id}/representatives`, { actor: owner.actor });
  representativeId = body.items[0].id;
});
afterAll(() => service[Symbol.asyncDispose]());

const me = '/provider-workspace/me';
const registered = (name: string) => service.put(`${me}/registered-name`, { actor: owner.actor, body: { name } });
const person = (givenName: string, familyName: string) => {
  const body = { representativeId, givenName, familyName };
  return service.put(`${me}/responsible-person`, { actor: owner.actor, body });
};
const summary = (text: string) => service.patch(`${me}/profile`, { actor: owner.actor, body: { summary: text } });
const refused = (field: string, code: string) => ({ status: 400, body: { errors: [{ field, code }] } });

test.each([
  ['✔ Verified by Trust', 'symbol_not_allowed'],
  ['Mar\u200btin SARL', 'symbol_not_allowed'],
  ['Ｍａｒｔｉｎ SARL', 'symbol_not_allowed'],
  ['Mаrtin SARL', 'mixed_scripts'],
  ['Verified by Trust', 'reserved_word'],
  ['Martin agréé', 'reserved_word'],
  ['Provider Trust', 'reserved_word'],
  ['ᴠᴇʀɪꜰɪᴇᴅ SARL', 'symbol_not_allowed'],
])('T1 a business cannot be registered as %j (%s)', async (name, code) => {
  expect(await registered(name)).toMatchObject(refused('name', code));
});

test.each(['Martin & Fils SARL', 'Empire State Plumbing Ltd', 'Régie du Gouvernement SA', 'Police Locksmiths GmbH'])(
  'T1 a business can be registered as %s',
  async (name) => {
    expect((await registered(name)).status).toBe(200);
  },
);

test('T1 the name of a person responsible has letters of one script and claims no check', async () => {
  expect(await person('Claire ✔', 'Martin')).toMatchObject(refused('givenName', 'symbol_not_allowed'));
  expect(await person('ᴄᴇʀᴛɪꜰɪᴇᴅ', 'Martin')).toMatchObject(refused('givenName', 'symbol_not_allowed'));
  expect(await person('Claire', 'Mаrtin')).toMatchObject(refused('familyName', 'mixed_scripts'));
  expect(await person('Veri', 'Fied')).toMatchObject(refused('familyName', 'reserved_word'));
  expect((await person('Anne-Laure', 'O’Brien')).status).toBe(200);
});

const refusedSummaries: [string, string][] = [
  ['✔ Officially VERIFIED by the government', 'symbol_not_allowed'],
  ['Electrician ★★★★★', 'symbol_not_allowed'],
  ['Electrician 🏅', 'symbol_not_allowed'],
  ['Électricien certifié', 'reserved_word'],
  ['Electrician of the government', 'reserved_word'],
  ['We are ver\u3164ified here', 'reserved_word'],
  ...[
    ...['ᴠᴇʀɪꜰɪᴇᴅ by the platform', '🅥🅔🅡🅘🅕🅘🅔🅓 provider', '🆅🅴🆁🅸🅵🅸🅴🅳 provider', 'Vꬲrified', 'ꓦꓰꓣꓲꓝꓲꓰꓓ', 'ᏙᎬᎡᏆᎰᎥᎬᎠ'],
    ...[
      'ᐯerified',
      'Verifiᥱd',
      'ΛCCREDITED',
      'offici∂l',
      '©ertified',
      'Certi$ied',
      'Ver!fied',
      '🇻🇪🇷🇮🇫🇮🇪🇩',
      'Проверено',
    ],
  ].map((text): [string, string] => [text, 'reserved_word']),
  ...['ꪜ', '🮱', '⍻', '🏵', '🎗', '⛨', '🟊', '⚝', '🪪', '㊣', '🆗'].map((sign): [string, string] => [
    sign,
    'symbol_not_allowed',
  ]),
];
test.each(refusedSummaries)('T1 a summary cannot say %j (%s)', async (text, code) => {
  expect(await summary(text)).toMatchObject(refused('summary', code));
  const path = `/providers/${owner.id}`;
  expect(await service.patch(path, { actor: owner.actor, body: { summary: text } })).not.toMatchObject({ status: 200 });
});

test.each([
  'Je viens vérifier votre tableau, et le mets en sécurité.\nAussi le samedi 😊',
  'We work for the police and the state → 24/7!',
  'Parlons-en! Un certificat obtenu en 2019, 50$ de l’heure; ©Volta 🇫🇷 🇩🇪.',
])('T1 a summary can say %j', async (text) => {
  expect((await summary(text)).status).toBe(200);
});

const website = (url: string) => service.patch(`${me}/profile`, { actor: owner.actor, body: { website: url } });

test.each([
  'https://verified-by-provider-trust.example/',
  'https://provider-trust.example',
  'https://volta.certified.example',
  'https://xn--vrifi-bsae.example',
])('T1 a website cannot have the host of %s', async (url) => {
  expect(await website(url)).toMatchObject(refused('website', 'reserved_word'));
});

test('T1 a website may have any other host, and any path', async () => {
  expect((await website('https://martin-electricite.example/verified')).status).toBe(200);
});

test.each([
  'My customer Zoe, telephone 06 12 34 56 78, does not pay.',
  'Write to zoe.martin@example.org',
  'More on https://volta.example/prices',
])('P4 a summary and an address cannot say %j', async (text) => {
  expect(await summary(text)).toMatchObject(refused('summary', 'contact_not_allowed'));
  const publicPremises = { latitude: 45.7, longitude: 4.8, addressLabel: text, consent: true };
  const answer = await service.put(`${me}/location`, { actor: owner.actor, body: { publicPremises } });
  expect(answer).toMatchObject(refused('publicPremises.addressLabel', 'contact_not_allowed'));
});

test('P4 an address can have numbers of a street, a building and a town', async () => {
  const publicPremises = { latitude: 45.7, longitude: 4.8, consent: true };
  for (const addressLabel of [
    '12 bis rue du 8 mai 1945, bât. 3, 69003 Lyon',
    '1-3 place Bellecour, 2e étage, porte 14',
  ])
    expect(
      await service.put(`${me}/location`, {
        actor: owner.actor,
        body: { publicPremises: { ...publicPremises, addressLabel } },
      }),
    ).toMatchObject({ status: 200 });
});
