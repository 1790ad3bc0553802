import { multiLine, Reason, singleLine } from '@trust/contracts/values/free-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const forbidden = [
  ...['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u009f'],
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069', '\ud800'],
];
const breaks = ['\t', '\n', '\r', '\u2028', '\u2029'];
const isTaken = (schema: ReturnType<typeof singleLine>, text: string) => schema.safeParse(text).success;
const welcome = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 50 })
  .filter(
    (text) => text.trim() !== '' && text.isWellFormed() && ![...forbidden, ...breaks].some((one) => text.includes(one)),
  )
  .filter((text) => !/\p{Cc}/u.test(text) && /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(text));

test('accepts any text unchanged, except surrounding blanks', () => {
  fc.assert(
    fc.property(welcome, (text) => {
      expect(singleLine(1, 500).parse(text)).toBe(text.trim());
      expect(multiLine(1, 500).parse(`${text}\n\n${text}`)).toBe(`${text}\n\n${text}`.trim());
    }),
  );
});

test.each(['Élodie Ødegård', 'שלום לכם', 'مرحبا (24/7)', 'ช่างไฟฟ้า', '👩🏽‍🔧 Lumière 🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'e\u0301tude', 'א\u200fב 12'])(
  'accepts the name "%s"',
  (name) => expect(singleLine(1, 80).parse(name)).toBe(name),
);

test.each(['\u200b', '\u3164', '\u2800', '\u00ad \u2060', '\u{e0041}', '\ufe0f'])(
  'rejects a text that shows nothing, such as "%s"',
  (blank) => {
    expect(isTaken(multiLine(10, 500), blank.repeat(10))).toBe(false);
    expect(isTaken(singleLine(1, 500), blank)).toBe(false);
    expect(isTaken(singleLine(1, 500), `${blank}x`)).toBe(true);
  },
);

test('rejects control characters, lone surrogates, bidirectional marks, and line breaks in a single line', () => {
  const spoilt = (marks: string[]) =>
    fc.tuple(welcome, fc.constantFrom(...marks), welcome).map(([before, mark, after]) => `x${before}${mark}${after}x`);
  fc.assert(
    fc.property(spoilt(forbidden), (text) => !isTaken(singleLine(1, 500), text) && !isTaken(multiLine(1, 500), text)),
  );
  fc.assert(
    fc.property(spoilt(breaks), (text) => !isTaken(singleLine(1, 500), text) && isTaken(multiLine(1, 500), text)),
  );
});

test.each([
  'no proof of address yet',
  'L’assurance a expiré hier.',
  'Не тот документ',
  'لا توجد وثيقة صالحة',
  'दस्तावेज़ स्पष्ट नहीं है',
  '証明書の期限が切れている',
  'เอกสารหมดอายุแล้ว',
  '주소가 서류와 다릅니다',
  'RCS 123 456 789: no such number',
])('accepts the reason "%s"', (reason) => expect(Reason.parse(reason)).toBe(reason));

test.each([
  '..........',
  '1234567890',
  '👍👍👍👍👍👍👍👍👍👍',
  'a b c d e f g h',
  'aaaaaaaaaaaaaaaa',
  'reason: 1234567',
  'x\u0301 y\u0301 z\u0301 w\u0301',
  'o\u200bk\u200b. . . . . . .',
  '中文。。。。。。。。。',
  'word\u0301\u0302\u0303\u0304\u0305\u0306',
])('rejects the reason "%s", which has no words', (reason) => {
  expect(Reason.safeParse(reason).error?.issues).toMatchObject([{ params: { code: 'words_required' } }]);
});
