import type { Spelling } from './spellings.ts';

export type Found<Of> = { of: Of; form: string; at: number };

const tableSize = 1 << 20;

/** Searches for many texts at once by a hash of their last four bytes. */
export class TextFinder<Of> {
  readonly #mayEnd = new Uint8Array(tableSize);
  readonly #byEnd = new Map<number, { of: Of; form: string; bytes: Buffer; isNumber: boolean }[]>();

  add(of: Of, { form, text, isNumber }: Spelling): void {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    // Shorter texts occur by chance.
    if (bytes.length < 6) throw new Error(`"${text}" is too short to be searched for.`);
    const end = bytes.readUInt32LE(bytes.length - 4);
    this.#mayEnd[slot(end)] = 1;
    this.#byEnd.set(end, [...(this.#byEnd.get(end) ?? []), { of, form, bytes, isNumber: isNumber === true }]);
  }

  *in(text: Buffer): Generator<Found<Of>> {
    for (let end = 4; end <= text.length; end++) {
      const last = text.readUInt32LE(end - 4);
      if (this.#mayEnd[slot(last)] === 0) continue;
      for (const { of, form, bytes, isNumber } of this.#byEnd.get(last) ?? []) {
        const at = end - bytes.length;
        if (at < 0 || text.compare(bytes, 0, bytes.length, at, end) !== 0) continue;
        if (!isNumber || !isDigit(text[at - 1])) yield { of, form, at };
      }
    }
  }
}

function slot(value: number): number {
  return Math.imul(value, 0x9e3779b1) >>> 12;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === 0x2e);
}
