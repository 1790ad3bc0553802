import { randomInt } from 'node:crypto';
import { type Document, makeJpeg, makeLetter } from '../documents.ts';
import type { Requirement } from '../steps/workspace.ts';

type Issued = { about: string; address: string; on: string };

/** What an office would issue, as a photo where the requirement takes one and `isPhoto` asks for it. */
export function paperFor({ key, label, mediaTypes }: Requirement, issued: Issued, isPhoto = false): Document {
  if (isPhoto && mediaTypes.includes('image/jpeg')) return makePhoto();
  return makeLetter(label.fr ?? key, [
    `Établi le ${issued.on}`,
    `Titulaire : ${issued.about}`,
    `Adresse : ${issued.address}`,
    `Référence : ${key.toUpperCase()}-${randomInt(1e9)}`,
    'Document d’exemple, sans valeur. Toute ressemblance est fortuite.',
  ]);
}

/** A house in front of a sky. The grain makes each photo another one. */
export function makePhoto(): Document {
  const [columns, rows] = [80, 60];
  const [left, roof] = [10 + randomInt(20), 15 + randomInt(10)];
  return makeJpeg(columns, rows, (column, row) => {
    const grain = randomInt(-3, 4);
    const isHouse = column > left && column < left + 40 && row > roof + Math.abs(column - left - 20) / 2 && row < 52;
    const isWindow = isHouse && row > 35 && row < 43 && (column - left) % 10 > 5;
    return (isWindow ? 45 : isHouse ? -10 : row >= 52 ? -40 : 50 - row) + grain;
  });
}
