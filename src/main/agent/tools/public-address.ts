import { BlockList, isIP } from 'node:net'

/** Networks that are not the public internet: this machine, its neighbours, and reserved ranges. */
const LOCAL_NETWORKS: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  // This machine, nothing, and IPv4 addresses in the oldest of the forms they have here.
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]

const blocked = new BlockList()
for (const [network, bits, family] of LOCAL_NETWORKS) blocked.addSubnet(network, bits, family)

/** True for an address of the public internet. IPv4 inside IPv6 is judged as the IPv4 address it is. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const family = isIP(bare)
  if (family === 4) return !blocked.check(bare, 'ipv4')
  if (family !== 6) return false
  // Also written in hex (`::ffff:7f00:1`): the list maps both to the IPv4 rules.
  return !blocked.check(bare, 'ipv6') && !/^(?:0*:)*:?ffff:/i.test(bare) && !/^::(?:\d+\.)/.test(bare)
}
