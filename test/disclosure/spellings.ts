/** `isNumber`: matches only where no digit precedes it. */
export type Spelling = { form: string; text: string | Buffer; isNumber?: true };

export function spellingsOfText(text: string): Spelling[] {
  const bytes = Buffer.from(text);
  const escaped = encodeURIComponent(text);
  return [
    { form: 'text', text },
    ...(escaped === text ? [] : [{ form: 'in a URL', text: escaped }]),
    ...spellingsOfBytes(bytes),
  ];
}

export function spellingsOfUuid(uuid: string): Spelling[] {
  return [...spellingsOfText(uuid), ...spellingsOfBytes(Buffer.from(uuid.replaceAll('-', ''), 'hex'))];
}

/** Hexadecimal, and Base64 in both alphabets at all three offsets within a longer text. */
export function spellingsOfBytes(bytes: Buffer): Spelling[] {
  const hex = bytes.toString('hex');
  const forms = [0, 1, 2].flatMap((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
    // The characters that also depend on adjacent bytes are cut off.
    const own = (text: string) => text.slice(shift === 0 ? 0 : shift + 1, Math.floor((shifted.length * 8) / 6));
    return [
      { form: 'base64', text: own(shifted.toString('base64')) },
      { form: 'base64url', text: own(shifted.toString('base64url')) },
    ];
  });
  const all = [{ form: 'hex', text: hex }, { form: 'HEX', text: hex.toUpperCase() }, ...forms];
  return all.filter(({ text }, index) => all.findIndex((one) => one.text === text) === index);
}

// Rounded or cut to 3 decimals, which prefixes most longer forms; to 4 and 5 where the prefix
// differs; and the double of WKB. GeoJSON and WKT contain these in either order.
export function spellingsOfDegree(degree: number): Spelling[] {
  const positive = Math.abs(degree);
  const decimals = [
    (Math.floor(positive * 1000) / 1000).toFixed(3),
    ...[3, 4, 5].map((count) => positive.toFixed(count)),
  ];
  const shortest = decimals.filter(
    (text, index) =>
      !decimals.some((other, at) => at !== index && text.startsWith(other) && (other !== text || at < index)),
  );
  const double = Buffer.alloc(8);
  double.writeDoubleLE(degree);
  return [
    ...shortest.map((text) => ({ form: 'degrees', text, isNumber: true as const })),
    ...spellingsOfBytes(double),
    ...spellingsOfBytes(Buffer.from(double).reverse()),
  ];
}
