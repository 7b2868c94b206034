/** What people enter as Base URL, and what it has to become. */
export const baseUrls: Array<[string, string, string]> = [
	['a full address', 'https://api.hotel.example', 'https://api.hotel.example'],
	['a trailing slash', 'https://api.hotel.example/', 'https://api.hotel.example'],
	['several trailing slashes', 'https://api.hotel.example///', 'https://api.hotel.example'],
	['no scheme', 'api.hotel.example', 'https://api.hotel.example'],
	[
		'no scheme, with port and path',
		'api.hotel.example:8443/gateway/',
		'https://api.hotel.example:8443/gateway',
	],
	['white space around it', '  https://api.hotel.example ', 'https://api.hotel.example'],
	['white space within', 'https:// api.hotel\n.example', 'https://api.hotel.example'],
	['the prefix of the operations', 'https://api.hotel.example/api', 'https://api.hotel.example'],
	['the same with a slash', 'api.hotel.example/api/', 'https://api.hotel.example'],
	['the address of the token', 'https://api.hotel.example/auth/token', 'https://api.hotel.example'],
	['the same with white space', ' https://api.hotel.example/auth/token/ ', 'https://api.hotel.example'],
	['the token of a gateway', 'https://api.hotel.example/gateway/auth', 'https://api.hotel.example/gateway'],
	['a path that only begins like that', 'https://hotel.example/apis', 'https://hotel.example/apis'],
	['upper case', 'HTTPS://API.hotel.example', 'HTTPS://API.hotel.example'],
	['a host that is named like a path', 'https://api', 'https://api'],
	['this machine without a scheme', 'localhost:4010/', 'http://localhost:4010'],
	['this machine with its scheme', 'http://localhost:4010', 'http://localhost:4010'],
	['this machine with TLS', 'https://127.0.0.1:4010', 'https://127.0.0.1:4010'],
	['this machine by its IPv6 address', '[::1]:4010', 'http://[::1]:4010'],
	['a host that only has localhost in its name', 'my-localhost.example', 'https://my-localhost.example'],
	['this machine by number', '127.0.0.1:4010', 'http://127.0.0.1:4010'],
	['another machine that begins like this one', 'localhost.hotel.example', 'https://localhost.hotel.example'],
	['another one that begins with its number', '127.0.0.1.nip.example:80', 'https://127.0.0.1.nip.example:80'],
];

/** This machine with http. */
export const LOOPBACK = [
	'http://127.0.0.1:4010/gateway',
	'http://127.8.9.10',
	'http://LOCALHOST:1/',
	'http://[::1]:4010',
	'127.0.0.1',
];

/** What is not asked, and a part of the reason. */
export const refusedBaseUrls: Array<[string, string]> = [
	['http://api.hotel.example', 'is not encrypted (http)'],
	['HTTP://api.hotel.example:8080/gateway', 'is not encrypted (http)'],
	['http://127.0.0.1.evil.example', 'is not encrypted (http)'],
	['http://localhost.evil.example/', 'is not encrypted (http)'],
	['http://127.evil.example', 'is not encrypted (http)'],
	['http://192.168.0.7', 'is not encrypted (http)'],
	['http://[::1].evil.example', 'is not encrypted (http)'],
	['http://127.0.0.1\\.evil.example', 'is not the address of a host'],
	['http://127.0.0.1?.evil.example', 'is not the address of a host'],
	['http://127.0.0.1#.evil.example', 'is not the address of a host'],
	['http://127.0.0.1@evil.example', "contains '@'"],
	['https://name:pass-word@api.hotel.example', "contains '@'"],
	['name:pass-word@api.hotel.example', "contains '@'"],
	['https:/name:pass-word@api.hotel.example', "contains '@'"],
	['https://', 'is not the address of a host'],
	['https://?x', 'is not the address of a host'],
	[`https://${'a'.repeat(2_000)}.example`, 'is longer'],
];
