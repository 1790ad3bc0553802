/** Markup that is safe to send. Only the `html` tag and this file make it, so a text can only get into a page escaped. */
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
// Where no escaping helps, or what the pages' policy blocks anyway.
const forbidden = /<(script|style|base|iframe|object|embed)\b|<!--|\s(on\w+|style|srcdoc)\s*=/i;

type Place = 'text' | 'attribute' | 'url';
const placesOf = new WeakMap<TemplateStringsArray, Place[]>();

/**
 * A piece of a page. What is interpolated is escaped, unless it is a piece itself; a list is joined; `false` and `undefined` are
 * nothing. An interpolation can stand in text or in an attribute in double quotes; anywhere else this throws, as it does for a
 * script, a style, an event handler, a comment, an element cut in two, and a URL of another scheme than http.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const places = placesOf.get(strings) ?? placesIn(strings);
  placesOf.set(strings, places);
  const written = parts.map((part, index) => (places[index] === 'url' ? asUrl(part) : asMarkup(part)));
  return new Html(String.raw({ raw: strings }, ...written));
}

function placesIn(strings: TemplateStringsArray): Place[] {
  const [first = '', ...rest] = strings;
  if (forbidden.test(strings.join('x'))) throw new Error(`A page may not hold this: ${strings.join('…')}`);
  let source = first;
  const places = rest.map((next) => {
    const place = placeAfter(source);
    source += `x${next}`;
    return place;
  });
  if (placeAfter(source) !== 'text') throw new Error(`An element is cut in two: ${source}`);
  return places;
}

function placeAfter(source: string): Place {
  if (inText.test(source)) return 'text';
  const [, name, before] = inAttribute.exec(source) ?? [];
  if (!name) throw new Error(`Nothing can be put in safely after: ${source}`);
  return urlAttribute.test(name) && before === '' ? 'url' : 'attribute';
}

/** A text of the platform: what stands in backticks is code. */
export function prose(text: string): Html {
  const pieces = text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece));
  return html`${pieces}`;
}

/** A whole `<style>` element of a file of ours. */
export function stylesheet(css: string): Html {
  if (css.includes('</')) throw new Error('The stylesheet would end its own element.');
  return new Html(`<style>${css}</style>`);
}

/** A `<script>` element for a file of ours, which runs once the page is there. */
export function script(path: '/assets/copy.js'): Html {
  return new Html(`<script src="${path}" defer></script>`);
}

/** A module of ours that runs by the nonce of its page's policy. */
export function moduleScript(path: '/assets/reference.js', nonce: string): Html {
  return new Html(`<script type="module" src="${path}" nonce="${asMarkup(nonce)}"></script>`);
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
