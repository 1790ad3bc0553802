import { expect, test } from 'vitest';
import { originOf } from './base-url.ts';

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
  ['HTTPS://api.example.com', 'https://api.example.com'],
])('accepts the origin %s', (baseUrl, origin) => {
  expect(originOf(baseUrl)).toBe(origin);
});

test.each([
  ['https://api.example.com/api/v1', 'Write "https://api.example.com": the client adds the paths, such as /api/v1.'],
  ['https://api.example.com/?a=1', 'Write "https://api.example.com"'],
  ['https://api.example.com#x', 'Write "https://api.example.com"'],
  ['api.example.com', 'does not begin with http:// or https://. Write "https://api.example.com".'],
  ['localhost:8080', 'Write "http://localhost:8080".'],
  ['127.0.0.1:8080/api/v1', 'Write "http://127.0.0.1:8080".'],
  ['//api.example.com', 'Write "https://api.example.com".'],
  ['ftp://api.example.com', 'Write "https://api.example.com".'],
  ['/api/v1', 'Write "https://api.example.com".'],
  ['https://', 'has no host'],
  ['https://anna@api.example.com', 'has a user or a password'],
  ['', '`baseUrl` is missing. Write the origin of the platform'],
  [undefined as never, '`baseUrl` is missing'],
])('refuses %j and says what to write', (baseUrl, says) => {
  expect(() => originOf(baseUrl)).toThrow(TypeError);
  expect(() => originOf(baseUrl)).toThrow(says);
});
