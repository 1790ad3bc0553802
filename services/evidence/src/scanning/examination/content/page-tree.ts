import type { PDFDict as Dict, PDFObject } from '@cantoo/pdf-lib';
import { PDFArray, PDFDict, PDFName, PDFNumber } from './pdf-lib.ts';
import type { PdfObjects } from './pdf-objects.ts';
import { RefusedDocument } from './refused-document.ts';

export type Page = { dict: Dict; resources: PDFObject | undefined };

export const maxPages = 500;
const maxDepth = 500;
const maxNodes = 10_000;

/**
 * ISO 32000-2 §7.7.3. Programs repair a damaged tree in different ways: one shows pages that another does not,
 * so it has to be right in every respect.
 */
export function pagesOf({ catalog, current }: PdfObjects): Page[] {
  const pages: Page[] = [];
  const parents = new Set<Dict>();
  let nodes = 0;
  const root = entry(dictOf(catalog), 'Pages');
  if (!root) throw new RefusedDocument('damaged');
  collect(root, undefined);
  return pages;

  function collect(object: PDFObject, inherited: PDFObject | undefined): void {
    const dict = dictOf(object);
    if (parents.has(dict)) throw new RefusedDocument('damaged');
    if (++nodes > maxNodes || parents.size > maxDepth || pages.length > maxPages)
      throw new RefusedDocument('too_complex');
    const resources = dict.get(PDFName.of('Resources')) ?? inherited;
    if (!isTree(dict)) return void pages.push({ dict, resources });
    const kids = entry(dict, 'Kids');
    if (!(kids instanceof PDFArray)) throw new RefusedDocument('damaged');
    const before = pages.length;
    parents.add(dict);
    for (const kid of kids.asArray()) collect(kid, resources);
    parents.delete(dict);
    refuseOtherCount(entry(dict, 'Count'), pages.length - before);
  }

  /** A missing type is tolerated: then only a node of the tree has kids. */
  function isTree(dict: Dict): boolean {
    const hasKids = dict.has(PDFName.of('Kids'));
    const type = entry(dict, 'Type') ?? PDFName.of(hasKids ? 'Pages' : 'Page');
    if (type !== PDFName.of(hasKids ? 'Pages' : 'Page')) throw new RefusedDocument('damaged');
    return hasKids;
  }

  function entry(dict: Dict, key: string): PDFObject | undefined {
    const value = dict.get(PDFName.of(key));
    return value && current(value);
  }

  function dictOf(value: PDFObject): Dict {
    const dict = current(value);
    if (!(dict instanceof PDFDict)) throw new RefusedDocument('damaged');
    return dict;
  }
}

function refuseOtherCount(count: PDFObject | undefined, found: number): void {
  if (count && !(count instanceof PDFNumber && count.asNumber() === found)) throw new RefusedDocument('damaged');
}
