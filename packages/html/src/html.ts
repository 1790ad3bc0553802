/** Safe markup. Not exported as a value, so that every other text is escaped. */
class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Html };

type Part = Html | string | number | false | undefined | readonly Part[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const safeUrl = /^(https?:\/\/|\/(?!\/)|#|\?|$)/i;
const urlAttribute = /^(href|src|action|formaction|poster|cite)$/i;
const inText = /(^|>)[^<>]*$/;
const inAttribute = /<[a-z][^<>]*\s([a-z-]+)="([^"<>]*)$/i;
// Escaping does not help here, or the pages' policy blocks it.
const forbidden = /<(script|style|base|iframe|object|embed)\b|<!--|\s(on\w+|style|srcdoc)\s*=/i;

type Place = 'text' | 'attribute' | 'url';
const placesOf = new WeakMap<TemplateStringsArray, Place[]>();

/** Escapes values except `Html`. Throws for other places than text and quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const places = placesOf.get(strings) ?? placesIn(strings);
  placesOf.set(strings, places);
  const values = parts.map((part, index) => (places[index] === 'url' ? asUrl(part) : asMarkup(part)));
  return new Html(String.raw({ raw: strings }, ...values));
}

function placesIn(strings: TemplateStringsArray): Place[] {
  const [first = '', ...rest] = strings;
  if (forbidden.test(strings.join('x'))) throw new Error(`Markup is not allowed in pages: ${strings.join('…')}`);
  let source = first;
  const places = rest.map((next) => {
    const place = placeAfter(source);
    source += `x${next}`;
    return place;
  });
  if (placeAfter(source) !== 'text') throw new Error(`Element is not complete: ${source}`);
  return places;
}

function placeAfter(source: string): Place {
  if (inText.test(source)) return 'text';
  const [, name, before] = inAttribute.exec(source) ?? [];
  if (!name) throw new Error(`No value can be inserted safely after: ${source}`);
  return urlAttribute.test(name) && before === '' ? 'url' : 'attribute';
}

/** Text between backticks becomes code. */
export function prose(text: string): Html {
  const pieces = text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece));
  return html`${pieces}`;
}

export function stylesheet(css: string): Html {
  if (css.includes('</')) throw new Error('A stylesheet must not contain a closing tag.');
  return new Html(`<style>${css}</style>`);
}

/** Scripts of the own site only: policies of pages allow no others. */
type ScriptPath = `/assets/${string}.js`;

export function script(path: ScriptPath): Html {
  return new Html(`<script src="${asMarkup(path)}" defer></script>`);
}

/** JSON-LD, which browsers do not run. Escaped, so that no value ends the element. */
export function structuredData(value: object): Html {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new Html(`<script type="application/ld+json">${json}</script>`);
}

export function moduleScript(path: ScriptPath, nonce: string): Html {
  return new Html(`<script type="module" src="${asMarkup(path)}" nonce="${asMarkup(nonce)}"></script>`);
}

function asMarkup(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (Array.isArray(part)) return part.map(asMarkup).join('');
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

function asUrl(part: Part): string {
  if (typeof part !== 'string' || !safeUrl.test(part)) throw new Error(`Not a safe URL: ${String(part)}`);
  return asMarkup(part);
}
