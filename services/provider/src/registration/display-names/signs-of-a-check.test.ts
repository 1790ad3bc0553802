import { hasSignOfACheck } from '@trust/contracts/reserved-words/signs-of-a-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner, type Owner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
let owner: Owner;
beforeAll(async () => {
  service = await startProvider();
  owner = await makeOwner(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const summary = (text: string) =>
  service.patch('/provider-workspace/me/profile', { actor: owner.actor, body: { summary: text } });

// A check mark, stars of every block, crosses and boxes of a ballot, and marks of standards.
test.each([
  ...['\u{10102}', '\u22c6', '\u235f', '\u2737', '\u2738', '\u2739', '\u2bea', '\u2beb', '\u{1f52f}', '\u{1f320}'],
  ...[
    '\u2721',
    '\u066d',
    '\u2606',
    '\u272a',
    '\u2363',
    '\u2742',
    '\u{1f7d4}',
    '\u2713',
    '\u2610',
    '\u2717',
    '\u{101f5}',
  ],
  ...['\u3004', '\u327f', '\u32a3', '\u2b50', '\u{1f947}', '\u{1f6e1}', '\uaa9c', '\u{1f3f6}'],
])('T1 a summary cannot have %s', async (sign) => {
  const refused = { status: 400, body: { errors: [{ field: 'summary', code: 'symbol_not_allowed' }] } };
  expect(await summary(`Electrician ${sign.repeat(5)}`)).toMatchObject(refused);
});

test.each([
  'Ø 20 mm, ⌀ 40, ∅ 60 mm, ≤ 36 kVA, ± 2 °C, 230 V ~, −5 %, 3 × 4 = 12 m²; ⏚',
  '→ Devis gratuit | ☎ 7j/7 ✉ | ➤ 7j/7 • ■ ▪ ● © Volta® ™ № 3 ❝ rapide ❞',
  '😊👍🏽 👩‍🔧 🔌💡⚡🚿🧹✨❄️ ❤ 🇫🇷 1️⃣ ⚠️',
  '株式会社〒100 ㈱ 120㎡ ㊗ ～ 24時間',
  'ལོ་ཏ ༜ ৺ தமிழ் ௳',
  'Price: 20 € / 30 £ / $ 25 ¥ … ¡Hola! ¿Qué tal? “Très bien” – l’été à 19h30: oui',
  'Rates:fixed, open|closed. Ⓐ ① ½ § ¶ † ♫',
])('T1 a summary can say %s', async (text) => {
  expect((await summary(text)).status).toBe(200);
});

test.each(['ver|fied', 'Ver¡fied', 'ver:fied', 'veri£ied', 'certi£ied', 'ver||fied', 'v!erified', 'v|erified'])(
  'T1 a summary cannot say %s',
  async (text) => {
    const refused = { status: 400, body: { errors: [{ field: 'summary', code: 'reserved_word' }] } };
    expect(await summary(`${text} electrician`)).toMatchObject(refused);
  },
);

test.each([
  ...[
    '○FFICIEL',
    '⓿fficiel de Paris',
    'Artisan cer†ifié',
    '∆ccréditée par la mairie',
    'vér¦fié',
    'Homologu℮ par la ville',
  ],
  ...[
    'Off’ciel',
    'Ver–fied',
    'c°rtifié',
    'ver†f†ed',
    'Offi cie●',
    'of▪▪ciel',
    'Trust Pl●tform',
    '⭕fficiel',
    'cert«fié',
    '○FF!C!EL',
    'ver$fied',
  ],
  ...['Label «Garanti par l’État»', 'Contrôlées par l’État', 'g●ranti par l’État', 'Agréé par l’état'],
])('T1 neither a summary nor an address can say %s', async (text) => {
  const refused = (field: string) => ({ status: 400, body: { errors: [{ field, code: 'reserved_word' }] } });
  expect(await summary(`Atelier ${text} 2026`)).toMatchObject(refused('summary'));
  const publicPremises = { latitude: 48.85, longitude: 2.35, addressLabel: `${text}, 3 rue de la Paix`, consent: true };
  const answer = await service.put('/provider-workspace/me/location', { actor: owner.actor, body: { publicPremises } });
  expect(answer).toMatchObject(refused('publicPremises.addressLabel'));
});

test.each([
  'L’été, « l’atelier » d’à-côté dépanne 7j/7 : n° 12 bis, §3 du règlement, 20 °C, A+++, et/ou devis.',
  'R.D.V. par S.M.S. ; C.R.I.E., A.R.D.T. & V.R.F.E. — électricité/plomberie (sur-mesure)… 100 % garanti !',
  'Ø20→25 mm, U=0,8 W/(m²·K), ±5°, 3×2,5², ●Cuisine ■Bain; label "RGE"; l’officier d’état-civil',
  'Je viens vérifier/certifier votre tableau : •vérifier →certifier. Diplômé d’État, contrôlé par l’acheteur.',
])('T1 a summary can say %s', async (text) => {
  expect(await summary(text)).toMatchObject({ status: 200 });
});

test('T1 a sign at the end of a word or before one is no letter', async () => {
  for (const text of ['Cert: fied', 'Cert |fied', '¡Fied'])
    expect((await summary(`${text} by nobody`)).status, text).toBe(200);
});

test('letters, digits, marks and punctuation of any language are no signs of a check', () => {
  for (let point = 0x20; point < 0x3_0000; point++) {
    const character = String.fromCodePoint(point);
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{Sc}]/u.test(character)) continue;
    if (['\u066d', '\uaa9c', '\u{10102}', '\u{10af0}'].includes(character)) continue;
    if (hasSignOfACheck(character)) expect(character).toBe('allowed');
  }
});
