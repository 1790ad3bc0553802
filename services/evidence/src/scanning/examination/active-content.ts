import type { PDFDict as Dict, PDFObject } from '@cantoo/pdf-lib';
import { PDFArray, PDFDict, PDFName, PDFNull, PDFStream } from './content/pdf-lib.ts';
import type { PdfObjects } from './content/pdf-objects.ts';
import { RefusedDocument } from './content/refused-document.ts';

/** ISO 32000-2 §12.6.4 actions, §7.11.4 files, §12.7.8 XFA, §13 media, §12.4.4.2 presentations. */
const activeKeys = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'XFA', 'RichMediaContent', 'PresSteps'];
const activeValues: Record<string, readonly string[]> = {
  S: [
    ...['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE'],
    ...['Rendition', 'RichMediaExecute', 'Movie', 'Sound', 'GoTo3DView'],
  ],
  Type: ['EmbeddedFile'],
  Subtype: ['FileAttachment', 'RichMedia', 'Movie', 'Sound', 'Screen', '3D'],
  FS: ['URL'],
};
/** Keys of a stream whose content is in another file (§7.3.8.2, §8.10.4, §14.11.7). */
const externalKeys = ['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI'];

// Throws for active content, and for actions without a click (§12.6.3) other than GoTo.
// A link to the web that has to be clicked is allowed.
export function refuseActiveContent({ all, resolve }: PdfObjects): void {
  for (const root of all) {
    const open: PDFObject[] = [root];
    for (let object = open.pop(); object; object = open.pop()) {
      if (object instanceof PDFArray) open.push(...object.asArray());
      const dict = dictOf(object);
      if (!dict) continue;
      const isStream = object instanceof PDFStream;
      for (const [key, value] of dict.entries()) {
        if (isActive(key.decodeText(), value, isStream)) throw new RefusedDocument('active_content');
        open.push(value);
      }
    }
  }

  function isActive(key: string, value: PDFObject, isStream: boolean): boolean {
    if (activeKeys.includes(key)) return true;
    if (isStream && externalKeys.includes(key)) return resolve(value).some((one) => one !== PDFNull);
    if (key === 'OpenAction') return hasAction(value);
    if (key === 'AA')
      return resolve(value).some((one) =>
        dictOf(one)
          ?.values()
          .some((action) => hasAction(action)),
      );
    const names = activeValues[key];
    return (
      names !== undefined && resolve(value).some((one) => one instanceof PDFName && names.includes(one.decodeText()))
    );
  }

  /** Whether a value is, or leads to, an action other than GoTo. Plain destinations are none. */
  function hasAction(value: PDFObject, seen = new Set<PDFObject>()): boolean {
    return resolve(value).some((one) => {
      if (seen.has(one)) return false;
      seen.add(one);
      if (one instanceof PDFArray) return one.asArray().some((each) => hasAction(each, seen));
      const dict = dictOf(one);
      const kind = dict?.get(PDFName.of('S'));
      if (!dict || !kind) return false;
      const next = dict.get(PDFName.of('Next'));
      return resolve(kind).some((name) => name !== PDFName.of('GoTo')) || (next !== undefined && hasAction(next, seen));
    });
  }
}

function dictOf(object: PDFObject): Dict | undefined {
  if (object instanceof PDFStream) return object.dict;
  return object instanceof PDFDict ? object : undefined;
}
