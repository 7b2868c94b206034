import { ParameterError } from '../shared/util/parameterError';

/** Addresses whose first `bits` bits are those of `address`. */
interface Network {
	address: bigint;
	bits: number;
}

const MAX_LENGTH = 10_000;
/** With a zone. */
const MAX_ADDRESS = 100;
const LENGTH = 128;
/** IPv4 addresses are written as IPv6 addresses below `::ffff:0:0/96`, as servers see them. */
const IPV4_PREFIX = 0xffffn << 32n;
const IPV4_PREFIX_BITS = 96;

/**
 * @param allowed addresses and networks (`203.0.113.0/24`), separated by commas
 * @throws ParameterError for what is neither
 */
export function isAllowedIp(allowed: string, ip: string): boolean {
	const networks = networksIn(allowed);
	const address = numberOf(ip);
	return address !== undefined && networks.some((network) => contains(network, address));
}

/** @throws ParameterError for what is neither an address nor a network */
export function networksIn(allowed: string): Network[] {
	if (allowed.length > MAX_LENGTH) {
		throw new ParameterError('allowedIps', '', 'is too long', 'Enter networks instead of single addresses.');
	}
	const entries = allowed.split(',').map((entry) => entry.trim());
	return entries.filter((entry, index) => entry !== '' || index === 0).map(networkOf);
}

export function isIp(text: string): boolean {
	return numberOf(text) !== undefined;
}

function contains({ address, bits }: Network, other: bigint): boolean {
	return (address ^ other) >> BigInt(LENGTH - bits) === 0n;
}

function networkOf(entry: string): Network {
	const [text = '', length, ...others] = entry.split('/');
	const address = numberOf(text);
	const longest = text.includes(':') ? LENGTH : LENGTH - IPV4_PREFIX_BITS;
	const bits = length === undefined ? longest : bitsOf(length, longest);
	if (address !== undefined && bits !== undefined && others.length === 0) {
		return { address, bits: LENGTH - longest + bits };
	}
	throw new ParameterError(
		'allowedIps',
		entry,
		'is neither an IP address nor a network',
		'Enter addresses such as 203.0.113.7 or networks such as 203.0.113.0/24, separated by commas.',
	);
}

function bitsOf(text: string, longest: number): number | undefined {
	return /^\d{1,3}$/.test(text) && Number(text) <= longest ? Number(text) : undefined;
}

function numberOf(text: string): bigint | undefined {
	if (text.length > MAX_ADDRESS) return undefined;
	return text.includes(':') ? ipv6Number(text) : ipv4Number(text);
}

function ipv4Number(text: string): bigint | undefined {
	const parts = text.split('.');
	if (parts.length !== 4 || !parts.every(isByte)) return undefined;
	return parts.reduce((number, part) => (number << 8n) | BigInt(part), IPV4_PREFIX >> 32n);
}

function isByte(text: string): boolean {
	return /^(0|[1-9]\d{0,2})$/.test(text) && Number(text) <= 255;
}

/** The URL parser checks it and writes it with hexadecimal groups alone. */
function ipv6Number(text: string): bigint | undefined {
	const url = `http://[${text}]`;
	if (!/^[\da-f:.]{2,45}$/i.test(text) || !URL.canParse(url)) return undefined;
	const [start = '', end] = new URL(url).hostname.slice(1, -1).split('::');
	const before = groupsOf(start);
	const after = groupsOf(end ?? '');
	const zeros = Array<string>(LENGTH / 16 - before.length - after.length).fill('0');
	return [...before, ...zeros, ...after].reduce(
		(number, group) => (number << 16n) | BigInt(`0x${group}`),
		0n,
	);
}

function groupsOf(text: string): string[] {
	return text === '' ? [] : text.split(':');
}
