/* eslint-disable @n8n/community-nodes/no-restricted-imports -- Node's own BlockList decides what is right */
import { BlockList, isIP } from 'node:net';
import fc, { runs } from '../support/fastCheck';

import { isAllowedIp, isIp } from '../../nodes/PartnerHotelEventTrigger/ipAddresses';

const familyOf = (ip: string) => (ip.includes(':') ? 'ipv6' : 'ipv4');

/** As Node.js decides. */
function isListed(network: string, bits: number, ip: string): boolean {
	const list = new BlockList();
	list.addSubnet(network, bits, familyOf(network));
	return list.check(ip, familyOf(ip));
}

/** Addresses that have many bits in common. */
const ipv4 = fc
	.tuple(fc.constant(203), fc.constantFrom(0, 1), fc.nat(255), fc.nat(255))
	.map((all) => all.join('.'));
const groups = fc.tuple(...Array.from({ length: 6 }, () => fc.constantFrom('0', '0', 'ff', 'db80')));
const ipv6 = groups.map((six) => `2001:db8:${six.join(':')}`);

describe('an allowed network', () => {
	it('of IPv4 contains what Node.js finds in it', () => {
		fc.assert(
			fc.property(ipv4, fc.nat(32), ipv4, (network, bits, ip) => {
				expect(isAllowedIp(`${network}/${bits}`, ip)).toBe(isListed(network, bits, ip));
				expect(isAllowedIp(`${network}/${bits}`, `::ffff:${ip}`)).toBe(isListed(network, bits, ip));
			}),
		);
	});

	it('of IPv6 contains what Node.js finds in it', () => {
		fc.assert(
			fc.property(ipv6, fc.nat(128), ipv6, (network, bits, ip) => {
				expect(isAllowedIp(`${network}/${bits}`, ip)).toBe(isListed(network, bits, ip));
			}),
		);
	});

	it.each([
		['::1', '0:0:0:0:0:0:0:1'],
		['2001:DB8::a', '2001:db8:0::A'],
		['::ffff:cb00:7107', '203.0.113.7'],
		['203.0.113.7', '::FFFF:203.0.113.7'],
		['64:ff9b::203.0.113.7', '64:ff9b::cb00:7107'],
		['::', '0:0:0:0:0:0:0:0'],
	])('%s is %s', (one, other) => {
		expect(isAllowedIp(one, other)).toBe(true);
		expect(isAllowedIp(other, one)).toBe(true);
	});
});

describe('an address', () => {
	const pieces = fc.constantFrom(
		'1',
		'0',
		'255',
		'256',
		'01',
		'.',
		':',
		'::',
		'ffff',
		'g',
		'/',
		' ',
		'%1',
		']',
		'@',
	);
	const texts = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''));

	it.each([
		'',
		'1.2.3',
		'1.2.3.4.5',
		'01.2.3.4',
		'1.2.3.256',
		'1.2.3.4 ',
		'0x1.2.3.4',
		':',
		'::1]',
		'localhost',
	])('%j is none', (text) => expect(isIp(text)).toBe(false));

	it('is what Node.js takes for one', () => {
		fc.assert(
			fc.property(fc.oneof(texts, ipv4, ipv6, fc.ipV4(), fc.ipV6()), (text) => {
				expect([text, isIp(text)]).toEqual([text, isIP(text.split('%')[0] === text ? text : 'none') !== 0]);
			}),
			{ numRuns: runs(1_000) },
		);
	});
});
