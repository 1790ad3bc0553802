import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html, prose, stylesheet } from './html.ts';

const hostile = `"><script>alert('1')</script><img src=x onerror=alert(1)>&lt;`;

test('a hostile text stays a text, in an element, an attribute, a list and a piece', () => {
  const { markup } = html`<p title="${hostile}">${hostile}${[hostile, html`<b>${hostile}</b>`]}</p>`;
  expect(markup.match(/<[^>]*>/g)).toEqual([expect.stringMatching(/^<p title="[^"<>]*">$/), '<b>', '</b>', '</p>']);
  expect(prose(`\`${hostile}\``).markup.match(/<[^>]*>/g)).toEqual(['<code>', '</code>']);
});

test('whatever the text, no character of it can end what it stands in', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '`', '=', 'a', '\0', '\u2028') }),
      (text) => {
        const escaped = html`${text}`.markup;
        expect(escaped).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
      },
    ),
  );
});

test('pieces go in as they are; false and undefined are nothing, zero is zero', () => {
  expect(html`${html`<b>${1}</b>`}|${undefined}|${false}|${0}`.markup).toBe('<b>1</b>|||0');
});

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
  'java\nscript:x',
])('a link to %j is refused', (url) => {
  expect(() => html`<a href="${url}">x</a>`).toThrow(/safe URL/);
});

test.each(['/problems', '#a', '?lang=fr', 'https://example.org/?a=1&b=2', ''])('a link to %j passes', (url) => {
  expect(html`<a href="${url}">x</a>`.markup).toBe(`<a href="${url.replace('&', '&amp;')}">x</a>`);
});

test.each([
  ['an attribute without quotes', () => html`<p title=${'x'}>`],
  ['an attribute with a space before it', () => html`<p title= ${'x'}>`],
  ['the name of an attribute', () => html`<p ${'onclick'}="x">`],
  ['the name of an element', () => html`<${'script'}>`],
  ['an event handler', () => html`<p onclick="go('${'x'}')">`],
  ['a style', () => html`<p style="color: ${'x'}">`],
  ['a script', () => html`<script>const a = "${'x'}"</script>`],
  ['a stylesheet', () => html`<style>p { color: ${'x'} }</style>`],
  ['a comment', () => html`<!-- ${'x'} -->`],
  ['an element that another piece ends', () => html`<p title="`],
])('nothing can be put into %s', (_place, make) => {
  expect(make).toThrow();
});

test('a stylesheet cannot end its own element', () => {
  expect(() => stylesheet('p{}</style><script>')).toThrow();
});
