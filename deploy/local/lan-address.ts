import { isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

type Interfaces = NodeJS.Dict<Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[]>;

/** Networks of containers and virtual machines: no phone is on them. */
const virtual = /^(docker|br-|veth|virbr|vmnet|vboxnet|lo)/;

/** The address of this machine on its network: LAN_ADDRESS, or the first IPv4 one of a network card. */
export function lanAddress(chosen = process.env.LAN_ADDRESS, interfaces: Interfaces = networkInterfaces()): string {
  const all = Object.entries(interfaces).flatMap(([name, list = []]) => list.map((one) => ({ ...one, name })));
  const own = all.filter(({ internal }) => !internal);
  if (chosen) {
    if (isIP(chosen) && own.some(({ address }) => address === chosen)) return chosen;
    const addresses = own.map(({ address }) => address).join(', ') || 'none';
    throw new Error(`LAN_ADDRESS is "${chosen}". It must be an address of this machine on a network: ${addresses}.`);
  }
  const found = own.find(({ family, name }) => family === 'IPv4' && !virtual.test(name));
  if (!found) throw new Error('This machine has no address on a network. Connect it, or start without --lan.');
  return found.address;
}

export function urlAt(address: string | undefined, port: number): string {
  const host = address ?? '127.0.0.1';
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
