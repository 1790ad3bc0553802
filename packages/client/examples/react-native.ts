import { createTrustClient } from '@trust/client';
import * as Crypto from 'expo-crypto';
import * as SecureStore from 'expo-secure-store';

/** React Native has no WebCrypto: Expo's modules take its place. SecureStore is the keychain of the device. */
export const client = createTrustClient({
  baseUrl: 'https://api.example.com',
  newId: Crypto.randomUUID,
  sha256: async (document) => {
    const bytes = await new Response(document).arrayBuffer();
    const digest = new Uint8Array(await Crypto.digest(Crypto.CryptoDigestAlgorithm.SHA256, bytes));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  },
  storage: {
    get: async (key) => (await SecureStore.getItemAsync(key)) ?? undefined,
    set: (key, value) => SecureStore.setItemAsync(key, value),
    delete: (key) => SecureStore.deleteItemAsync(key),
  },
});

/** `uri` comes from an image picker or the camera. */
export async function sendPicture(uri: string, caseId: string, requirementKey: string) {
  const picture = await (await fetch(uri)).blob();
  return client.uploads.upload(picture, {
    caseId,
    requirementKey,
    documentKind: 'trade_certificate',
    mediaType: 'image/jpeg',
  });
}
