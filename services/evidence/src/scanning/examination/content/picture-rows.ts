import type { PDFDict as Dict, PDFObject } from '@cantoo/pdf-lib';
import { PDFArray, PDFName, PDFNull, PDFNumber, PDFRawStream } from './pdf-lib.ts';
import type { PdfObjects } from './pdf-objects.ts';

/** Components of a pixel (ISO 32000-2 §8.6); one in an unknown space, which asks for the least. */
const components: Record<string, number> = { DeviceRGB: 3, RGB: 3, CalRGB: 3, Lab: 3, DeviceCMYK: 4, CMYK: 4 };

/** Whether a picture ends before its last row but one. A writer may count a row too many. */
export function lacksRows(dict: Dict, length: number, current: PdfObjects['current']): boolean {
  if (entry(dict, 'Subtype') !== PDFName.of('Image')) return false;
  const [width, height] = [numberOf('Width') ?? 0, numberOf('Height') ?? 0];
  const bits = numberOf('BitsPerComponent') ?? 1;
  const rowBytes = Math.ceil((width * bits * componentsOf(entry(dict, 'ColorSpace'))) / 8);
  return length < rowBytes * (height - 1) || (length === 0 && rowBytes * height > 0);

  function numberOf(key: string): number | undefined {
    const value = entry(dict, key);
    return value instanceof PDFNumber ? value.asNumber() : undefined;
  }

  function componentsOf(space: PDFObject): number {
    if (space instanceof PDFName) return components[space.decodeText()] ?? 1;
    if (!(space instanceof PDFArray)) return 1;
    const [family = PDFNull, of = PDFNull] = space.asArray().map((part) => current(part) ?? PDFNull);
    if (family === PDFName.of('DeviceN') && of instanceof PDFArray) return of.size();
    if (family === PDFName.of('ICCBased') && of instanceof PDFRawStream) {
      const count = entry(of.dict, 'N');
      return count instanceof PDFNumber ? count.asNumber() : 1;
    }
    return family instanceof PDFName ? (components[family.decodeText()] ?? 1) : 1;
  }

  function entry(of: Dict, key: string): PDFObject {
    return current(of.get(PDFName.of(key)) ?? PDFNull) ?? PDFNull;
  }
}
