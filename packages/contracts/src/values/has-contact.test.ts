import { expect, test } from 'vitest';
import { hasContact } from './has-contact.ts';

test.each([
  'Ask amy@mail.example.',
  'amy @ gmail . com',
  'amy@gmail',
  'amy＠gmail．com',
  'amy\u200b@\u200bmail.com',
  'amy(at)mail point com',
  'amy [ at ] mail [dot] example',
  'amy at gmail dot com',
  'Écrivez à amy arobase orange point fr',
  'volta arobase laposte . net',
  'Write to z o e @ m a i l . t e s t please',
])('P4 refuses the e-mail address in %j', (text) => {
  expect(hasContact(text)).toBe(true);
});

test.each([
  'Amy: 06 12 34 56 78!',
  'Call +33 (0)6.12.34.56.78',
  '０６ １２ ３４ ５６ ７８',
  '٠٦ ١٢ ٣٤ ٥٦ ٧٨',
  '0\ufe0f\u20e36\ufe0f\u20e3 12 34 56 78',
  '06\u200b12\u200b34\u200b56\u200b78',
  '06\n12\n34\n56\n78',
  '06, 12, 34, 56, 78',
  '06*12*34*56*78',
  'zéro six, douze, trente-quatre, cinquante-six, soixante-dix-huit',
  'Zéro six quatre-vingt-dix-sept vingt et un quatre-vingts soixante et onze',
  'zero six one two three four five six seven eight',
  'Oh six, one two, three four, five six, seven eight',
  'oh seven double six triple four one two three',
  '06 douze 34 cinquante-six 78',
  'O6 l2 34 S6 78',
  'null sechs, eins zwei, drei vier, fünf sechs, sieben acht',
  'cero seis uno dos tres cuatro cinco seis siete ocho',
  '0 6 1 2 3 4 5 6 7 8',
])('P4 refuses the telephone number in %j', (text) => {
  expect(hasContact(text)).toBe(true);
});

test.each([
  'See https://volta.example/contact',
  'www.volta.example',
  'www . volta-elec . com',
  'Mon site : volta-elec.fr',
  'VOLTA-ELEC.FR',
  'wa.me/33612345678',
  't.me/volta',
  'Follow @volta_elec',
  'h t t p s : / / z o e . f r',
  'Insta: zoecleaning',
  'on facebook zoe.cleaning',
  'Snap zoe34',
])('P4 refuses the link or handle in %j', (text) => {
  expect(hasContact(text)).toBe(true);
});

test.each([
  'Thank you, it was a pleasure.',
  'It took one or two days.',
  'We came at 9 a.m. on 12.03.2026.',
  'Le 12/03/2026 14 h 30, puis du 12.03.2026 - 15.03.2026.',
  'From 2026-01-05 - 2026-01-09.',
  'J’ai payé 1 250,50 €. Puis 1 300,00 €.',
  'Paid 1 250.00 on 2026-01-05, invoice 20431, at 9 @ noon.',
  'Nous sommes au 75011 Paris, 67000 Strasbourg.',
  'Les prix sont de 10, 20, 30, 40 et 50 euros.',
  'Deux mille vingt-six, c’est une bonne année.',
  'Un, deux, trois ans de garantie, parfois quatre.',
  'At this point we had no information.',
  'C’est fini.Net et précis.',
  'Point final. Option (a) or (b), and/or both, M./Mme.',
  'Open 08:30-12:00, 13:30-18:00.',
  'Norm NF C 15-100, 3,5 mm², 230 V, 16 A.',
  'I found you on Facebook. Then I called in 2024.',
  'Une facture pour WhatsApp, et 3 m de fil à 2 € le m.',
  'A 12bis, rue 5b, 3 l of paint, 10 l, 20 l and 30 l.',
])('P4 accepts %j, which shows no contact', (text) => {
  expect(hasContact(text)).toBe(false);
});
