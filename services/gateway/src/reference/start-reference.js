import { createApiReference } from '/assets/scalar/standalone.esm.js';

// The session of whoever signs in on this page. In memory only: a reload forgets it.
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

// An operation is linked by its id from everywhere else: /docs#createProvider.
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
createApiReference('#reference', {
  content: contract,
  customFetch: fetchInSession,
  generateTagSlug: ({ name }) => slugOf(name ?? ''),
  generateOperationSlug: ({ operationId }) => operationId ?? '',
  generateHeadingSlug: ({ slug }) => slug ?? '',
  authentication: { preferredSecurityScheme: 'bearerSession' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'direct',
  // Nothing of the vendor's services, nothing loaded from elsewhere.
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
});

// What Scalar leaves out: names of buttons with an icon only, and keyboard access to code that scrolls.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('#reference .scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy');
  for (const code of document.querySelectorAll('#reference .custom-scroll:not([tabindex])')) code.tabIndex = 0;
}).observe(document.body, { childList: true, subtree: true });
