import { randomUUID } from 'node:crypto';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const register = (displayName: string) =>
  service.post('/providers', {
    actor: person(),
    headers: { 'idempotency-key': randomUUID() },
    body: { displayName, kind: 'organisation', operatingModel: 'travels' },
  });

test.each([
  'Électricité Martin & Fils (SARL)',
  "L'Atelier d’Émile – Nord",
  'A. + B. Dupont, 24/7 à 19 °C',
  'Gal·la Plomberia',
  'Ζωή Ηλεκτρικά',
  'Электрик Иван',
  'كهرباء السلام',
  '東京でんき サービス',
  'सौर ऊर्जा',
  'Nguyễn Văn Điện',
  'Remise en État Dupont',
  'Vérification Électrique du Sud',
  'Policeman Locksmiths',
  'Approval Rating Ltd',
  'Martin Électricité SARL',
  'Müller & Söhne',
  'Łukasz Żółw Usługi',
  'Ναυτικά Πειραιάς',
  'Şahin İnşaat',
  'O’Brien’s',
  'Østergaard',
  'Vera Fried Catering',
  'Vérificateur d’extincteurs',
  'Gas Certificate Services',
  'Ɔkɔmfo Aɖoma',
  'Проводка и свет',
])('T1 a provider may be called %s', async (name) => {
  expect(await register(name)).toMatchObject({ status: 201, body: { displayName: name } });
});

test.each([
  ['✔ VERIFIED – certified by the State', 'symbol_not_allowed'],
  ['Volta P.O.L.I.C.E. Locks', 'reserved_word'],
  ['Volta ★★★★★', 'symbol_not_allowed'],
  ['Volta ✅', 'symbol_not_allowed'],
  ['Volta 🛡', 'symbol_not_allowed'],
  ['Volta √', 'symbol_not_allowed'],
  ['Volta <b>', 'symbol_not_allowed'],
  ['Volta @ home', 'symbol_not_allowed'],
  ['Vo\u200blta', 'symbol_not_allowed'],
  ['Volta\u2800', 'symbol_not_allowed'],
  ['Volta\u3164', 'symbol_not_allowed'],
  ['Volta\u115f', 'symbol_not_allowed'],
  ['Volta\ufe0f', 'symbol_not_allowed'],
  ['𝐕𝐨𝐥𝐭𝐚', 'symbol_not_allowed'],
  ['Ｖｏｌｔａ', 'symbol_not_allowed'],
  ['Volta\u20dd', 'symbol_not_allowed'],
  ['V\u0336\u0335\u0337\u0338olta', 'symbol_not_allowed'],
  ['Volta\u202e', 'invalid_characters'],
  ['Vоlta', 'mixed_scripts'],
  ['ΑBC Électricité', 'mixed_scripts'],
  ['VERIFIED Volta', 'reserved_word'],
  ['Volta Vérifié', 'reserved_word'],
  ['Volta, entreprise vérifiée', 'reserved_word'],
  ['VoltaVerified', 'reserved_word'],
  ['V.E.R.I.F.I.E.D Volta', 'reserved_word'],
  ['V e r i f i e d', 'reserved_word'],
  ['Ver-ified Volta', 'reserved_word'],
  ['Ver1fied Volta', 'reserved_word'],
  ['V3rified Volta', 'reserved_word'],
  ['Certified Plumbers', 'reserved_word'],
  ['Plombier certifié', 'reserved_word'],
  ['Approved Plumbers', 'reserved_word'],
  ['Plombier agréé par l’État', 'reserved_word'],
  ['Diplômée d’État', 'reserved_word'],
  ['Official Locksmith', 'reserved_word'],
  ['Serrurier officiel', 'reserved_word'],
  ['0fficial Locksmith', 'reserved_word'],
  // In Cyrillic letters only.
  ['Ѕтате Электрик', 'reserved_word'],
  ['Locksmith of the State', 'reserved_word'],
  ['Police Locksmith', 'reserved_word'],
  ['Government Childcare', 'reserved_word'],
  ['Ministère des serrures', 'reserved_word'],
  ['Provider Trust', 'reserved_word'],
  ['ᴠᴇʀɪꜰɪᴇᴅ', 'symbol_not_allowed'],
  ['ᴄᴇʀᴛɪꜰɪᴇᴅ Elec', 'symbol_not_allowed'],
  ['Vꬲrified', 'symbol_not_allowed'],
  ['ⱱerified', 'symbol_not_allowed'],
  ['Veɼified', 'symbol_not_allowed'],
  ['Vɛrifiɛd', 'reserved_word'],
  ['Verrified', 'reserved_word'],
  ['Verif ffied', 'reserved_word'],
  ['Zertifiziert', 'reserved_word'],
  ['Geprüfte Elektriker', 'reserved_word'],
  ['Проверено', 'reserved_word'],
  ['Vérif Pro', 'reserved_word'],
  ['Verificación', 'reserved_word'],
  ['Erkend Loodgieter', 'reserved_word'],
  ['Elettricista certificato', 'reserved_word'],
  ['Sprawdzony Hydraulik', 'reserved_word'],
  ['Electricista aprobado', 'reserved_word'],
  ['Canalizador credenciado', 'reserved_word'],
])('T1 a provider cannot be called %j (%s)', async (name, code) => {
  const refused = { status: 400, body: { errors: [{ field: 'displayName', code }] } };
  expect(await register(name)).toMatchObject(refused);
  const { actor, id } = await makeOwner(service);
  for (const path of ['/provider-workspace/me/profile', `/providers/${id}`])
    expect(await service.patch(path, { actor, body: { displayName: name } })).toMatchObject(refused);
});
