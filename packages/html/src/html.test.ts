import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html, prose, structuredData, stylesheet } from './html.ts';

const hostile = `"><script>alert('1')</script><img src=x onerror=alert(1)>&lt;`;

test('escapes text in elements, attributes, lists and nested markup', () => {
  const { markup } = html`<p title="${hostile}">${hostile}${[hostile, html`<b>${hostile}</b>`]}</p>`;
  expect(markup.match(/<[^>]*>/g)).toEqual([expect.stringMatching(/^<p title="[^"<>]*">$/), '<b>', '</b>', '</p>']);
  expect(prose(`\`${hostile}\``).markup.match(/<[^>]*>/g)).toEqual(['<code>', '</code>']);
});

test('escapes every character that could end an element or attribute', () => {
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

test('inserts markup unescaped, nothing for false and undefined, and zero as 0', () => {
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
])('throws for a link to %j', (url) => {
  expect(() => html`<a href="${url}">x</a>`).toThrow(/safe URL/);
});

test.each(['/problems', '#a', '?lang=fr', 'https://example.org/?a=1&b=2', ''])('allows a link to %j', (url) => {
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
  ['an incomplete element', () => html`<p title="`],
])('throws for a value in %s', (_place, make) => {
  expect(make).toThrow();
});

test('structured data keeps its values and cannot end its element', () => {
  const value = { name: `${hostile}</script><!--\u2028&amp;` };
  const { markup } = structuredData(value);
  const [, json = ''] = /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(markup) ?? [];
  expect(json).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(json)).toEqual(value);
});

test('throws for a stylesheet that closes its element', () => {
  expect(() => stylesheet('p{}</style><script>')).toThrow();
});
