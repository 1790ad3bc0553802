import { expect, test } from 'vitest';
import { lanAddress, urlAt } from './lan-address.ts';

const address = (text: string, internal = false) => ({
  address: text,
  family: text.includes(':') ? ('IPv6' as const) : ('IPv4' as const),
  internal,
});
const machine = {
  lo: [address('127.0.0.1', true)],
  docker0: [address('172.17.0.1')],
  wlan0: [address('fe80::1'), address('192.168.1.20')],
};

test('takes the first IPv4 address of a network card, and none of containers', () => {
  expect(lanAddress('', machine)).toBe('192.168.1.20');
  expect(() => lanAddress('', { lo: machine.lo, docker0: machine.docker0 })).toThrow('no address on a network');
});

test('LAN_ADDRESS chooses another one of this machine, and nothing else', () => {
  expect(lanAddress('172.17.0.1', machine)).toBe('172.17.0.1');
  for (const wrong of ['192.168.1.21', '0.0.0.0', '127.0.0.1', 'wlan0'])
    expect(() => lanAddress(wrong, machine)).toThrow('172.17.0.1, fe80::1, 192.168.1.20.');
});

test('an IPv6 address stands in brackets', () => {
  expect(urlAt('fd00::2', 8080)).toBe('http://[fd00::2]:8080');
  expect(urlAt(undefined, 8080)).toBe('http://127.0.0.1:8080');
});
