import '/assets/scalar.js';

// Of the session that was started on this page. In memory only.
let accessToken;

async function fetchInSession(input, init) {
  const request = new Request(input, init);
  const path = new URL(request.url).pathname;
  const isOurs = new URL(request.url).origin === location.origin;
  const isUnauthenticated = !/^Bearer ./.test(request.headers.get('authorization') ?? '');
  if (isOurs && accessToken && isUnauthenticated) request.headers.set('authorization', `Bearer ${accessToken}`);
  const response = await fetch(request);
  if (isOurs && response.ok && /\/auth\/(challenges\/[^/]+\/verify|refresh)$/.test(path))
    accessToken = (await response.clone().json()).accessToken;
  if (isOurs && response.ok && path.endsWith('/auth/logout')) accessToken = undefined;
  return response;
}

const contract = await (await fetch('/docs/contract.json')).json();

// Other pages link to an operation by its id: /docs#createProvider.
const places = new Map(
  Object.values(contract.paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId, tags }) => [operationId, `#tag/${slugOf(tags[0])}/${operationId}`]),
);
function slugOf(title) {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
function followOperationId() {
  const place = places.get(location.hash.slice(1));
  if (place) location.replace(place);
}
followOperationId();
addEventListener('hashchange', followOperationId);

document.getElementById('reference').textContent = '';
window.Scalar.createApiReference('#reference', {
  content: contract,
  customFetch: fetchInSession,
  generateTagSlug: ({ name }) => slugOf(name ?? ''),
  generateOperationSlug: ({ operationId }) => operationId ?? '',
  generateHeadingSlug: ({ slug }) => slug ?? '',
  authentication: { preferredSecurityScheme: 'bearerSession' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'direct',
  // No services of the vendor, no other host.
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
});

// WCAG corrections to Scalar 1.72, found with axe. Check again with each upgrade.
let notices = 0;
const corrections = [
  ['button[class*="copy-button"]:not([aria-label])', (button) => button.setAttribute('aria-label', 'Copy')],
  ['.custom-scroll:not([tabindex])', (code) => code.setAttribute('tabindex', '0')],
  ['.scalar-card[role=region], section.contents:not([role])', (part) => part.setAttribute('role', 'group')],
  ['button[role=none]', (button) => button.removeAttribute('role')],
  ['.cm-content:not([aria-label])', (editor) => editor.setAttribute('aria-label', 'Body')],
  ['[role=combobox]:not([aria-expanded])', (input) => input.setAttribute('aria-expanded', 'false')],
  ['section[aria-label^="Notifications alt"]', (part) => part.setAttribute('aria-label', `Notifications ${++notices}`)],
  ['main:not(.references-rendered, [role])', (part) => part.setAttribute('role', 'group')],
];
new MutationObserver(() => {
  for (const [selector, correct] of corrections) document.querySelectorAll(selector).forEach(correct);
}).observe(document.body, { childList: true, subtree: true });
