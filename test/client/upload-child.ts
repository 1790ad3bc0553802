import { openAsBlob } from 'node:fs';
import { fileStorage } from '../../packages/client/examples/file-storage.ts';
import { createTrustClient } from '../../packages/client/src/client.ts';

/** Uploads a document, and hangs before its second part until it is killed. */
const { baseUrl, folder, file, target } = JSON.parse(process.argv[2] ?? '{}');

let parts = 0;
const { uploads } = createTrustClient({
  baseUrl,
  storage: fileStorage(folder),
  async fetch(request) {
    if (!request.url.includes('/parts/') || parts++ === 0) return fetch(request);
    process.stdout.write('one part sent\n');
    return new Promise(() => setInterval(() => {}, 1000));
  },
});
await uploads.upload(await openAsBlob(file), target);
